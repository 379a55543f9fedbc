/** Approved work that the escrow does not cover, because its payer took money back (decision 37). */
import { DAY } from '#kernel/time.ts';
import type { Campaign, Chargeback, Order, Payment } from './facts.ts';
import type { Model } from './model.ts';
import { releasePay } from './paying-out.ts';

export const isUnpaid = ({ shortfall }: Payment) =>
  shortfall?.state === 'open' || shortfall?.state === 'given-up';

export const isOwed = (payment: Payment) => isUnpaid(payment) || payment.shortfall?.state === 'covered';

/** The payments of a campaign, in the order of the approvals. */
const listPayments = (model: Model, campaign: Campaign) =>
  model.payments.filter(({ proof }) => proof.work.campaign === campaign);

export const hasUnpaidShortfall = (model: Model, campaign: Campaign) =>
  listPayments(model, campaign).some(isUnpaid);

/** Returns how much of a shortfall's pay is missing. What the escrow has left belongs to the oldest. */
export function missing(model: Model, payment: Payment): number {
  const { campaign } = payment.proof.work;
  const [oldest] = listPayments(model, campaign).filter(isUnpaid);
  return payment.amount - (payment === oldest ? model.left(campaign).pay : 0);
}

/** Pays what the escrow covers, the oldest approval first. */
export function settle(model: Model, campaign: Campaign): void {
  for (const payment of listPayments(model, campaign).filter(isUnpaid)) {
    if (model.left(campaign).pay < payment.amount) return;
    if (payment.shortfall) payment.shortfall.state = 'paid';
    releasePay(model, payment);
    model.saw('a shortfall was paid when money came back');
  }
}

export function cover(model: Model, payment: Payment): void {
  const { campaign } = payment.proof.work;
  const cents = missing(model, payment);
  model.post('platform_loss', `escrow:${campaign.id}`, cents);
  if (payment.shortfall) Object.assign(payment.shortfall, { state: 'covered', covered: cents });
  releasePay(model, payment);
  model.saw('the platform covered a shortfall');
}

/** Money that no marketer can claim repays the platform before the advertiser gets any. Returns the amount. */
export function recover(model: Model, campaign: Campaign, free: number): number {
  let left = free;
  for (const payment of listPayments(model, campaign)) {
    if (payment.shortfall?.state !== 'covered' || left <= 0) continue;
    left -= recoverFrom(model, payment, left);
    model.saw('the platform got its money back');
  }
  return free - left;
}

/** An order for a shortfall or debt was captured. */
export function bindRepayment(model: Model, order: Order, owed: Payment | Chargeback): void {
  if (order.state !== 'captured') return;
  order.state = 'bound';
  if ('proof' in owed) bindToShortfall(model, order, owed);
  else bindToDebt(model, order, owed);
}

function bindToDebt(model: Model, { id, campaign, amount }: Order, chargeback: Chargeback): void {
  chargeback.owed -= amount;
  model.post(`suspense:${id}`, `receivable:${campaign.owner}`, amount);
  model.saw('an advertiser repaid a debt');
}

function bindToShortfall(model: Model, order: Order, payment: Payment): void {
  const { id, campaign, amount } = order;
  model.post(`suspense:${id}`, `escrow:${campaign.id}`, amount);
  if (payment.shortfall?.state === 'covered') recoverFrom(model, payment, amount);
  settle(model, campaign);
  model.saw('an advertiser paid a shortfall');
}

/** Returns what the platform covered in this campaign and has not got back. */
export const covered = (model: Model, campaign: Campaign) =>
  listPayments(model, campaign).reduce(
    (sum, { shortfall }) => sum + (shortfall?.state === 'covered' ? shortfall.covered : 0),
    0,
  );

function recoverFrom(model: Model, { proof, shortfall }: Payment, amount: number): number {
  if (!shortfall) return 0;
  const cents = Math.min(amount, shortfall.covered);
  shortfall.covered -= cents;
  if (shortfall.covered === 0) shortfall.state = 'recovered';
  else model.saw('the platform got part of its money back');
  model.post(`escrow:${proof.work.campaign.id}`, 'platform_loss', cents);
  return cents;
}

export function giveUpShortfalls(model: Model): void {
  for (const { shortfall, proof } of model.payments) {
    if (shortfall?.state !== 'open' || shortfall.openedAt > model.now - 60 * DAY) continue;
    if (model.isDisputed(proof.work.campaign)) continue;
    shortfall.state = 'given-up';
    model.saw('a shortfall was given up');
  }
}
