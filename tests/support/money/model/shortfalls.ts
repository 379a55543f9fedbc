/** Approved work that the escrow does not cover, because its payer took money back (decision 37). */
import { calculateCumulativeFee } from '#kernel/money.ts';
import { DAY } from '#kernel/time.ts';
import {
  addSums,
  type Campaign,
  type Chargeback,
  type Order,
  type Payment,
  type Proof,
  type Sums,
} from './facts.ts';
import type { Model } from './model.ts';
import { payMarketer, releasePay } from './paying-out.ts';

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

/** Returns the fee on the missing pay, in full cents. */
export function missingFee(model: Model, payment: Payment): number {
  const { amount, fee } = payment;
  return fee - calculateCumulativeFee(fee, amount - missing(model, payment), amount);
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
  const [pay, fee] = [missing(model, payment), missingFee(model, payment)];
  model.post('platform_loss', `escrow:${campaign.id}`, pay);
  model.post('platform_loss', `fee_unearned:${campaign.id}`, fee);
  if (payment.shortfall) Object.assign(payment.shortfall, { state: 'covered', covered: pay + fee });
  releasePay(model, payment);
  model.saw('the platform covered a shortfall');
}

/** A tip's payment is not used for refunds of escrow. */
export const listRefundable = (model: Model, campaign: Campaign) =>
  model.orders.filter((order) => order.campaign === campaign && order.state === 'bound' && !isTip(order));

const isTip = ({ repays }: Order) => repays !== undefined && 'proof' in repays && repays.isTip === true;

interface Taking {
  from: Payment | Chargeback;
  account: string;
  sums: Sums;
}

/**
 * Returns how money that no marketer can claim repays the platform before the advertiser gets any, and the rest: for
 * covers, debts, and losses that were written off, as far as the wallet cannot refund the money.
 */
export function planTakings(model: Model, campaign: Campaign, free: Sums): { takings: Taking[]; rest: Sums } {
  const rest = { ...free };
  const takings: Taking[] = [];
  const take = (from: Payment | Chargeback, account: string, cents: number) => {
    const pay = Math.min(rest.pay, cents);
    const fee = Math.min(rest.fee, cents - pay);
    rest.pay -= pay;
    rest.fee -= fee;
    if (pay + fee > 0) takings.push({ from, account, sums: { pay, fee } });
  };
  for (const payment of listPayments(model, campaign)) {
    if (payment.shortfall?.state === 'covered') take(payment, 'platform_loss', payment.shortfall.covered);
  }
  const lost = listLost(model, campaign);
  for (const debt of lost) take(debt, `receivable:${campaign.owner}`, debt.owed);
  const refundable = addSums(listRefundable(model, campaign).map((order) => Math.max(0, order.refundable)));
  for (const loss of lost) {
    const excess = Math.max(0, rest.pay + rest.fee - refundable);
    take(loss, 'chargeback_loss', Math.min(loss.writtenOff, excess));
  }
  return { takings, rest };
}

/** Repays the platform from this money. Returns the rest. */
export function repayPlatform(model: Model, campaign: Campaign, free: Sums): Sums {
  const { takings, rest } = planTakings(model, campaign, free);
  for (const { from, account, sums } of takings) {
    if ('proof' in from) {
      recoverFrom(model, from, sums);
      model.saw('the platform got its money back');
      continue;
    }
    model.post(`escrow:${campaign.id}`, account, sums.pay);
    model.post(`fee_unearned:${campaign.id}`, account, sums.fee);
    from[account === 'chargeback_loss' ? 'writtenOff' : 'owed'] -= sums.pay + sums.fee;
    model.saw(`money that came back went to ${account.split(':')[0]}`);
  }
  return rest;
}

