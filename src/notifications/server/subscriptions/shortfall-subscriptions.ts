import { formatDollars } from '#kernel/money.ts';
import { msg } from '#kernel/text.ts';
import { shortfallEnded, shortfallOpened } from '#payments/server/events.ts';
import type { Deps } from '#platform/server/deps.ts';
import { subscribe, type Subscription } from '#platform/server/outbox/announce.ts';
import { notify, notifyAdmins } from '../service.ts';

export function shortfallSubscriptions(deps: Deps): Subscription[] {
  return [
    subscribe(shortfallOpened, async (tx, fact, { ref }) => {
      const { campaignTitle: title } = fact;
      const sum = formatDollars(fact.amountCents);
      await notify(tx, deps, fact.marketerId, {
        kind: 'shortfall.opened',
        ref,
        title: msg('Your pay for {campaign} is delayed', { campaign: title }),
        text: msg(
          'Your proof was approved, but the advertiser disputed their payment at PayPal, so the campaign’s escrow doesn’t cover your {amount}. We’ll pay you as soon as the money is back. An administrator is looking into it.',
          { amount: sum },
        ),
        href: '/payments',
        isMailed: true,
      });
      await notify(tx, deps, fact.payerId, {
        kind: 'shortfall.owed',
        ref,
        title: msg('You owe pay for {campaign}', { campaign: title }),
        text: msg(
          'Work worth {amount} was approved, but your payment is disputed at PayPal. Pay the missing amount on the campaign’s page. Until then you can’t fund another campaign.',
          { amount: sum },
        ),
        href: `/campaigns/${fact.campaignId}`,
        isMailed: true,
      });
      await notifyAdmins(tx, deps, {
        kind: 'shortfall.reported',
        ref,
        title: msg('Approved work isn’t paid: {campaign}', { campaign: title }),
        text: msg(
          'The escrow doesn’t cover {amount} after a dispute. You can cover it in the list of stuck money.',
          { amount: sum },
        ),
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
          title: msg('You no longer owe pay for {campaign}', { campaign: title }),
          text: msg(
            'The marketer whose approved work you hadn’t paid has deleted their account, so there is no one to pay.',
          ),
          href: `/campaigns/${fact.campaignId}`,
          isMailed: true,
        });
        return;
      }
      const isGivenUp = state === 'given-up';
      await notify(tx, deps, fact.marketerId, {
        kind: 'shortfall.ended',
        ref,
        title: isGivenUp
          ? msg('You weren’t paid for {campaign}', { campaign: title })
          : msg('Your pay for {campaign} is released', { campaign: title }),
        text: isGivenUp
          ? msg(
              'The advertiser took back the money for {campaign} at PayPal and didn’t pay your {amount} again within 60 days, so we’ve stopped waiting. If they pay later, we’ll pay you. Contact support if you have questions.',
              { campaign: title, amount: sum },
            )
          : msg('The money for your {amount} is here. See Payments for its status.', { amount: sum }),
        href: '/payments',
        isMailed: true,
      });
      if (!isGivenUp) return;
      await notify(tx, deps, fact.payerId, {
        kind: 'shortfall.unpaid',
        ref,
        title: msg('Your debt for {campaign} is still open', { campaign: title }),
        text: msg(
          'You haven’t paid {amount} for approved work within 60 days. The marketer wasn’t paid. You can’t fund another campaign until you pay it.',
          { amount: sum },
        ),
        href: `/campaigns/${fact.campaignId}`,
        isMailed: true,
      });
    }),
  ];
}
