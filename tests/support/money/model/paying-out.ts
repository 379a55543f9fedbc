/** How the model pays marketers: approvals, holds, and every way a payout can go. */
import { type Cents, feeShare } from '#kernel/money.ts';
import { DAY } from '#kernel/time.ts';
import { type Attempt, type Marketer, type Payment, type Proof, sumOf, type Work } from './facts.ts';
import type { Model } from './model.ts';

/** What may be paid in a year without a tax ID; low, so that it is met often. */
export const TAX_FREE: Cents = 30_000;
const newYorkYear = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', year: 'numeric' });

/** Why this proof cannot be paid now, or null. */
export function whyNotPayable(model: Model, { campaign }: Work): string | null {
  if (model.isDisputed(campaign)) return 'payment/disputed';
  const left = model.left(campaign);
  const fee = feeShare(campaign.fee, campaign.released + 1, campaign.places);
  return left.pay < campaign.place || left.fee < fee ? 'payment/escrow-short' : null;
}

export function approve(model: Model, proof: Proof): void {
  const { work } = proof;
  const { campaign, marketer } = work;
  proof.status = 'approved';
  proof.decidedAt = model.now;
  campaign.released += 1;
  const payment: Payment = {
    proof,
    marketer,
    campaign,
    amount: campaign.place,
    fee: feeShare(campaign.fee, campaign.released, campaign.places),
    createdAt: model.now,
    isTaxHeld: false,
    status: 'pending',
    attempts: [],
  };
  model.payments.push(payment);
  payment.isTaxHeld = !marketer.isVerified && releasedThisYear(model, marketer) > TAX_FREE;
  if (payment.isTaxHeld) model.saw('pay was held for want of a tax ID');
  queue(model, payment);
}

function releasedThisYear(model: Model, marketer: Marketer): Cents {
  const year = newYorkYear.format(model.now);
  const own = model.payments.filter((payment) => payment.marketer === marketer);
  const sameYear = own.filter(({ createdAt }) => newYorkYear.format(createdAt) === year);
  if (sameYear.length < own.length) model.saw('pay of another year did not count against the tax threshold');
  return sumOf(sameYear, ({ amount }) => amount);
}

export function waits(model: Model, { marketer, isTaxHeld }: Payment): boolean {
  const { email, emailSetAt, isFirstEmail, isVerified } = marketer;
  const isRecent = !isFirstEmail && model.now - emailSetAt < DAY;
  return !isVerified || email === null || isRecent || isTaxHeld;
}

export function queue(model: Model, payment: Payment): boolean {
  const receiver = payment.marketer.email;
  if (waits(model, payment) || receiver === null) return false;
  payment.status = 'pending';
  const attempt: Attempt = { payment, receiver, ours: 'queued', isCancelAsked: false };
  payment.attempts.push(attempt);
  model.later(() => submit(model, attempt));
  return true;
}

function submit(model: Model, attempt: Attempt): void {
  const { payment, receiver } = attempt;
  if (payment.marketer.email !== receiver || waits(model, payment)) {
    attempt.ours = 'withdrawn';
    model.saw('a queued payout was withdrawn for another address');
    return;
  }
  attempt.ours = 'sent';
  model.soon(() => model.atWallet?.sendPayout(attempt));
}

export function payWaiting(model: Model, marketer: Marketer): void {
  for (const payment of model.payments) {
    if (payment.marketer !== marketer || payment.status === 'completed') continue;
    if (marketer.isVerified && payment.isTaxHeld) {
      payment.isTaxHeld = false;
      model.saw('a tax hold was released');
    }
    const attempt = payment.attempts.at(-1);
    if (attempt && isLive(attempt)) takeBackLeftBehind(model, attempt);
    else if (payment.status === 'failed' && attempt?.receiver === marketer.email) continue;
    else if (queue(model, payment) && attempt?.ours === 'failed')
      model.saw('a failed payout went out to a new address');
  }
}

function takeBackLeftBehind(model: Model, attempt: Attempt): void {
  const isLeftBehind = attempt.payment.marketer.email !== attempt.receiver;
  if (attempt.ours === 'unclaimed' && isLeftBehind && !attempt.isCancelAsked) askForCancel(model, attempt);
}

export function askForCancel(model: Model, attempt: Attempt): void {
  attempt.isCancelAsked = true;
  if (attempt.ours === 'unclaimed') model.soon(() => model.atWallet?.cancelPayout(attempt));
}

/** What the wallet says of an attempt is taken in; what is final stays, unless the wallet has taken it back. */
export function look(model: Model, attempt: Attempt): void {
  const { payment, item, ours } = attempt;
  if (!item) return;
  const { status } = item;
  if (ours === 'succeeded') {
    if (status !== 'REFUNDED' && status !== 'RETURNED') return;
    attempt.ours = 'failed';
    payment.status = 'failed';
    return model.saw('a payout came back after it had arrived');
  }
  if (ours !== 'sent' && ours !== 'unclaimed' && ours !== 'held') return;
  switch (status) {
    case 'SUCCESS':
      attempt.ours = 'succeeded';
      payment.status = 'completed';
      return;
    case 'PENDING':
      attempt.ours = 'sent';
      return;
    case 'ONHOLD':
      attempt.ours = 'held';
      return model.saw('a payout was held by the wallet');
    case 'UNCLAIMED': {
      const wasAsked = attempt.isCancelAsked;
      if (wasAsked && ours === 'unclaimed') return;
      attempt.ours = 'unclaimed';
      model.saw('a payout was unclaimed');
      const isLeftBehind = payment.marketer.email !== attempt.receiver;
      if (wasAsked || isLeftBehind) askForCancel(model, attempt);
      return;
    }
    default:
      attempt.ours = 'failed';
      payment.status = 'failed';
      return model.saw(
        attempt.isCancelAsked && status === 'RETURNED'
          ? 'a payout was taken back'
          : `a payout ended ${status}`,
      );
  }
}

const isLive = ({ ours }: Attempt) => ours !== 'withdrawn' && ours !== 'failed';
