/** How the model refunds payers: closing, refunds, disputes, and payments that fund nothing. */
import { calculateCumulativeFee } from '#kernel/money.ts';
import { DAY } from '#kernel/time.ts';
import {
  type Campaign,
  type Chargeback,
  type Order,
  type Payment,
  type Refund,
  type Sums,
  addSums,
  isForEscrow,
  type Work,
} from './facts.ts';
import type { Model } from './model.ts';
import {
  bindRepayment,
  hasUnpaidShortfall,
  listRefundable,
  planTakings,
  repayFromSuspense,
  repayPlatform,
  settle,
} from './shortfalls.ts';

const disputeIssues = ['TRANSACTION_DISPUTED', 'REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK'];

/** Returns whether the place belongs to a marketer who is not paid yet but still can be. */
export function isHeld(model: Model, { campaign, isWithdrawn, proofs, dispute }: Work): boolean {
  if (isWithdrawn || proofs.some((proof) => proof.status === 'approved')) return false;
  if (dispute) return dispute.state === 'open';
  const rejected = proofs.filter((proof) => proof.status === 'rejected');
  return (
    rejected.length < proofs.length ||
    rejected.some(({ decidedAt }) => decidedAt > model.now - 7 * DAY) ||
    (rejected.length < 2 && campaign.proofDueAt >= model.now)
  );
}

/** While the advertiser disputes an approval, its money may come back. */
const isPayDisputed = (model: Model, campaign: Campaign) =>
  model.payments.some(({ proof, isDisputed }) => isDisputed && proof.work.campaign === campaign);

const heldPlaces = (model: Model, campaign: Campaign) =>
  model.works.filter((work) => work.campaign === campaign && isHeld(model, work)).length;

/** Returns the part of a closed campaign's money that no marketer can still earn. */
export function due(model: Model, campaign: Campaign): Sums {
  if (!campaign.isClosing) return { pay: 0, fee: 0 };
  const { place, fee, released, places } = campaign;
  const held = heldPlaces(model, campaign);
  const left = model.left(campaign);
  // An advertiser who disputed the payment gets nothing back while a marketer can still claim it.
  const areClaimsOpen = held > 0 || isPayDisputed(model, campaign) || hasUnpaidShortfall(model, campaign);
  if (areClaimsOpen && wasDisputed(model, campaign)) return { pay: 0, fee: 0 };
  const kept =
    calculateCumulativeFee(fee, released + held, places) - calculateCumulativeFee(fee, released, places);
  return { pay: Math.max(0, left.pay - place * held), fee: Math.max(0, left.fee - kept) };
}

/** Refunds what is due after the platform is repaid, and completes the campaign if no place is held. */
export function refundDue(model: Model, campaign: Campaign): void {
  if (!campaign.isClosing || model.isDisputed(campaign)) return;
  const back = repayPlatform(model, campaign, due(model, campaign));
  const newest = newestRefund(model, campaign);
  if (back.pay + back.fee > 0 && (!newest || mayFollow(model, newest))) {
    const parts = splitRefund(model, campaign, back);
    if (!parts) throw new Error(`the rest of campaign ${campaign.id} cannot be refunded`);
    for (const part of parts) submitRefund(model, { ...part, origin: 'escrow' });
  }
  const isOver = heldPlaces(model, campaign) === 0 && !isPayDisputed(model, campaign);
  if (isOver && !hasUnpaidShortfall(model, campaign)) campaign.status = 'completed';
  else model.saw('a campaign was closed while places were held');
}

/** Money that returned to a closed campaign belongs to the platform if its payer owes it. */
function claimReturned(model: Model, campaign: Campaign): void {
  if (!model.isDisputed(campaign)) repayPlatform(model, campaign, due(model, campaign));
}

/** Splits a refund over the campaign's captures, the oldest first. Returns null if they do not cover it. */
function splitRefund(model: Model, campaign: Campaign, back: Sums): (Sums & { order: Order })[] | null {
  const left = { ...back };
  const parts: (Sums & { order: Order })[] = [];
  for (const order of listRefundable(model, campaign)) {
    const pay = Math.min(left.pay, Math.max(0, order.refundable));
    const fee = Math.min(left.fee, Math.max(0, order.refundable) - pay);
    if (pay + fee > 0) parts.push({ order, pay, fee });
    left.pay -= pay;
    left.fee -= fee;
  }
  return left.pay + left.fee === 0 ? parts : null;
}

const wasDisputed = (model: Model, campaign: Campaign) =>
  model.chargebacks.some(({ order, state }) => order.campaign === campaign && isRecorded(state));
const isRecorded = (state: Chargeback['state']) => state !== 'unheard' && state !== 'never';

const newestRefund = (model: Model, campaign: Campaign) =>
  model.refunds.findLast(({ order, origin }) => order.campaign === campaign && origin === 'escrow');

/**
 * Returns whether a refund that met a dispute may be followed: when the dispute has ended, or after a day.
 */
function mayFollow(model: Model, refund: Refund): boolean {
  if (refund.state !== 'failed') return true;
  if (!disputeIssues.includes(refund.issue)) return false;
  return isDisputeOver(model, refund) || refund.endedAt <= model.now - DAY;
}

