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

const HREF = '/team';

const may: Readonly<Record<TeamRole, string>> = {
  viewer: 'see its campaigns, applicants, live tracking, proofs and money',
  manager:
    'see its campaigns, applicants, live tracking, proofs and money, edit drafts, and decide applications and proofs',
};

/**
 * Notifications about joining a team, leaving it and role changes. The ref begins with the id of the user
 * named in the text, so that the notification is found when that user deletes their account.
 */
export function teamSubscriptions(deps: Deps): Subscription[] {
  return [
    subscribe(teamJoined, async (tx, { ownerId, memberId, role }, { ref }) => {
      const member = await memberName(tx, { userId: memberId, kind: 'team.joined' });
      await notify(tx, deps, ownerId, {
        kind: 'team.joined',
        ref: `${memberId}:${ref}`,
        title: `${member} joined your team`,
        text: `${member} accepted your invitation as a ${role}.`,
        href: HREF,
        isMailed: true,
      });
      const business = await businessName(tx, { userId: ownerId, kind: 'team.welcome' });
      await notify(tx, deps, memberId, {
        kind: 'team.welcome',
        ref: `${ownerId}:${ref}`,
        title: `You joined the team of ${business}`,
        text: `You can ${may[role]}. The campaigns of ${business} are on your dashboard.`,
        href: '/advertiser',
        isMailed: false,
      });
    }),
    subscribe(teamRoleChanged, async (tx, { ownerId, memberId, role }, { ref }) => {
      const business = await businessName(tx, { userId: ownerId, kind: 'team.role-changed' });
      await notify(tx, deps, memberId, {
        kind: 'team.role-changed',
        ref: `${ownerId}:${ref}`,
        title: `You are now a ${role} of ${business}`,
        text: `The owner of ${business} changed your role. You can ${may[role]}.`,
        href: HREF,
        isMailed: true,
      });
    }),
    subscribe(memberRemoved, async (tx, { ownerId, memberId }, { ref }) => {
      const business = await businessName(tx, { userId: ownerId, kind: 'team.removed' });
      await notify(tx, deps, memberId, {
        kind: 'team.removed',
        ref: `${ownerId}:${ref}`,
        title: `You were removed from the team of ${business}`,
        text: `The owner of ${business} removed you. You no longer have access to its campaigns.`,
        href: HREF,
        isMailed: true,
      });
    }),
    subscribe(memberLeft, async (tx, { ownerId, memberId }, { ref }) => {
      const member = await memberName(tx, { userId: memberId, kind: 'team.left' });
      await notify(tx, deps, ownerId, {
        kind: 'team.left',
        ref: `${memberId}:${ref}`,
        title: `${member} left your team`,
        text: `${member} no longer has access to your business.`,
        href: HREF,
        isMailed: true,
      });
    }),
    subscribe(teamEnded, async (tx, { ownerId, memberId }, { ref }) => {
      await notify(tx, deps, memberId, {
        kind: 'team.ended',
        ref: `${ownerId}:${ref}`,
        title: 'Your team has ended',
        text: 'Its business left Promenade. You no longer have access to its campaigns.',
        href: HREF,
        isMailed: true,
      });
    }),
  ];
}

/** Like toName, both functions wait for an account deletion in progress. */
async function memberName(tx: Tx, { userId: memberId }: NameInNotice): Promise<string> {
  await lockLiveAccount(tx, memberId);
  return formatFullName((await loadNameParts(tx, [memberId])).get(memberId)) || 'Someone';
}

async function businessName(tx: Tx, { userId: ownerId }: NameInNotice): Promise<string> {
  const isThere = await lockLiveAccount(tx, ownerId);
  return (isThere && (await loadBusinessNames(tx, [ownerId])).get(ownerId)) || 'a business';
}
