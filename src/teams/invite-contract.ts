import { z } from 'zod';
import { Email } from '#auth/sign-in-contract.ts';
import { problem } from '#kernel/text.ts';
import { TeamInvitation, teamRoles } from './contract.ts';
import { endpoint } from './domain.ts';

/** The form that invites to a team, and its call. */

export const NewInvitation = z.strictObject({
  email: Email,
  role: z.enum(teamRoles, problem('Choose a role')),
});

export const inviteToTeam = endpoint({
  name: 'inviteToTeam',
  method: 'POST',
  path: '/api/team/invitations',
  summary: 'Mail an invitation to my team; the answer is the same for known and unknown addresses',
  who: ['advertiser'],
  body: NewInvitation,
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
