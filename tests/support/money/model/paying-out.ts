/** How the model pays marketers: approvals, holds, and all outcomes of a payout. */
import { type Cents, calculateCumulativeFee, calculateFeeShare } from '#kernel/money.ts';
import type { Attempt, Marketer, Payment, Proof } from './facts.ts';
import type { Model } from './model.ts';

/** The yearly amount that may be paid without a tax ID; low, so that courses reach it often. */
export const TAX_FREE: Cents = 30_000;
const newYorkYear = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', year: 'numeric' });

/** An approval never fails for want of money: what the escrow does not cover is a shortfall. */
export function approve(model: Model, proof: Proof, part?: number): void {
  const { campaign, marketer } = proof.work;
  const { place, places } = campaign;
  const amount = part ?? place;
  Object.assign(proof, { status: 'approved', decidedAt: model.now });
  campaign.released += 1;
  const share = calculateFeeShare(campaign.fee, campaign.released, places);
  const fee = calculateCumulativeFee(share, amount, place);
  const isBehind = model.payments.some(
    (other) =>
      other.proof.work.campaign === campaign && isShort(other) && other.shortfall?.state !== 'renounced',
  );
  const payment: Payment = { proof, marketer, amount, isTaxHeld: false, fee, attempts: [] };
  model.payments.push(payment);
  if (!isBehind && model.left(campaign).pay >= amount) return releasePay(model, payment);
  payment.shortfall = { state: 'open', covered: 0, openedAt: model.now };
  model.saw(`approved work was short, ${model.isDisputed(campaign) ? 'during' : 'after'} a dispute`);
}

/** A dispute may have taken part of the fee. The platform earns what is left of its share. */
export function releasePay(model: Model, payment: Payment): void {
  const { campaign } = payment.proof.work;
  payment.fee = Math.min(payment.fee, model.left(campaign).fee);
  model.post(`fee_unearned:${campaign.id}`, 'fee_revenue', payment.fee);
  payMarketer(model, payment, `escrow:${campaign.id}`);
}

export function payMarketer(model: Model, payment: Payment, from: string): void {
  const { marketer, amount } = payment;
  const year = newYorkYear.format(model.now);
  marketer.earned.set(year, (marketer.earned.get(year) ?? 0) + amount);
  if (marketer.earned.size > 1) model.saw('pay of another year did not count against the tax threshold');
  const isTaxHeld = !marketer.isVerified && (marketer.earned.get(year) ?? 0) > TAX_FREE;
  if (isTaxHeld) model.saw('pay was held for want of a tax ID');
  Object.assign(payment, { isTaxHeld, year });
  model.post(from, `${isTaxHeld ? 'tax_hold' : 'payable'}:${marketer.id}`, amount);
  queue(model, payment);
}

const isShort = ({ shortfall }: Payment) =>
  ['open', 'given-up', 'renounced'].includes(shortfall?.state ?? '');

export const isPaid = ({ attempts }: Payment) => attempts.some(({ state }) => state === 'succeeded');
export const isInFlight = ({ attempts }: Payment) =>
  attempts.some(({ state }) => ['sent', 'unclaimed', 'held'].includes(state));
/** The wallet reports a returned attempt as paid, so only an administrator decides. */
export const isContradicted = ({ attempts }: Payment) => attempts.some(({ issue }) => issue);

export function waits(model: Model, payment: Payment): boolean {
  const { marketer, isTaxHeld, isDisputed = false } = payment;
  const { email, emailUsableAt, isVerified } = marketer;
  return (
    isDisputed || isShort(payment) || !isVerified || email === null || model.now < emailUsableAt || isTaxHeld
  );
}

export function queue(model: Model, payment: Payment): boolean {
  const receiver = payment.marketer.email;
  if (waits(model, payment) || receiver === null) return false;
  const { marketer, amount } = payment;
  const attempt: Attempt = { payment, amount, receiver, state: 'sent', isQueued: true, isCancelAsked: false };
  payment.attempts.push(attempt);
  model.post(`payable:${marketer.id}`, `payout_in_flight of ${marketer.id}`, amount);
  model.soon(() => withdrawOnHold(model, attempt));
  return true;
}

const isLeftBehind = ({ payment, receiver }: Attempt) => payment.marketer.email !== receiver;

/** The holds are checked again just before the call to the wallet. */
function withdrawOnHold(model: Model, attempt: Attempt): void {
  if (!attempt.isQueued) return;
  attempt.isQueued = false;
  if (!isLeftBehind(attempt) && !waits(model, attempt.payment)) return;
  withdraw(model, attempt);
  model.saw('a queued payout was withdrawn for another address');
}

export function withdraw(model: Model, attempt: Attempt): void {
  const { id } = attempt.payment.marketer;
  Object.assign(attempt, { state: 'withdrawn', isQueued: false });
  model.post(`payout_in_flight of ${id}`, `payable:${id}`, attempt.amount);
}

/** A tax ID was submitted, or a dispute took so much back that the year is below the limit again. */
export function endTaxHold(model: Model, payment: Payment): void {
  const { marketer, year = '', amount, isTaxHeld } = payment;
  const isNeeded = !marketer.isVerified && (marketer.earned.get(year) ?? 0) > TAX_FREE;
  if (!isTaxHeld || isNeeded) return;
  payment.isTaxHeld = false;
  model.post(`tax_hold:${marketer.id}`, `payable:${marketer.id}`, amount);
  model.saw(marketer.isVerified ? 'a tax hold was released' : 'a dispute ended a tax hold');
}

