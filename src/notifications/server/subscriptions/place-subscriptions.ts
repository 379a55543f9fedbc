import { findCampaign } from '#campaigns/server/service.ts';
import {
  applicationApproved,
  applicationBenched,
  applicationConfirmed,
  applicationExpired,
  confirmationAsked,
  kitSent,
} from '#applications/server/events.ts';
import { listHolders } from '#applications/server/service.ts';
import type { CloseReason } from '#campaigns/contract.ts';
import { campaignClosed } from '#campaigns/server/events.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { subscribe, type Subscription } from '#platform/server/outbox/announce.ts';
import { formatTimeFor } from '../format-time-for.ts';
import { loadName, loadCampaignTitle } from '../notification-text.ts';
import { markNotificationRead, notify } from '../service.ts';

/** Notifications about a place between its approval and the start. */
export function placeSubscriptions(deps: Deps): Subscription[] {
  return [
    ...benchSubscriptions(deps),
    ...confirmationSubscriptions(deps),
    kitSubscription(deps),
    closingSubscription(deps),
  ];
}

function benchSubscriptions(deps: Deps): Subscription[] {
  return [
    subscribe(applicationBenched, async (tx, fact, { ref }) => {
      const title = await loadCampaignTitle(tx, fact.campaignId);
      await notify(tx, deps, fact.marketerId, {
        kind: 'application.benched',
        ref,
        title: `You’re on the waitlist: ${title}`,
        text: `All places in ${title} are taken. The first person on the waitlist gets the next free place. We’ll notify you if it’s you.`,
        href: `/campaigns/${fact.campaignId}`,
        isMailed: false,
      });
    }),
    subscribe(applicationApproved, async (tx, fact, { ref }) => {
      const kind = 'application.moved-up';
      if (!fact.hasMovedUp) return;
      const [title, name] = [
        await loadCampaignTitle(tx, fact.campaignId),
        await loadName(tx, { userId: fact.marketerId, kind }),
      ];
      await notify(tx, deps, fact.advertiserId, {
        kind,
        ref,
        title: `${name} got a place: ${title}`,
        text: `A place in ${title} became free and ${name} got it from the waitlist.`,
        href: `/campaigns/${fact.campaignId}?tab=applicants`,
        isMailed: false,
      });
    }),
  ];
}

function confirmationSubscriptions(deps: Deps): Subscription[] {
  return [
    subscribe(confirmationAsked, async (tx, fact, { ref }) => {
      const title = await loadCampaignTitle(tx, fact.campaignId);
      const of = { accountId: fact.marketerId, campaignId: fact.campaignId };
      const time = await formatTimeFor(tx, of, new Date(fact.dueAt));
      await notify(tx, deps, fact.marketerId, {
        kind: 'application.confirmation-asked',
        ref,
        title: `Confirm your place: ${title}`,
        text: `${title} starts within a day. Confirm your place by ${time}, or it goes to another marketer.`,
        href: `/campaigns/${fact.campaignId}`,
        isMailed: true,
        deadline: new Date(fact.dueAt),
      });
    }),
    subscribe(applicationConfirmed, async (tx, fact, { ref }) => {
      const kind = 'application.confirmed';
      await markConfirmationRead(tx, deps, fact);
      const [title, name] = [
        await loadCampaignTitle(tx, fact.campaignId),
        await loadName(tx, { userId: fact.marketerId, kind }),
      ];
      await notify(tx, deps, fact.advertiserId, {
        kind,
        ref,
        title: `${name} confirmed: ${title}`,
        text: `${name} confirmed their place in ${title}.`,
        href: `/campaigns/${fact.campaignId}?tab=applicants`,
        isMailed: false,
      });
    }),
    subscribe(applicationExpired, async (tx, fact, { ref }) => {
      const kind = 'application.expired';
      await markConfirmationRead(tx, deps, fact);
      const [title, name] = [
        await loadCampaignTitle(tx, fact.campaignId),
        await loadName(tx, { userId: fact.marketerId, kind }),
      ];
      await notify(tx, deps, fact.marketerId, {
        kind,
        ref,
        title: `You lost your place: ${title}`,
        text: `You didn’t confirm your place in ${title} in time, so you lost it. This isn’t a strike.`,
        href: `/campaigns/${fact.campaignId}`,
        isMailed: true,
      });
      await notify(tx, deps, fact.advertiserId, {
        kind,
        ref,
        title: `${name} did not confirm: ${title}`,
        text: `${name} did not confirm their place in ${title} in time. It goes to the first person on the waitlist, or opens up if the waitlist is empty.`,
        href: `/campaigns/${fact.campaignId}?tab=applicants`,
        isMailed: false,
      });
    }),
  ];
}

/** Tells the marketer that the parcel is on its way. */
function kitSubscription(deps: Deps): Subscription {
  return subscribe(kitSent, async (tx, fact, { ref }) => {
    const title = await loadCampaignTitle(tx, fact.campaignId);
    await notify(tx, deps, fact.marketerId, {
      kind: 'kit.sent',
      ref,
      title: `Your kit is on its way: ${title}`,
      text: `The advertiser sent your kit for ${title}. Confirm on the campaign’s page when you have it.`,
      href: `/campaigns/${fact.campaignId}`,
      isMailed: true,
    });
  });
}

export async function markConfirmationRead(
  tx: Tx,
  deps: Deps,
  { marketerId, applicationId }: { marketerId: string; applicationId: string },
): Promise<void> {
  await markNotificationRead(tx, deps, marketerId, {
    kind: 'application.confirmation-asked',
    ref: applicationId,
  });
}

const DISPUTED =
  'The advertiser disputed their payment at PayPal: if the escrow doesn’t cover your pay, you get it as soon as the money is back.';

const closedTexts: Readonly<Record<CloseReason, (title: string) => string>> = {
  cancelled: (title) =>
    `The advertiser closed ${title} early. You keep your place: do the work, send your proof on time, and you’ll be paid as agreed.`,
  expired: (title) =>
    `${title} has ended and no longer accepts proof. Proof already sent will still be decided.`,
  finished: (title) => `Everyone hired for ${title} has been paid.`,
};

function closingSubscription(deps: Deps): Subscription {
  return subscribe(campaignClosed, async (tx, fact, { ref }) => {
    const title = await loadCampaignTitle(tx, fact.campaignId);
    const hasChargeback = (await findCampaign(tx, fact.campaignId))?.chargebackSince != null;
    const text =
      hasChargeback && fact.closeReason === 'cancelled'
        ? `The advertiser closed ${title} early. You keep your place. ${DISPUTED}`
        : closedTexts[fact.closeReason](title);
    for (const marketerId of await listHolders(tx, fact.campaignId)) {
      await notify(tx, deps, marketerId, {
        kind: 'campaign.closed',
        ref,
        title: fact.closeReason === 'cancelled' ? `${title} was closed early` : `${title} has ended`,
        text,
        href: `/campaigns/${fact.campaignId}`,
        isMailed: fact.closeReason === 'cancelled',
      });
    }
  });
}
