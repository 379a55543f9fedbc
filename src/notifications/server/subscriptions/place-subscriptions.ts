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
import { type Message, msg, t } from '#kernel/text.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { subscribe, type Subscription } from '#platform/server/outbox/announce.ts';
import { formatTimeFor } from '../format-time-for.ts';
import { loadName, loadCampaignTitle } from '../notification-text.ts';
import { markNotificationRead, notify } from '../service.ts';
import type { NameOrMessage } from '../recipient-text.ts';

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
        title: msg('You’re on the waitlist: {campaign}', { campaign: title }),
        text: msg(
          'All places in {campaign} are taken. The first person on the waitlist gets the next free place. We’ll notify you if it’s you.',
          { campaign: title },
        ),
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
        title: msg('{name} got a place: {campaign}', { name, campaign: title }),
        text: msg('A place in {campaign} became free and {name} got it from the waitlist.', {
          campaign: title,
          name,
        }),
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
        title: msg('Confirm your place: {campaign}', { campaign: title }),
        text: () =>
          t('{campaign} starts within a day. Confirm your place by {time}, or it goes to another marketer.', {
            campaign: title,
            time: time(),
          }),
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
        title: msg('{name} confirmed: {campaign}', { name, campaign: title }),
        text: msg('{name} confirmed their place in {campaign}.', { name, campaign: title }),
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
        title: msg('You lost your place: {campaign}', { campaign: title }),
        text: msg(
          'You didn’t confirm your place in {campaign} in time, so you lost it. This isn’t a strike.',
          { campaign: title },
        ),
        href: `/campaigns/${fact.campaignId}`,
        isMailed: true,
      });
      await notify(tx, deps, fact.advertiserId, {
        kind,
        ref,
        title: msg('{name} did not confirm: {campaign}', { name, campaign: title }),
        text: msg(
          '{name} did not confirm their place in {campaign} in time. It goes to the first person on the waitlist, or opens up if the waitlist is empty.',
          { name, campaign: title },
        ),
        href: `/campaigns/${fact.campaignId}?tab=applicants`,
        isMailed: false,
      });
    }),
  ];
}

function kitSubscription(deps: Deps): Subscription {
  return subscribe(kitSent, async (tx, fact, { ref }) => {
    const title = await loadCampaignTitle(tx, fact.campaignId);
    await notify(tx, deps, fact.marketerId, {
      kind: 'kit.sent',
      ref,
      title: msg('Your kit is on its way: {campaign}', { campaign: title }),
      text: msg(
        'The advertiser sent your kit for {campaign}. Confirm on the campaign’s page when you have it.',
        { campaign: title },
      ),
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

const closedTexts: Readonly<Record<CloseReason, (title: NameOrMessage) => Message>> = {
  cancelled: (title) =>
    msg(
      'The advertiser closed {campaign} early. You keep your place: do the work, send your proof on time, and you’ll be paid as agreed.',
      { campaign: title },
    ),
  expired: (title) =>
    msg('{campaign} has ended and no longer accepts proof. Proof already sent will still be decided.', {
      campaign: title,
    }),
  finished: (title) => msg('All work for {campaign} has been approved.', { campaign: title }),
};

function closingSubscription(deps: Deps): Subscription {
  return subscribe(campaignClosed, async (tx, fact, { ref }) => {
    const title = await loadCampaignTitle(tx, fact.campaignId);
    const hasChargeback = (await findCampaign(tx, fact.campaignId))?.chargebackSince != null;
    const text =
      hasChargeback && fact.closeReason === 'cancelled'
        ? msg(
            'The advertiser closed {campaign} early. You keep your place. The advertiser disputed their payment at PayPal: if the escrow doesn’t cover your pay, you get it as soon as the money is back.',
            { campaign: title },
          )
        : closedTexts[fact.closeReason](title);
    for (const marketerId of await listHolders(tx, fact.campaignId)) {
      await notify(tx, deps, marketerId, {
        kind: 'campaign.closed',
        ref,
        title:
          fact.closeReason === 'cancelled'
            ? msg('{campaign} was closed early', { campaign: title })
            : msg('{campaign} has ended', { campaign: title }),
        text,
        href: `/campaigns/${fact.campaignId}`,
        isMailed: fact.closeReason === 'cancelled',
      });
    }
  });
}