const isDisputeOver = (model: Model, { order, origin, endedAt }: Refund) =>
  model.chargebacks.some((one) => {
    const isSame = origin === 'escrow' ? one.order.campaign === order.campaign : one.order === order;
    return isSame && one.closedAt >= endedAt;
  });

export function submitRefund(
  model: Model,
  sent: Pick<Refund, 'order' | 'origin' | 'pay' | 'fee' | 'repeats'>,
): void {
  const refund: Refund = { ...sent, state: 'submitting', issue: '', endedAt: 0 };
  model.refunds.push(refund);
  moveRefund(model, refund, 1);
  model.soon(() => sendRefund(model, refund));
}

/** Moves a refund to the wallet, or with -1 back to its origin. */
function moveRefund(model: Model, { order, origin, pay, fee }: Refund, way: 1 | -1): void {
  const { id, campaign } = order;
  const from = origin === 'escrow' ? `escrow:${campaign.id}` : `suspense:${id}`;
  const feeFrom = origin === 'escrow' ? `fee_unearned:${campaign.id}` : from;
  order.refundable -= way * (pay + fee);
  model.post(from, `refund_in_flight of ${campaign.id}`, way * pay);
  model.post(feeFrom, `refund_in_flight of ${campaign.id}`, way * fee);
}

function sendRefund(model: Model, refund: Refund): void {
  const { order, pay, fee } = refund;
  const left = model.leftAtWallet(order);
  if (left === 0) return failRefund(model, refund, 'CAPTURE_FULLY_REFUNDED');
  if (pay + fee > left) return failRefund(model, refund, 'REFUND_AMOUNT_EXCEEDED');
  if (model.openDispute(order))
    return failRefund(model, refund, disputeIssues[pay + fee < left ? 0 : 1] ?? '');
  refund.atWallet = { id: '', wallet: model.refundsBecome };
  refund.state = 'pending';
  lookAtRefund(model, refund);
  model.saw(refund.state === 'pending' ? 'a refund was pending' : 'a refund arrived');
}

function failRefund(model: Model, refund: Refund, issue: string): void {
  const { order } = refund;
  Object.assign(refund, { state: 'failed', issue, endedAt: model.now });
  moveRefund(model, refund, -1);
  if (refund.origin === 'suspense') repayFromSuspense(model, order);
  settle(model, order.campaign);
  claimReturned(model, order.campaign);
  if (!disputeIssues.includes(issue)) return model.saw(`a refund failed: ${issue}`);
  model.saw('a refund met a dispute');
  // The wallet lists the newest first.
  const known = model.chargebacks.filter((one) => one.order === order).toReversed();
  model.soon(() => known.forEach((one) => hearOfDispute(model, one)));
}

export function lookAtRefund(model: Model, refund: Refund): void {
  const { state, order, pay, fee, atWallet } = refund;
  if (state !== 'pending' || !atWallet) return;
  if (atWallet.wallet === 'COMPLETED') {
    refund.state = 'completed';
    model.post(`refund_in_flight of ${order.campaign.id}`, 'psp', pay + fee);
  } else if (atWallet.wallet !== 'PENDING') failRefund(model, refund, `REFUND_${atWallet.wallet}`);
}

/** While money that funds nothing is on its way back, a debt for it is not paid: a failed refund repays it. */
export const isUnusedRefundInFlight = (model: Model, order: Order) =>
  model.refunds.some(
    (one) =>
      one.order === order && one.origin === 'suspense' && ['submitting', 'pending'].includes(one.state),
  );

const isRepeated = (model: Model, refund: Refund) => model.refunds.some(({ repeats }) => repeats === refund);

/** Returns what an admin can refund again after a failed refund, and of which order, or null. */
export function dueAgain(model: Model, refund: Refund): (Sums & { order: Order }) | null {
  const { order, origin, state } = refund;
  const { campaign } = order;
  if (state !== 'failed' || isRepeated(model, refund) || model.isDisputed(campaign)) return null;
  if (origin === 'escrow') {
    const { rest } = planTakings(model, campaign, due(model, campaign));
    const back = { pay: Math.min(refund.pay, rest.pay), fee: Math.min(refund.fee, rest.fee) };
    return splitRefund(model, campaign, back)?.[0] ?? null;
  }
  const suspense = model.credit(`suspense:${order.id}`);
  const pay = Math.min(refund.pay, suspense);
  const fee = Math.min(refund.fee, suspense - pay);
  return pay + fee > 0 && order.refundable >= pay + fee ? { order, pay, fee } : null;
}

/** Refunds a payment that funds nothing, unless the wallet's last refusal needs an admin. */
export function giveBack(model: Model, order: Order): void {
  if (order.state !== 'surplus' || model.isDisputed(order.campaign)) return;
  const cents = Math.min(model.credit(`suspense:${order.id}`), order.refundable);
  if (cents === 0) return;
  const pay = Math.min(cents, order.campaign.pay);
  submitRefund(model, { order, origin: 'suspense', pay, fee: cents - pay });
  model.saw('money that funds nothing went back');
}

