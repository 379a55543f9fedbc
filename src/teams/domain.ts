import { authDomain } from '#auth/domain.ts';
import { defineDomain } from '#kernel/domain.ts';
import { msg } from '#kernel/text.ts';
import { platformDomain } from '#platform/domain.ts';

export const teamsDomain = defineDomain([platformDomain, authDomain], {
  refusals: {
    'team/not-allowed': [
      403,
      msg('Your role in this team doesn’t allow this. Ask the team owner for access.'),
    ],
    'team/not-found': [404, msg('You’re not in this team.')],
    'team/member-not-found': [404, msg('This person isn’t in your team.')],
    'team/member-exists': [409, msg('This person is already in your team.')],
    'team/own-address': [422, msg('This is your own email. Enter another person’s email.')],
    'team/invited-already': [409, msg('You’ve already invited this person. You can resend the invitation.')],
    'team/full': [409, msg('Your team is full: 50 people, including open invitations.')],
    'team/invitation-not-found': [404, msg('We couldn’t find this invitation.')],
    'team/invitation-over': [410, msg('This invitation is no longer valid. Ask the sender for a new one.')],
    'team/other-address': [
      403,
      msg('This invitation was sent to another email. Sign in with that email to accept it.'),
    ],
    'team/not-for-type': [
      409,
      msg(
        'Only advertisers can join a team, and this is a marketer account. Ask for an invitation to another address.',
      ),
    ],
  },
  objects: {
    team: 'team/not-found',
    teamMember: 'team/member-not-found',
    teamInvitation: 'team/invitation-not-found',
  },
  limits: {
    // Per sender, and per invited address from any sender.
    invitation: '20/1h',
    'invitation-address': '5/1h',
    'invitation-answer': '30/10m',
  },
});

export const { endpoint, refuse } = teamsDomain;
export type LimitName = keyof typeof teamsDomain.limits;
