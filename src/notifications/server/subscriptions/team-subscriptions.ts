import { type Message, msg } from '#kernel/text.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { subscribe, type Subscription } from '#platform/server/outbox/announce.ts';
import { formatFullName, loadNameParts } from '#profiles/server/service.ts';
import type { TeamRole } from '#teams/contract.ts';
import { memberLeft, memberRemoved, teamEnded, teamJoined, teamRoleChanged } from '#teams/server/events.ts';
import { loadBusinessNames } from '#teams/server/service.ts';
import type { NameInNotice } from '../notification-text.ts';
import { notify } from '../service.ts';
import { lockLiveAccount } from '../store.ts';
import { joinTexts, type NameOrMessage } from '../recipient-text.ts';

const HREF = '/team';

const rights = {
  viewer: msg('You can see its campaigns, applicants, live tracking, proofs and money.'),
  manager: msg(
    'You can see its campaigns, applicants, live tracking, proofs and money, edit drafts, and decide applications and proofs.',
  ),
} as const satisfies Record<TeamRole, Message>;

/**
 * The ref begins with the id of the user named in the text, so that the notification is found when that user deletes
 * their account.
 */
export function teamSubscriptions(deps: Deps): Subscription[] {
  return [
    subscribe(teamJoined, async (tx, { ownerId, memberId, role }, { ref }) => {
      const member = await memberName(tx, { userId: memberId, kind: 'team.joined' });
      await notify(tx, deps, ownerId, {
        kind: 'team.joined',
        ref: `${memberId}:${ref}`,
        title: msg('{member} joined your team', { member }),
        text: msg(
          '{member} accepted your invitation as a {role, select, manager {manager} other {viewer}}.',
          { member, role },
        ),
        href: HREF,
        isMailed: true,
      });
      const business = await businessName(tx, { userId: ownerId, kind: 'team.welcome' });
      await notify(tx, deps, memberId, {
        kind: 'team.welcome',
        ref: `${ownerId}:${ref}`,
        title: msg('You joined the team of {business}', { business }),
        text: joinTexts(
          rights[role],
          msg('The campaigns of {business} are on your dashboard.', { business }),
        ),
        href: '/advertiser',
        isMailed: false,
      });
    }),
    subscribe(teamRoleChanged, async (tx, { ownerId, memberId, role }, { ref }) => {
      const business = await businessName(tx, { userId: ownerId, kind: 'team.role-changed' });
      await notify(tx, deps, memberId, {
        kind: 'team.role-changed',
        ref: `${ownerId}:${ref}`,
        title: msg('You are now a {role, select, manager {manager} other {viewer}} of {business}', {
          role,
          business,
        }),
        text: joinTexts(msg('The owner of {business} changed your role.', { business }), rights[role]),
        href: HREF,
        isMailed: true,
      });
    }),
    subscribe(memberRemoved, async (tx, { ownerId, memberId }, { ref }) => {
      const business = await businessName(tx, { userId: ownerId, kind: 'team.removed' });
      await notify(tx, deps, memberId, {
        kind: 'team.removed',
        ref: `${ownerId}:${ref}`,
        title: msg('You were removed from the team of {business}', { business }),
        text: msg('The owner of {business} removed you. You no longer have access to its campaigns.', {
          business,
        }),
        href: HREF,
        isMailed: true,
      });
    }),
    subscribe(memberLeft, async (tx, { ownerId, memberId }, { ref }) => {
      const member = await memberName(tx, { userId: memberId, kind: 'team.left' });
      await notify(tx, deps, ownerId, {
        kind: 'team.left',
        ref: `${memberId}:${ref}`,
        title: msg('{member} left your team', { member }),
        text: msg('{member} no longer has access to your business.', { member }),
        href: HREF,
        isMailed: true,
      });
    }),
    subscribe(teamEnded, async (tx, { ownerId, memberId }, { ref }) => {
      await notify(tx, deps, memberId, {
        kind: 'team.ended',
        ref: `${ownerId}:${ref}`,
        title: msg('Your team has ended'),
        text: msg('Its business left Promenade. You no longer have access to its campaigns.'),
        href: HREF,
        isMailed: true,
      });
    }),
  ];
}

/** Like toName, both functions wait for an account deletion in progress. */
async function memberName(tx: Tx, { userId: memberId }: NameInNotice): Promise<NameOrMessage> {
  await lockLiveAccount(tx, memberId);
  return formatFullName((await loadNameParts(tx, [memberId])).get(memberId)) || msg('Someone');
}

async function businessName(tx: Tx, { userId: ownerId }: NameInNotice): Promise<NameOrMessage> {
  const isThere = await lockLiveAccount(tx, ownerId);
  return (isThere && (await loadBusinessNames(tx, [ownerId])).get(ownerId)) || msg('a business');
}
