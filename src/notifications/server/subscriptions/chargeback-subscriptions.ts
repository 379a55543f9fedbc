import { and, eq } from 'drizzle-orm';
import { listHolders } from '#applications/server/service.ts';
import type { Id } from '#kernel/id.ts';
import { formatDollars } from '#kernel/money.ts';
import { chargebackClosed, chargebackOpened, type DisputedPurpose } from '#payments/server/events.ts';
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
        text: `A dispute about ${sum} of your ${formatPayment(fact, title)} was opened at PayPal. ${
          fact.isFunding
            ? 'The campaign accepts no new marketers, and nothing is refunded, until it’s resolved.'
            : 'The campaign refunds nothing until it’s resolved.'
        }`,
        href: `/campaigns/${fact.campaignId}`,
        isMailed: true,
      });
      await notifyAdmins(tx, deps, {
        kind,
        ref,
        title: `Dispute over ${sum}`,
        text: `${await loadName(tx, { userId: fact.payerId, kind })} disputed the ${formatPayment(fact, title)} at PayPal. Respond to it there.`,
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
            ? `${await loadName(tx, { userId: fact.payerId, kind })} owes ${formatDollars(fact.owedCents)} ${debts[fact.purpose].forAdmins}. Until it is paid or written off, it is in the list of stuck money.`
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

interface Disputed {
  purpose: DisputedPurpose;
  isFunding: boolean;
}

function formatPayment({ purpose }: Pick<Disputed, 'purpose'>, title: string): string {
  return `${purpose === 'tip' ? 'tip' : 'payment'} for ${title}`;
}

const earned = {
  forPayer: 'was already earned by approved work',
  forAdmins: 'for work that was already approved',
};

/** Where the lost money had gone, which its payer now owes. */
const debts: Record<DisputedPurpose, { forPayer: string; forAdmins: string }> = {
  campaign: earned,
  shortfall: earned,
  debt: {
    forPayer: 'repaid what you owed after an earlier dispute',
    forAdmins: 'for the debt that this payment had repaid',
  },
  tip: { forPayer: 'went to the marketer, who keeps it', forAdmins: 'for a tip that the marketer keeps' },
  unused: {
    forPayer: 'was already refunded',
    forAdmins: 'for a payment that was already refunded',
  },
};

function formatChargebackEnd(
  fact: Disputed & { state: 'won' | 'lost'; owedCents: number },
  title: string,
): string {
  const dispute = `dispute about your ${formatPayment(fact, title)}`;
  if (fact.state === 'won')
    return fact.isFunding
      ? `The ${dispute} is closed, and its money returned to the campaign.`
      : `The ${dispute} is closed. PayPal gave no money back.`;
  const owed = formatDollars(fact.owedCents);
  return fact.owedCents > 0
    ? `PayPal decided the ${dispute} in your favor. ${owed} of it ${debts[fact.purpose].forPayer}, so you owe it to Promenade. Pay it on the campaign’s page. Until then you can’t fund another campaign.`
    : `PayPal decided the ${dispute} in your favor.`;
}