/** Money that funds nothing came back after its payer had won a dispute over it. It repays that loss. */
export function repayFromSuspense(model: Model, order: Order): void {
  for (const loss of listLost(model, order.campaign).filter((one) => one.order === order)) {
    const place = loss.writtenOff > 0 ? 'writtenOff' : 'owed';
    const cents = Math.min(model.credit(`suspense:${order.id}`), loss[place]);
    const account = place === 'owed' ? `receivable:${order.campaign.owner}` : 'chargeback_loss';
    model.post(`suspense:${order.id}`, account, cents);
    loss[place] -= cents;
  }
}

const listLost = (model: Model, campaign: Campaign) =>
  model.chargebacks
    .filter(({ order, state }) => order.campaign === campaign && state === 'lost')
    .toSorted((one, other) => one.closedAt - other.closedAt || (one.id < other.id ? -1 : 1));

/** An order for a shortfall, debt, or tip was captured. */
export function bindRepayment(
  model: Model,
  order: Order,
  owed: Payment | Chargeback,
  giveBack: (order: Order) => void,
): void {
  if (order.state !== 'captured') return;
  if (isTooMuch(order, owed) || (isTip(order) && !isTipDue(model, owed))) {
    order.state = 'surplus';
    model.later(() => giveBack(order));
    return;
  }
  order.state = 'bound';
  if (isTip(order)) bindToTip(model, order, owed as Payment);
  else if ('proof' in owed) bindToShortfall(model, order, owed);
  else bindToDebt(model, order, owed);
}

/** Less is owed by now. Money for unpaid work is taken all the same. */
function isTooMuch({ amount }: Order, owed: Payment | Chargeback): boolean {
  if (!('proof' in owed)) return owed.owed < amount;
  if (owed.isTip) return false;
  return !isOwed(owed) || (owed.shortfall?.state === 'covered' && owed.shortfall.covered < amount);
}

/** False if the marketer deleted the account, or a dispute holds or took back the pay. */
const isTipDue = (model: Model, owed: Payment | Chargeback) =>
  'proof' in owed &&
  model.marketers.includes(owed.marketer) &&
  owed.proof.status === 'approved' &&
  !holdsPay(model, owed.proof);

export const holdsPay = (model: Model, proof: Proof) =>
  model.payments.some((payment) => payment.proof === proof && payment.isDisputed);

function bindToTip(model: Model, { id }: Order, payment: Payment): void {
  model.payments.push(payment);
  payMarketer(model, payment, `suspense:${id}`);
  model.saw('a tip was passed on');
}

function bindToDebt(model: Model, { id, campaign, amount }: Order, chargeback: Chargeback): void {
  chargeback.owed -= amount;
  model.post(`suspense:${id}`, `receivable:${campaign.owner}`, amount);
  model.saw('an advertiser repaid a debt');
}

function bindToShortfall(model: Model, order: Order, payment: Payment): void {
  const { id, campaign, amount, repaidFee: fee = 0 } = order;
  model.post(`suspense:${id}`, `escrow:${campaign.id}`, amount - fee);
  model.post(`suspense:${id}`, `fee_unearned:${campaign.id}`, fee);
  if (payment.shortfall?.state === 'covered') recoverFrom(model, payment, { pay: amount - fee, fee });
  settle(model, campaign);
  model.saw('an advertiser paid a shortfall');
}

function recoverFrom(model: Model, { proof, shortfall }: Payment, { pay, fee }: Sums): void {
  if (!shortfall) return;
  shortfall.covered -= pay + fee;
  if (shortfall.covered === 0) shortfall.state = 'recovered';
  else model.saw('the platform got part of its money back');
  const { id } = proof.work.campaign;
  model.post(`escrow:${id}`, 'platform_loss', pay);
  model.post(`fee_unearned:${id}`, 'platform_loss', fee);
}

export function giveUpShortfalls(model: Model): void {
  for (const { shortfall, proof } of model.payments) {
    if (shortfall?.state !== 'open' || shortfall.openedAt > model.now - 60 * DAY) continue;
    if (model.isDisputed(proof.work.campaign)) continue;
    shortfall.state = 'given-up';
    model.saw('a shortfall was given up');
  }
}
