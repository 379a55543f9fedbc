import { and, eq } from 'drizzle-orm';
import { listHolders } from '#applications/server/service.ts';
import type { Id } from '#kernel/id.ts';
import { formatDollars } from '#kernel/money.ts';
import { type Message, msg } from '#kernel/text.ts';
import { chargebackClosed, chargebackOpened, type DisputedPurpose } from '#payments/server/events.ts';
import { payment } from '#payments/server/tables.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { subscribe, type Subscription } from '#platform/server/outbox/announce.ts';
import { loadCampaignTitle, loadName } from '../notification-text.ts';
import { notify, notifyAdmins } from '../service.ts';
import type { NameOrMessage } from '../recipient-text.ts';

export function chargebackSubscriptions(deps: Deps): Subscription[] {
  return [
    subscribe(chargebackOpened, async (tx, fact, { ref }) => {
      const kind = 'chargeback.reported';
      const title = await loadCampaignTitle(tx, fact.campaignId);
      const sum = formatDollars(fact.amountCents);
      await notify(tx, deps, fact.payerId, {
        kind: 'chargeback.opened',
        ref,
        title: msg('Payment disputed: {campaign}', { campaign: title }),
        text: fact.isFunding
          ? msg(
              'A dispute about {amount} of your {purpose, select, tip {tip} other {payment}} for {campaign} was opened at PayPal. The campaign accepts no new marketers, and nothing is refunded, until it’s resolved.',
              { amount: sum, purpose: fact.purpose, campaign: title },
            )
          : msg(
              'A dispute about {amount} of your {purpose, select, tip {tip} other {payment}} for {campaign} was opened at PayPal. The campaign refunds nothing until it’s resolved.',
              { amount: sum, purpose: fact.purpose, campaign: title },
            ),
        href: `/campaigns/${fact.campaignId}`,
        isMailed: true,
      });
      await notifyAdmins(tx, deps, {
        kind,
        ref,
        title: msg('Dispute over {amount}', { amount: sum }),
        text: msg(
          '{name} disputed the {purpose, select, tip {tip} other {payment}} for {campaign} at PayPal. Respond to it there.',
          {
            name: await loadName(tx, { userId: fact.payerId, kind }),
            purpose: fact.purpose,
            campaign: title,
          },
        ),
        href: `/campaigns/${fact.campaignId}`,
        isMailed: true,
      });
      if (fact.isFunding) {
        await notifyHolders(tx, deps, fact.campaignId, {
          kind: 'campaign.payment-disputed',
          ref,
          title: msg('Payment disputed: {campaign}', { campaign: title }),
          text: msg(
            'The advertiser disputed their payment for {campaign} at PayPal. You keep your place, and your work can still be approved. Your pay may be delayed until the dispute ends.',
            { campaign: title },
          ),
        });
      }
    }),
    subscribe(chargebackClosed, async (tx, fact, { ref }) => {
      const kind = 'chargeback.settled';
      const title = await loadCampaignTitle(tx, fact.campaignId);
      await notify(tx, deps, fact.payerId, {
        kind: 'chargeback.closed',
        ref,
        title: msg('Dispute closed: {campaign}', { campaign: title }),
        text: formatChargebackEnd(fact, title),
        href: `/campaigns/${fact.campaignId}`,
        isMailed: true,
      });
      await notifyAdmins(tx, deps, {
        kind,
        ref,
        title: msg('Dispute {state, select, won {won} other {lost}}: {campaign}', {
          state: fact.state,
          campaign: title,
        }),
        text:
          fact.owedCents > 0
            ? msg(
                '{name} owes {amount} {purpose, select, debt {for the debt that this payment had repaid} tip {for a tip that the marketer keeps} unused {for a payment that was already refunded} other {for work that was already approved}}. Until it is paid or written off, it is in the list of stuck money.',
                {
                  name: await loadName(tx, { userId: fact.payerId, kind }),
                  amount: formatDollars(fact.owedCents),
                  purpose: fact.purpose,
                },
              )
            : msg('No money is owed after the dispute over {amount}.', {
                amount: formatDollars(fact.amountCents),
              }),
        href: `/campaigns/${fact.campaignId}`,
        isMailed: fact.state === 'lost',
      });
      if (fact.isFunding) {
        await notifyHolders(tx, deps, fact.campaignId, {
          kind: 'campaign.dispute-ended',
          ref,
          title: msg('Payment dispute ended: {campaign}', { campaign: title }),
          text:
            fact.state === 'won'
              ? msg(
                  'A payment dispute for {campaign} was decided in the platform’s favor. Approved work is paid from what is in escrow. You can see its status under Payments.',
                  { campaign: title },
                )
              : msg(
                  'PayPal gave the advertiser money for {campaign} back. If the escrow doesn’t cover your approved work, the advertiser owes you the pay. You can see its status under Payments.',
                  { campaign: title },
                ),
        });
      }
    }),
  ];
}

type HolderNotice = Pick<Parameters<typeof notify>[3], 'kind' | 'ref' | 'title' | 'text'>;

/** Marketers whose pay has left the escrow have nothing to fear from a dispute. */
async function notifyHolders(tx: Tx, deps: Deps, campaignId: Id, notice: HolderNotice): Promise<void> {
  const paid = await tx
    .select({ marketerId: payment.marketerId })
    .from(payment)
    .where(and(eq(payment.campaignId, campaignId), eq(payment.isShort, false)));
  const isPaid = new Set(paid.map(({ marketerId }) => marketerId));
  for (const marketerId of await listHolders(tx, campaignId)) {
    if (isPaid.has(marketerId)) continue;
    await notify(tx, deps, marketerId, {
      ...notice,
      href: `/campaigns/${campaignId}`,
      isMailed: true,
    });
  }
}

interface ChargebackEnd {
  purpose: DisputedPurpose;
  isFunding: boolean;
  state: 'won' | 'lost';
  owedCents: number;
}

/** Says where the lost money had gone, if its payer now owes it. */
function formatChargebackEnd(
  { purpose, isFunding, state, owedCents }: ChargebackEnd,
  campaign: NameOrMessage,
): Message {
  const values = { purpose, campaign };
  if (state === 'won')
    return isFunding
      ? msg(
          'The dispute about your {purpose, select, tip {tip} other {payment}} for {campaign} is closed, and its money returned to the campaign.',
          values,
        )
      : msg(
          'The dispute about your {purpose, select, tip {tip} other {payment}} for {campaign} is closed. PayPal gave no money back.',
          values,
        );
  return owedCents > 0
    ? msg(
        'PayPal decided the dispute about your {purpose, select, tip {tip} other {payment}} for {campaign} in your favor. {amount} of it {purpose, select, debt {repaid what you owed after an earlier dispute} tip {went to the marketer, who keeps it} unused {was already refunded} other {was already earned by approved work}}, so you owe it to Promenade. Pay it on the campaign’s page. Until then you can’t fund another campaign.',
        { ...values, amount: formatDollars(owedCents) },
      )
    : msg(
        'PayPal decided the dispute about your {purpose, select, tip {tip} other {payment}} for {campaign} in your favor.',
        values,
      );
}