export function payWaiting(model: Model, marketer: Marketer): void {
  for (const payment of model.payments) {
    const attempt = payment.attempts.at(-1);
    if (payment.marketer !== marketer || isPaid(payment) || isShort(payment)) continue;
    if (payment.isCancelled) continue;
    endTaxHold(model, payment);
    if (attempt && !['withdrawn', 'failed'].includes(attempt.state)) {
      const isMeantBack = attempt.state === 'unclaimed' && isLeftBehind(attempt);
      if (isMeantBack && !attempt.isCancelAsked) askForCancel(model, attempt);
      continue;
    }
    // The same address would fail the same way.
    if (attempt?.state === 'failed' && attempt.receiver === marketer.email) continue;
    if (isContradicted(payment)) continue;
    if (queue(model, payment) && attempt?.state === 'failed')
      model.saw('a failed payout went out to a new address');
  }
}

export function askForCancel(model: Model, attempt: Attempt): void {
  attempt.isCancelAsked = true;
  if (attempt.state !== 'unclaimed') return;
  model.soon(() => {
    if (attempt.state !== 'unclaimed') return;
    if (attempt.item?.wallet === 'UNCLAIMED') attempt.item.wallet = 'RETURNED';
    lookAtPayout(model, attempt);
  });
}

/** Records the wallet's status. A final state stays, unless the wallet takes the money back. */
export function lookAtPayout(model: Model, attempt: Attempt): void {
  const { payment, item, state, isCancelAsked, amount } = attempt;
  const { marketer } = payment;
  const [payable, inFlight] = [`payable:${marketer.id}`, `payout_in_flight of ${marketer.id}`];
  const wallet = item?.wallet ?? 'PENDING';
  if (state === 'succeeded' && (wallet === 'REFUNDED' || wallet === 'RETURNED')) {
    attempt.state = 'failed';
    model.post('psp', payable, getOwed(attempt));
    model.post('psp', 'chargeback_loss', amount - getOwed(attempt));
    model.saw('a payout came back after it had arrived');
    return lossBecomesPayment(model, payment);
  }
  if (state === 'failed') return lookAtReturned(model, attempt, wallet);
  if (state !== 'sent' && state !== 'unclaimed' && state !== 'held') return;
  switch (wallet) {
    case 'PENDING':
      attempt.state = 'sent';
      return;
    case 'ONHOLD':
      attempt.state = 'held';
      return model.saw('a payout was held by the wallet');
    case 'UNCLAIMED':
      if (isCancelAsked && state === 'unclaimed') return;
      attempt.state = 'unclaimed';
      model.saw('a payout was unclaimed');
      if (isCancelAsked || isLeftBehind(attempt)) askForCancel(model, attempt);
      return;
    case 'SUCCESS':
      attempt.state = 'succeeded';
      return model.post(inFlight, 'psp', amount);
    default:
      attempt.state = 'failed';
      model.post(inFlight, payable, amount);
      model.saw(
        isCancelAsked && wallet === 'RETURNED' ? 'a payout was taken back' : `a payout ended ${wallet}`,
      );
  }
}

/** A dispute may have taken a part back after the wallet had returned the attempt. */
const getOwed = ({ amount, payment }: Attempt) => Math.min(amount, payment.amount);

/** The marketer still has the money of an attempt that was booked as a loss, so it is the payment. */
function lossBecomesPayment(model: Model, { attempts, marketer }: Payment): void {
  const loss = attempts.find(({ issue }) => issue === 'loss');
  if (!loss) return;
  Object.assign(loss, { state: 'succeeded', issue: undefined });
  model.post(`payable:${marketer.id}`, 'chargeback_loss', getOwed(loss));
  model.saw('a loss became the payment');
}

function lookAtReturned(model: Model, attempt: Attempt, wallet: string): void {
  if (attempt.issue === 'loss' && (wallet === 'REFUNDED' || wallet === 'RETURNED')) {
    attempt.issue = undefined;
    model.post('psp', 'chargeback_loss', attempt.amount);
    model.saw('a loss came back');
  } else if (wallet === 'SUCCESS') attempt.issue ??= 'contradicted';
}

/** Returns whether an administrator can book what the wallet now says, and books it. */
export function resolve(model: Model, attempt: Attempt): boolean {
  const { payment, item, wasBookedLate, amount } = attempt;
  const { marketer } = payment;
  if (item?.wallet !== 'SUCCESS') {
    attempt.issue = undefined;
    model.saw('a payout paid after its return came back again');
    return true;
  }
  if (wasBookedLate || isInFlight(payment)) return false;
  attempt.wasBookedLate = true;
  if (isPaid(payment) || payment.isCancelled) {
    attempt.issue = 'loss';
    model.post('chargeback_loss', 'psp', amount);
    model.saw(isPaid(payment) ? 'a payout was paid twice' : 'a cancelled payout was paid');
  } else {
    Object.assign(attempt, { state: 'succeeded', issue: undefined });
    model.post(`payable:${marketer.id}`, 'psp', getOwed(attempt));
    model.post('chargeback_loss', 'psp', amount - getOwed(attempt));
    if (getOwed(attempt) < amount) model.saw('a payout arrived after a dispute had taken a part back');
    model.saw('a payout was paid after its return');
  }
  return true;
}
