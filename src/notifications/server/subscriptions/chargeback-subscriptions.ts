import { and, eq } from 'drizzle-orm';
import { listHolders } from '#applications/server/service.ts';
import type { Id } from '#kernel/id.ts';
import { formatDollars } from '#kernel/money.ts';
import { chargebackClosed, chargebackOpened } from '#payments/server/events.ts';
import { payment } from '#payments/server/tables.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { subscribe, type Subscription } from '#platform/server/outbox/announce.ts';
import { loadCampaignTitle, loadName } from '../notification-text.ts';
import { notify, notifyAdmins } from '../service.ts';

/** Notifies the payer, admins, and the marketers who hold a place, about disputes at the wallet. */
export function chargebackSubscriptions(deps: Deps): Subscription[] {
  return [
    subscribe(chargebackOpened, async (tx, fact, { ref }) => {
      const kind = 'chargeback.reported';
      const title = await loadCampaignTitle(tx, fact.campaignId);
      const sum = formatDollars(fact.amountCents);
      await notify(tx, deps, fact.payerId, {
        kind: 'chargeback.opened',
        ref,
        title: `Payment disputed: ${title}`,
        text: `A dispute about ${sum} of your payment for ${title} was opened at PayPal. The campaign accepts no new marketers, and nothing is refunded, until it’s resolved.`,
        href: `/campaigns/${fact.campaignId}`,
        isMailed: true,
      });
      await notifyAdmins(tx, deps, {
        kind,
        ref,
        title: `Dispute over ${sum}`,
        text: `${await loadName(tx, { userId: fact.payerId, kind })} disputed the payment for ${title} at PayPal. Respond to it there.`,
        href: `/campaigns/${fact.campaignId}`,
        isMailed: true,
      });
      if (fact.isFunding) {
        await notifyHolders(tx, deps, fact.campaignId, {
          kind: 'campaign.payment-disputed',
          ref,
          title: `Payment disputed: ${title}`,
          text: `The advertiser disputed their payment for ${title} at PayPal. You keep your place, and your work can still be approved. Your pay may be delayed until the dispute ends.`,
        });
      }
    }),
    subscribe(chargebackClosed, async (tx, fact, { ref }) => {
      const kind = 'chargeback.settled';
      const title = await loadCampaignTitle(tx, fact.campaignId);
      await notify(tx, deps, fact.payerId, {
        kind: 'chargeback.closed',
        ref,
        title: `Dispute closed: ${title}`,
        text: formatChargebackEnd(fact, title),
        href: `/campaigns/${fact.campaignId}`,
        isMailed: true,
      });
      await notifyAdmins(tx, deps, {
        kind,
        ref,
        title: `Dispute ${fact.state}: ${title}`,
        text:
          fact.owedCents > 0
            ? `${await loadName(tx, { userId: fact.payerId, kind })} owes ${formatDollars(fact.owedCents)} for work that was already approved. Until it is paid or written off, it is in the list of stuck money.`
            : `No money is owed after the dispute over ${formatDollars(fact.amountCents)}.`,
        href: `/campaigns/${fact.campaignId}`,
        isMailed: fact.state === 'lost',
      });
      if (fact.isFunding) {
        await notifyHolders(tx, deps, fact.campaignId, {
          kind: 'campaign.dispute-ended',
          ref,
          title: `Payment dispute ended: ${title}`,
          text:
            fact.state === 'won'
              ? `A payment dispute for ${title} was decided in the platform’s favor. Approved work is paid from what is in escrow. You can see its status under Payments.`
              : `PayPal gave the advertiser money for ${title} back. If the escrow doesn’t cover your approved work, the advertiser owes you the pay. You can see its status under Payments.`,
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

function formatChargebackEnd(fact: { state: 'won' | 'lost'; owedCents: number }, title: string): string {
  if (fact.state === 'won')
    return `The dispute about your payment for ${title} is closed, and its money returned to the campaign.`;
  const owed = formatDollars(fact.owedCents);
  return fact.owedCents > 0
    ? `PayPal decided the dispute about your payment for ${title} in your favor. ${owed} of it was already earned by approved work, so you owe it to Promenade. Pay it on the campaign’s page. Until then you can’t fund another campaign.`
    : `PayPal decided the dispute about your payment for ${title} in your favor.`;
}
