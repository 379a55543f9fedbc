import {
  applicationApproved,
  applicationBenched,
  applicationConfirmed,
  applicationLapsed,
  confirmationAsked,
} from '#applications/server/events.ts';
import { listHolders } from '#applications/server/service.ts';
import type { CloseReason } from '#campaigns/contract.ts';
import { campaignClosed } from '#campaigns/server/events.ts';
import { inWords } from '#kernel/time.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { on, type Subscription } from '#platform/server/outbox/announce.ts';
import { nameOf, titleOf } from './notice-words.ts';
import { settle, tell } from './service.ts';

/** What becomes of a place between its approval and the start. */
export function placeNotices(deps: Deps): Subscription[] {
  return [...benchNotices(deps), ...confirmationNotices(deps), closingNotice(deps)];
}

function benchNotices(deps: Deps): Subscription[] {
  return [
    on(applicationBenched, async (tx, fact, { ref }) => {
      const title = await titleOf(tx, fact.campaignId);
      await tell(tx, deps, fact.marketerId, {
        kind: 'application.benched',
        ref,
        title: `On the bench: ${title}`,
        text: `All places of ${title} are taken. When one becomes free, the first on its bench gets it, and you hear of it at once.`,
        href: `/campaigns/${fact.campaignId}`,
        isMailed: false,
      });
    }),
    on(applicationApproved, async (tx, fact, { ref }) => {
      const kind = 'application.moved-up';
      if (!fact.hasMovedUp) return;
      const [title, name] = [
        await titleOf(tx, fact.campaignId),
        await nameOf(tx, { userId: fact.marketerId, kind }),
      ];
      await tell(tx, deps, fact.advertiserId, {
        kind,
        ref,
        title: `${name} moved up: ${title}`,
        text: `A place of ${title} became free, and ${name} got it from the bench.`,
        href: `/campaigns/${fact.campaignId}?tab=applicants`,
        isMailed: false,
      });
    }),
  ];
}

function confirmationNotices(deps: Deps): Subscription[] {
  return [
    on(confirmationAsked, async (tx, fact, { ref }) => {
      const title = await titleOf(tx, fact.campaignId);
      await tell(tx, deps, fact.marketerId, {
        kind: 'application.confirmation-asked',
        ref,
        title: `Please confirm: ${title}`,
        text: `${title} begins within a day. Please confirm by ${inWords(new Date(fact.dueAt))} that you take part; without an answer your place goes to somebody else.`,
        href: `/campaigns/${fact.campaignId}`,
        isMailed: true,
      });
    }),
    on(applicationConfirmed, async (tx, fact, { ref }) => {
      const kind = 'application.confirmed';
      await settleConfirmation(tx, deps, fact);
      const [title, name] = [
        await titleOf(tx, fact.campaignId),
        await nameOf(tx, { userId: fact.marketerId, kind }),
      ];
      await tell(tx, deps, fact.advertiserId, {
        kind,
        ref,
        title: `${name} confirmed: ${title}`,
        text: `${name} has confirmed to take part in ${title}.`,
        href: `/campaigns/${fact.campaignId}?tab=applicants`,
        isMailed: false,
      });
    }),
    on(applicationLapsed, async (tx, fact, { ref }) => {
      const kind = 'application.lapsed';
      await settleConfirmation(tx, deps, fact);
      const [title, name] = [
        await titleOf(tx, fact.campaignId),
        await nameOf(tx, { userId: fact.marketerId, kind }),
      ];
      await tell(tx, deps, fact.marketerId, {
        kind,
        ref,
        title: `Your place is free again: ${title}`,
        text: `You have not confirmed in time that you take part in ${title}, so your place went back. That is no strike.`,
        href: `/campaigns/${fact.campaignId}`,
        isMailed: true,
      });
      await tell(tx, deps, fact.advertiserId, {
        kind,
        ref,
        title: `${name} has not confirmed: ${title}`,
        text: `${name} has not confirmed in time to take part in ${title}. The place goes to the bench, or is free again where nobody waits there.`,
        href: `/campaigns/${fact.campaignId}?tab=applicants`,
        isMailed: false,
      });
    }),
  ];
}

/** Nobody is asked any longer to confirm this place. */
export async function settleConfirmation(
  tx: Tx,
  deps: Deps,
  { marketerId, applicationId }: { marketerId: string; applicationId: string },
): Promise<void> {
  await settle(tx, deps, marketerId, { kind: 'application.confirmation-asked', ref: applicationId });
}

const closedTexts: Readonly<Record<CloseReason, (title: string) => string>> = {
  cancelled: (title) =>
    `The advertiser has closed ${title} early. Your place stays yours: you can do the work and send your proof in time, and are paid as agreed.`,
  expired: (title) =>
    `The time of ${title} is over, and no proof can be sent any more. What was sent is still decided.`,
  finished: (title) => `Every place of ${title} was paid.`,
};

function closingNotice(deps: Deps): Subscription {
  return on(campaignClosed, async (tx, fact, { ref }) => {
    const title = await titleOf(tx, fact.campaignId);
    for (const marketerId of await listHolders(tx, fact.campaignId)) {
      await tell(tx, deps, marketerId, {
        kind: 'campaign.closed',
        ref,
        title: fact.closeReason === 'cancelled' ? `${title} was closed early` : `${title} is over`,
        text: closedTexts[fact.closeReason](title),
        href: `/campaigns/${fact.campaignId}`,
        isMailed: fact.closeReason === 'cancelled',
      });
    }
  });
}