export function giveBackAgain(model: Model, order: Order): void {
  const failed = model.refunds.filter(
    (one) => one.order === order && one.origin === 'suspense' && one.state === 'failed',
  );
  const isFinal = (one: Refund) =>
    isRepeated(model, one) || (disputeIssues.includes(one.issue) && isDisputeOver(model, one));
  if (failed.every(isFinal)) giveBack(model, order);
}

export function sweepCampaigns(model: Model): void {
  for (const campaign of model.campaigns) {
    const { status, isClosing, released, places, proofDueAt } = campaign;
    const isFinished = released === places;
    if (status !== 'active' || isClosing || !(isFinished || proofDueAt < model.now)) continue;
    campaign.isClosing = true;
    refundDue(model, campaign);
    model.saw(isFinished ? 'a campaign finished' : 'a campaign expired');
  }
  for (const campaign of model.campaigns) if (campaign.status === 'active') refundDue(model, campaign);
  for (const campaign of model.campaigns) refundAgain(model, campaign);
}

/** After a refund that met a dispute, or that retried another, more may be due. */
function refundAgain(model: Model, campaign: Campaign): void {
  const newest = newestRefund(model, campaign);
  if (hasTakenBack(model, campaign)) refundDue(model, campaign);
  if (!newest || !(newest.repeats || disputeIssues.includes(newest.issue))) return;
  if (!mayFollow(model, newest)) return;
  refundDue(model, campaign);
  if (newestRefund(model, campaign) !== newest) model.saw('a refund followed one that had failed');
}

/** A dispute over an approval has ended, perhaps after the campaign was completed. */
const hasTakenBack = (model: Model, campaign: Campaign) =>
  model.works.some(
    (work) =>
      work.campaign === campaign && work.dispute?.side === 'advertiser' && work.dispute.state !== 'open',
  );

/** The wallet may report a dispute before it reports the payment. */
export function hearOfDispute(model: Model, cb: Chargeback): void {
  const { order, amount } = cb;
  model.lookAtOrder(order);
  const earlier = model.chargebacks.filter((one) => one.order === order && one.state === 'open');
  if (cb.state === 'unheard') earlier.forEach((one) => hearOfDispute(model, one));
  if (cb.state === 'unheard' && cb.wallet === 'won') {
    cb.state = 'never';
    model.saw('a dispute had ended before we heard of it');
  }
  if (cb.state === 'unheard') {
    cb.state = 'open';
    order.refundable -= amount;
    model.post(`psp_held of ${order.campaign.id}`, 'psp', amount);
    hold(model, cb);
    model.saw(order.state === 'bound' ? 'a dispute held escrow' : 'a dispute held money in suspense');
  }
  if (cb.state === 'open' && cb.wallet !== 'open') endDispute(model, cb, cb.wallet);
  settle(model, order.campaign);
  claimReturned(model, order.campaign);
}

/** Holds what is left of the payment, at most the disputed amount. Returns the held amount. */
function hold(model: Model, { order, amount, held }: Chargeback): number {
  const { id, campaign, state } = order;
  const bound = !isForEscrow(order) ? [] : [`escrow:${campaign.id}`, `fee_unearned:${campaign.id}`];
  const sources = state === 'bound' ? bound : [`suspense:${id}`];
  let missing = amount - addSums(held.map(([, cents]) => cents));
  const before = missing;
  for (const source of sources) {
    const cents = Math.min(missing, model.credit(source));
    model.post(source, `dispute_hold:${campaign.id}`, cents);
    held.push([source, cents]);
    missing -= cents;
  }
  return before - missing;
}

function announceCaptured(model: Model, order: Order): void {
  const { repays } = order;
  model.later(() => (repays ? bind(model, order, repays) : model.fundAlone(order)));
}

export const bind = (model: Model, order: Order, owed: Payment | Chargeback) =>
  bindRepayment(model, order, owed, (unused) => giveBack(model, unused));

function endDispute(model: Model, cb: Chargeback, end: 'won' | 'lost'): void {
  const { order, amount, held } = cb;
  const { id, owner } = order.campaign;
  if (end === 'lost' && hold(model, cb) > 0) model.saw('what came back during a dispute covered its loss');
  Object.assign(cb, { state: end, closedAt: model.now });
  model.saw(`a dispute was ${end}`);
  for (const [source, cents] of held)
    model.post(`dispute_hold:${id}`, end === 'won' ? source : `psp_held of ${id}`, cents);
  if (end === 'won') {
    order.refundable += amount;
    model.post('psp', `psp_held of ${id}`, amount);
    if (order.state === 'captured') announceCaptured(model, order);
    return;
  }
  cb.owed = amount - addSums(held.map(([, cents]) => cents));
  model.post(`receivable:${owner}`, `psp_held of ${id}`, cb.owed);
  if (cb.owed > 0) model.saw('a lost dispute left its payer owing');
  if (order.state !== 'captured') return;
  order.state = 'surplus';
  model.later(() => giveBack(model, order));
}
