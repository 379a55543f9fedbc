import { getCampaign } from '#campaigns/contract.ts';
import { getCampaignLedger } from '#campaigns/ledger-contract.ts';
import { listPayments } from '#payments/contract.ts';
import type { RemoteClient } from './remote-client.ts';
import type { Stage } from './stage.ts';

/** One campaign of the stage's advertiser, by its title, which no other has. */
export interface CampaignWorld {
  campaignId: string;
  title: string;
}

/** Everything that has become of a campaign's money, as its advertiser, its marketer and the wallet tell it, without ids and times. */
export interface MoneyView {
  campaign: string;
  /** Each move of the campaign's ledger: what, pay and fee. */
  ledger: string[];
  /** At the wallet. */
  captures: string[];
  refunds: string[];
}

export async function moneyOf(stage: Stage, world: CampaignWorld): Promise<MoneyView> {
  const books = await stage.wallet.books();
  const orders = books.orders.filter(({ description }) => description?.endsWith(world.title));
  const captures = books.captures.filter(({ orderId }) => orders.some(({ id }) => id === orderId));
  const refunds = books.refunds.filter(({ captureId }) => captures.some(({ id }) => id === captureId));
  const shown = ({ status, amount }: Record<string, string>) => `${status} ${amount}`;
  return {
    ...(await ledgerOf(stage, world)),
    captures: captures.map(shown),
    refunds: refunds.map(shown),
  };
}

/** What we ourselves show of it. */
export async function ledgerOf(
  stage: Stage,
  { campaignId }: CampaignWorld,
): Promise<Pick<MoneyView, 'campaign' | 'ledger'>> {
  const params = { id: campaignId };
  const campaign = await stage.advertiser.call(getCampaign, { params });
  const { body } = await stage.advertiser.call(getCampaignLedger, { params });
  return {
    campaign: campaign.body.status,
    ledger: body.lines.map(
      ({ move, pay, fee, isArrived }) =>
        `${move} ${pay} ${fee}${isArrived === false ? ' (not arrived)' : ''}`,
    ),
  };
}

/** Which of the wallet's payouts belong to one story: those that came while it was told. */
export interface PayoutRange {
  from: number;
  to: number;
}

/** A marketer's payments for a campaign, and every payout that the wallet got for them. */
export async function paymentsOf(
  stage: Stage,
  {
    campaignId,
    marketer,
    payouts: range,
  }: { campaignId: string; marketer: RemoteClient; payouts: PayoutRange },
) {
  const { body } = await marketer.call(listPayments, { query: { limit: 100 } });
  const { payouts } = await stage.wallet.books();
  const own = payouts.slice(range.from, range.to);
  const payments = body.filter((payment) => payment.campaignId === campaignId);
  return {
    payments: payments.map(({ status, amount, waitsFor }) => [status, amount, ...waitsFor].join(' ')),
    attempts: payments.map(({ attempt }) => String(attempt)),
    payouts: own.map(({ status, amount }) => `${status} ${amount}`),
    batches: new Set(own.map(({ senderBatchId }) => senderBatchId)).size,
  };
}
