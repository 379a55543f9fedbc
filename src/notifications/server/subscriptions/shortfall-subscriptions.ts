import { formatDollars } from '#kernel/money.ts';
import { shortfallEnded, shortfallOpened } from '#payments/server/events.ts';
import type { Deps } from '#platform/server/deps.ts';
import { subscribe, type Subscription } from '#platform/server/outbox/announce.ts';
import { notify, notifyAdmins } from '../service.ts';

/** Notifies both sides about approved work that the escrow doesn't cover, and admins, who can cover it. */
export function shortfallSubscriptions(deps: Deps): Subscription[] {
  return [
    subscribe(shortfallOpened, async (tx, fact, { ref }) => {
      const { campaignTitle: title } = fact;
      const sum = formatDollars(fact.amountCents);
      await notify(tx, deps, fact.marketerId, {
        kind: 'shortfall.opened',
        ref,
        title: `Your pay for ${title} is delayed`,
        text: `Your proof was approved, but the advertiser disputed their payment at PayPal, so the campaign’s escrow doesn’t cover your ${sum}. We’ll pay you as soon as the money is back. An administrator is looking into it.`,
        href: '/payments',
        isMailed: true,
      });
      await notify(tx, deps, fact.payerId, {
        kind: 'shortfall.owed',
        ref,
        title: `You owe pay for ${title}`,
        text: `Work worth ${sum} was approved, but your payment is disputed at PayPal. Pay the missing amount on the campaign’s page. Until then you can’t fund another campaign.`,
        href: `/campaigns/${fact.campaignId}`,
        isMailed: true,
      });
      await notifyAdmins(tx, deps, {
        kind: 'shortfall.reported',
        ref,
        title: `Approved work isn’t paid: ${title}`,
        text: `The escrow doesn’t cover ${sum} after a dispute. You can cover it in the list of stuck money.`,
        href: '/admin?tab=money',
        isMailed: false,
      });
    }),
    subscribe(shortfallEnded, async (tx, fact, { ref }) => {
      const { campaignTitle: title, state } = fact;
      const sum = formatDollars(fact.amountCents);
      if (state === 'renounced') {
        await notify(tx, deps, fact.payerId, {
          kind: 'shortfall.renounced',
          ref,
          title: `You no longer owe pay for ${title}`,
          text: `The marketer whose approved work you hadn’t paid has deleted their account, so there is no one to pay.`,
          href: `/campaigns/${fact.campaignId}`,
          isMailed: true,
        });
        return;
      }
      const isGivenUp = state === 'given-up';
      await notify(tx, deps, fact.marketerId, {
        kind: 'shortfall.ended',
        ref,
        title: isGivenUp ? `You weren’t paid for ${title}` : `Your pay for ${title} is released`,
        text: isGivenUp
          ? `The advertiser took back the money for ${title} at PayPal and didn’t pay your ${sum} again within 60 days, so we’ve stopped waiting. If they pay later, we’ll pay you. Contact support if you have questions.`
          : `The money for your ${sum} is here. See Payments for its status.`,
        href: '/payments',
        isMailed: true,
      });
      if (!isGivenUp) return;
      await notify(tx, deps, fact.payerId, {
        kind: 'shortfall.unpaid',
        ref,
        title: `Your debt for ${title} is still open`,
        text: `You haven’t paid ${sum} for approved work within 60 days. The marketer wasn’t paid. You can’t fund another campaign until you pay it.`,
        href: `/campaigns/${fact.campaignId}`,
        isMailed: true,
      });
    }),
  ];
}
