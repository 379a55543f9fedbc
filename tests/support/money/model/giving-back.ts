/** How the model gives payers their money back: closing, refunds, and what funds nothing. */
import { feeThrough } from '#kernel/money.ts';
import { DAY, HOUR } from '#kernel/time.ts';
import type { Campaign, Order, Proof, Refund, Sums, Work } from './facts.ts';
import type { Model } from './model.ts';

const disputeIssues = ['TRANSACTION_DISPUTED', 'REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK'];

function countHeld(model: Model, campaign: Campaign): number {
  return model.works.filter((work) => work.campaign === campaign && isHeld(model, work)).length;
}

export function isHeld(model: Model, { campaign, status, proofs, dispute }: Work): boolean {
  if (status !== 'approved' || proofs.some((proof) => proof.status === 'approved')) return false;
  if (dispute) return dispute.state === 'open';
  const rejected = proofs.filter((proof) => proof.status === 'rejected');
  return (
    proofs.some((proof) => proof.status === 'pending') ||
    rejected.some(({ decidedAt }) => decidedAt > model.now - 7 * DAY) ||
    (rejected.length < 2 && campaign.proofDueAt >= model.now)
  );
}

/** What nobody counts on of a closed campaign's money. */
export function due(model: Model, campaign: Campaign): Sums {
  if (!campaign.isClosing) return { pay: 0, fee: 0 };
  const { place, fee, released, places } = campaign;
  const held = countHeld(model, campaign);
  const left = model.left(campaign);
  const kept = feeThrough(fee, released + held, places) - feeThrough(fee, released, places);
  return { pay: Math.max(0, left.pay - place * held), fee: Math.max(0, left.fee - kept) };
}

/** Gives it back, and completes the campaign where no place is held; a refusal undoes all of it. */
export function settle(model: Model, campaign: Campaign): string {
  if (!campaign.isClosing || model.isDisputed(campaign)) return 'ok';
  const { pay, fee } = due(model, campaign);
  const order = model.orders.find((one) => one.campaign === campaign && one.ours === 'bound');
  if (order && pay + fee > 0 && mayRefund(model, campaign)) {
    if (model.refundable(order) < pay + fee) return 'payment/not-refundable';
    submitRefund(model, { order, origin: 'escrow', pay, fee });
  }
  if (countHeld(model, campaign) === 0) campaign.status = 'completed';
  else model.saw('a campaign was closed while places were held');
  return 'ok';
}

function mayRefund(model: Model, campaign: Campaign): boolean {
  const newest = newestRefund(model, campaign);
  return !newest || mayFollow(model, newest);
}

function newestRefund(model: Model, campaign: Campaign): Refund | undefined {
  return model.refunds.findLast(({ order, origin }) => order.campaign === campaign && origin === 'escrow');
}

function mayFollow(model: Model, { order, state, issue, endedAt }: Refund): boolean {
  if (state !== 'failed') return true;
  if (!disputeIssues.includes(issue ?? '')) return false;
  const ended = model.chargebacks.some(
    (cb) =>
      cb.order.campaign === order.campaign &&
      (cb.ours === 'won' || cb.ours === 'lost') &&
      cb.closedAt >= endedAt,
  );
  return ended || endedAt <= model.now - DAY;
}

export function submitRefund(
  model: Model,
  { order, origin, pay, fee }: Pick<Refund, 'order' | 'origin' | 'pay' | 'fee'>,
  isRetry = false,
): void {
  const refund: Refund = {
    order,
    origin,
    pay,
    fee,
    state: 'submitting',
    issue: null,
    createdAt: model.now,
    endedAt: 0,
    isRetried: false,
    isRetry,
  };
  model.refunds.push(refund);
  model.soon(() => model.atWallet?.sendRefund(refund));
}

export function failRefund(model: Model, refund: Refund, issue: string): void {
  Object.assign(refund, { state: 'failed', issue, endedAt: model.now });
  if (!disputeIssues.includes(issue)) return model.saw(`a refund failed: ${issue}`);
  model.saw('a refund met a dispute');
  model.soon(() => model.atWallet?.tellDisputes(refund.order));
}

export function lookAtRefund(model: Model, refund: Refund): void {
  if (refund.state !== 'pending') return;
  if (refund.wallet === 'COMPLETED') refund.state = 'completed';
  else if (refund.wallet === 'FAILED' || refund.wallet === 'CANCELLED')
    failRefund(model, refund, `REFUND_${refund.wallet}`);
}

export function giveBack(model: Model, order: Order): void {
  if (order.ours !== 'surplus' || model.isDisputed(order.campaign)) return;
  const cents = Math.min(model.suspense(order), model.refundable(order));
  if (cents === 0) return;
  const pay = Math.min(cents, order.campaign.pay);
  submitRefund(model, { order, origin: 'suspense', pay, fee: cents - pay });
  model.saw('money that funds nothing went back');
}

/** Again, unless the wallet's no is a person's to settle. */
export function giveBackAgain(model: Model, order: Order): void {
  const failed = model.refunds.filter(
    (one) => one.order === order && one.origin === 'suspense' && one.state === 'failed' && !one.isRetried,
  );
  const isOver = ({ issue, endedAt }: Refund) =>
    disputeIssues.includes(issue ?? '') &&
    model.chargebacksOf(order).some(({ ours, closedAt }) => ours !== 'open' && closedAt >= endedAt);
  if (failed.every(isOver)) giveBack(model, order);
}

export function sweepCampaigns(model: Model): void {
  const due = model.campaigns.filter(
    ({ status, isClosing, released, places, proofDueAt }) =>
      status === 'active' && !isClosing && (released === places || proofDueAt < model.now),
  );
  for (const campaign of due) {
    campaign.isClosing = true;
    if (settle(model, campaign) !== 'ok') campaign.isClosing = false;
    else model.saw(campaign.released === campaign.places ? 'a campaign finished' : 'a campaign expired');
  }
  for (const campaign of model.campaigns) {
    if (campaign.isClosing && campaign.status === 'active') settle(model, campaign);
  }
  for (const campaign of model.campaigns) refundAgain(model, campaign);
}

/** Behind a refund that met a dispute, or one that repeats another, more may be due. */
function refundAgain(model: Model, campaign: Campaign): void {
  const newest = newestRefund(model, campaign);
  if (!newest || !(newest.isRetry || disputeIssues.includes(newest.issue ?? ''))) return;
  if (!mayFollow(model, newest) || model.isDisputed(campaign)) return;
  const before = model.refunds.length;
  settle(model, campaign);
  if (model.refunds.length > before) model.saw('a refund followed one that had failed');
}

export function silentlyApproved(model: Model): Proof[] {
  return model.proofs
    .filter(({ status, submittedAt }) => status === 'pending' && submittedAt + 72 * HOUR <= model.now)
    .toSorted((one, other) => one.submittedAt - other.submittedAt);
}
