import { z } from 'zod';
import { Email } from '#auth/contract.ts';
import { Done, endpoint, IdParams } from '#kernel/endpoint.ts';
import { Id } from '#kernel/id.ts';
import { DAY, IsoTime } from '#kernel/time.ts';

/**
 * Who works for an advertiser's business beside its owner (decisions.md 12.5). A viewer reads; a manager also edits drafts and
 * decides applications and proofs; what concerns money and the end of a campaign is the owner's alone.
 */
export const TeamRole = z.enum(['viewer', 'manager'], { error: 'Please choose what they may do' });
export type TeamRole = z.infer<typeof TeamRole>;

/** A mailed invitation can be accepted for so long. */
export const INVITATION_LIFETIME_MS = 7 * DAY;
/** Members and open invitations of one business. */
export const MAX_TEAM_PEOPLE = 50;

export const TeamMember = z.object({
  /** The member's account. */
  id: Id,
  /** The address, where they have not said theirs yet. */
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
  /** When its newest mail was sent. */
  sentAt: IsoTime,
  expiresAt: IsoTime,
  isExpired: z.boolean(),
});
export type TeamInvitation = z.infer<typeof TeamInvitation>;

/** A business that one works for and that is somebody else's. */
export const TeamMembership = z.object({
  /** The owner's account. */
  id: Id,
  business: z.string(),
  role: TeamRole,
  joinedAt: IsoTime,
  /** The owner is kept out at the moment, and with them everybody who works for the business. */
  isPaused: z.boolean(),
  /** Everybody who works for it, the owner first. */
  people: z.array(
    z.object({ name: z.string(), role: z.enum(['owner', 'viewer', 'manager']), isYou: z.boolean() }),
  ),
});
export type TeamMembership = z.infer<typeof TeamMembership>;

export const Team = z.object({
  /** What those whom one invites read; one's own business. */
  business: z.string(),
  /** In the order in which they joined. */
  members: z.array(TeamMember),
  /** Those that nobody has accepted or taken back, newest first. */
  invitations: z.array(TeamInvitation),
  memberships: z.array(TeamMembership),
});
export type Team = z.infer<typeof Team>;

export const getTeam = endpoint({
  name: 'getTeam',
  method: 'GET',
  path: '/api/team',
  summary: 'Who works for my business, whom I have invited, and the businesses that I work for',
  who: ['advertiser'],
  whose: { object: 'account', by: ['owner'] },
  response: Team,
});

export const inviteToTeam = endpoint({
  name: 'inviteToTeam',
  method: 'POST',
  path: '/api/team/invitations',
  summary:
    'Mail somebody an invitation to my team; the answer is the same whether the address is known here or not',
  who: ['advertiser'],
  body: z.strictObject({ email: Email, role: TeamRole }),
  response: TeamInvitation,
  status: 201,
  refusals: [
    'auth/recent-required',
    'team/own-address',
    'team/member-exists',
    'team/invited-already',
    'team/full',
  ],
  limit: 'invitation',
});

export const resendInvitation = endpoint({
  name: 'resendInvitation',
  method: 'POST',
  path: '/api/team/invitations/{id}/resend',
  summary: 'Mail an open invitation again, with a new link and a new week; the link before it ends',
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
  summary: 'Take an invitation back; repeating it changes nothing',
  who: ['advertiser'],
  whose: { object: 'teamInvitation', by: ['owner'] },
  params: IdParams,
  response: Done,
  refusals: ['team/invitation-not-found', 'team/invitation-over'],
});

export const InvitationToken = z.strictObject({
  token: z.string().regex(/^[0-9a-f]{64}$/, 'This link is not complete'),
});

/** A POST, so that what lets somebody in stands in no address and no log. */
export const viewInvitation = endpoint({
  name: 'viewInvitation',
  method: 'POST',
  path: '/api/team/invitations/view',
  summary: 'What a mailed invitation asks of me, before I accept it',
  who: 'signedIn',
  body: InvitationToken,
  response: z.object({
    business: z.string(),
    /** What they may do there: for a member what the owner has settled on since. */
    role: TeamRole,
    expiresAt: IsoTime,
    /** It is accepted, and whoever asks is in the team. */
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
    'Join the team that a mailed invitation names; signed in with the very address that it was sent to. Whoever has no type yet becomes an advertiser. Repeating it changes nothing',
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
  summary: 'Let a member of my team do more, or less; at once',
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
  summary: 'Take somebody out of my team; from this moment on they see nothing of my business',
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
  summary: 'Leave a team that I belong to; the id is its owner’s',
  who: ['advertiser'],
  whose: { object: 'team', by: ['manager', 'viewer'] },
  params: IdParams,
  response: Done,
  refusals: ['team/not-found'],
});
