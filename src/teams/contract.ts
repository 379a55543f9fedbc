import { z } from 'zod';
import { Done, IdParams } from '#kernel/endpoint.ts';
import { LinkToken } from '#kernel/link-token.ts';
import { Id } from '#kernel/id.ts';
import { problem } from '#kernel/text.ts';
import { DAY, IsoTime } from '#kernel/time.ts';
import { endpoint } from './domain.ts';

/**
 * The role of a member in an advertiser's team (decision 22.5). A viewer reads. A manager also edits
 * drafts and decides applications and proofs. Money and closing a campaign are reserved to the owner.
 */
export const teamRoles = ['viewer', 'manager'] as const;
export const TeamRole = z.enum(teamRoles, problem('Choose a role'));
export type TeamRole = z.infer<typeof TeamRole>;

export const INVITATION_LIFETIME_MS = 7 * DAY;
/** Members and open invitations together. */
export const MAX_TEAM_PEOPLE = 50;

export const TeamMember = z.object({
  id: Id,
  /** The email address if they have not entered a name. */
  name: z.string(),
  email: z.string(),
  role: TeamRole,
  joinedAt: IsoTime,
});
export type TeamMember = z.infer<typeof TeamMember>;

export const TeamInvitation = z.object({
  id: Id,
  email: z.string(),
  role: TeamRole,
  sentAt: IsoTime,
  expiresAt: IsoTime,
  isExpired: z.boolean(),
});
export type TeamInvitation = z.infer<typeof TeamInvitation>;

/** Another advertiser's business that the user works for. */
export const TeamMembership = z.object({
  /** The owner's account. */
  id: Id,
  business: z.string(),
  role: TeamRole,
  joinedAt: IsoTime,
  /** The owner is suspended or locked out, and so is their team. */
  isPaused: z.boolean(),
  /** The owner first. */
  people: z.array(
    z.object({ name: z.string(), role: z.enum(['owner', 'viewer', 'manager']), isYou: z.boolean() }),
  ),
});
export type TeamMembership = z.infer<typeof TeamMembership>;

export const Team = z.object({
  business: z.string(),
  members: z.array(TeamMember),
  /** Neither accepted nor revoked, newest first. */
  invitations: z.array(TeamInvitation),
  memberships: z.array(TeamMembership),
});
export type Team = z.infer<typeof Team>;

export const getTeam = endpoint({
  name: 'getTeam',
  method: 'GET',
  path: '/api/team',
  summary: 'Get the members and invitations of my team, and the teams I belong to',
  who: ['advertiser'],
  whose: { object: 'account', by: ['owner'] },
  response: Team,
});

export const resendInvitation = endpoint({
  name: 'resendInvitation',
  method: 'POST',
  path: '/api/team/invitations/{id}/resend',
  summary:
    'Mail an open invitation again, with a new link that is valid for a week; the previous link stops working',
  who: ['advertiser'],
  whose: { object: 'teamInvitation', by: ['owner'] },
  params: IdParams,
  response: TeamInvitation,
  refusals: ['auth/recent-required', 'team/invitation-not-found', 'team/invitation-over'],
  limit: 'invitation',
});

export const revokeInvitation = endpoint({
  name: 'revokeInvitation',
  method: 'DELETE',
  path: '/api/team/invitations/{id}',
  summary: 'Revoke an invitation; repeating the call changes nothing',
  who: ['advertiser'],
  whose: { object: 'teamInvitation', by: ['owner'] },
  params: IdParams,
  response: Done,
  refusals: ['team/invitation-not-found', 'team/invitation-over'],
});

const InvitationToken = z.strictObject({ token: LinkToken });

/** A POST, so that the token appears in no address and no log. */
export const viewInvitation = endpoint({
  name: 'viewInvitation',
  method: 'POST',
  path: '/api/team/invitations/view',
  summary: 'Get the details of a mailed invitation before I accept it',
  who: 'signedIn',
  body: InvitationToken,
  response: z.object({
    business: z.string(),
    /** If the invitation is accepted already, the current role. */
    role: TeamRole,
    expiresAt: IsoTime,
    isMember: z.boolean(),
  }),
  refusals: ['team/invitation-over', 'team/other-address', 'team/not-for-type'],
  limit: 'invitation-answer',
});

export const acceptInvitation = endpoint({
  name: 'acceptInvitation',
  method: 'POST',
  path: '/api/team/invitations/accept',
  summary:
    'Join the team that a mailed invitation names, signed in with the address that it was sent to. A user without a type becomes an advertiser. Repeating the call changes nothing',
  who: 'signedIn',
  body: InvitationToken,
  response: z.object({ business: z.string(), role: TeamRole }),
  refusals: ['team/invitation-over', 'team/other-address', 'team/not-for-type'],
  limit: 'invitation-answer',
});

export const changeTeamRole = endpoint({
  name: 'changeTeamRole',
  method: 'PUT',
  path: '/api/team/members/{id}',
  summary: 'Change the role of a team member, effective immediately',
  who: ['advertiser'],
  whose: { object: 'teamMember', by: ['owner'] },
  params: IdParams,
  body: z.strictObject({ role: TeamRole }),
  response: TeamMember,
  refusals: ['auth/recent-required', 'team/member-not-found'],
});

export const removeFromTeam = endpoint({
  name: 'removeFromTeam',
  method: 'DELETE',
  path: '/api/team/members/{id}',
  summary: 'Remove a member from my team; they lose access to my business immediately',
  who: ['advertiser'],
  whose: { object: 'teamMember', by: ['owner'] },
  params: IdParams,
  response: Done,
  refusals: ['team/member-not-found'],
});

export const leaveTeam = endpoint({
  name: 'leaveTeam',
  method: 'DELETE',
  path: '/api/team/memberships/{id}',
  summary: 'Leave a team I belong to; the id is the owner’s account',
  who: ['advertiser'],
  whose: { object: 'team', by: ['manager', 'viewer'] },
  params: IdParams,
  response: Done,
  refusals: ['team/not-found'],
});
