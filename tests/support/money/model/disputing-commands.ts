/** Disputes about proofs, of both sides, and how they end (decision 50). */
import { calculateCumulativeFee } from '#kernel/money.ts';
import { DAY, HOUR } from '#kernel/time.ts';
import { define, expectDone, of, rarely } from './command.ts';
import type { Objection, Payment, Proof } from './facts.ts';
import type { Model } from './model.ts';
import { approve, endTaxHold, isContradicted, isInFlight, isPaid, queue, withdraw } from './paying-out.ts';
import { settle } from './shortfalls.ts';

export const dispute = define('dispute', 3)(
  ({ model }, choose) => choose(model.proofs, ({ status }) => status === 'rejected'),
  async ({ model, actions }, proof) => {
    const { value } = await actions.dispute(proof.work.marketer.id, proof.id);
    if (value) open(model, value.id, proof, 'marketer');
  },
);

function open(model: Model, id: string, proof: Proof, side: Objection['side']): void {
  proof.work.dispute = { id, proof, side, openedAt: model.now, state: 'open' };
}

/** The advertiser disputes an approval, unless their account is deleted, or an administrator for them at any time. */
export const disputeApproval = define('disputeApproval', 3, { isByAdmin: rarely })(
  ({ model, advertisers }, choose, { isByAdmin }) =>
    choose(
      approved(model).filter(({ proof }) => isByAdmin || advertisers.includes(proof.work.campaign.owner)),
      (payment) => isHoldable(payment),
    ),
  async ({ model, actions, admin }, payment, { isByAdmin }) => {
    const { proof } = payment;
    const { campaign, dispute: known } = proof.work;
    const isInTime = isByAdmin || model.now < proof.decidedAt + 48 * HOUR;
    const isAllowed = proof.status === 'approved' && !known && isInTime && isHoldable(payment);
    const by = { id: isByAdmin ? admin : campaign.owner, isAdmin: isByAdmin };
    const { code, value } = await expectDone(isAllowed, actions.disputeApproval(by, proof.id));
    if (code !== 'ok') model.saw(`a dispute of an approval was refused: ${code}`);
    if (!value) return;
    open(model, value.id, proof, 'advertiser');
    const attempt = payment.attempts.at(-1);
    if (attempt?.isQueued) {
      withdraw(model, attempt);
      model.saw('a queued payout was withdrawn for a dispute');
    }
    payment.isDisputed = true;
    if (isByAdmin) model.saw('an administrator disputed an approval');
  },
);

const approved = (model: Model) => model.payments.filter(({ isTip }) => !isTip);

/** The pay is still here: it was covered, and the wallet was not called or has returned it. */
function isHoldable(payment: Payment): boolean {
  const isShort = ['open', 'given-up', 'renounced'].includes(payment.shortfall?.state ?? '');
  const isSent = isInFlight(payment) && payment.attempts.at(-1)?.isQueued !== true;
  return !isShort && !isPaid(payment) && !isSent && !isContradicted(payment) && !payment.isCancelled;
}

export const decideObjection = define('decideObjection', 3, {
  status: of('upheld', 'split', 'rejected', 'agreed'),
})(
  ({ model }, choose, { status }) =>
    choose(
      model.disputes.filter((found) => status !== 'agreed' || !found.wasTried),
      ({ state }) => state === 'open',
    ),
  async ({ model, actions, admin }, found, { status }) => {
    const { id, proof, state, side, openedAt } = found;
    const { place } = proof.work.campaign;
    const payment = approved(model).find((each) => each.proof === proof);
    const whole = side === 'advertiser' && payment ? payment.amount : place;
    const isNews = state === 'open';
    const isPart = status === 'split' || status === 'agreed';
    // An odd part, so that the fee on it is rounded. Both sides are asked within the time to answer.
    const part = Math.ceil(place / 3);
    const award = isPart ? part : (status === 'upheld') === (side === 'marketer') ? whole : 0;
    // What came back in the meantime may have been paid after all.
    const isGone =
      side === 'advertiser' && payment && award < whole && (isPaid(payment) || isContradicted(payment));
    const isLate = status === 'agreed' && model.now >= openedAt + 3 * DAY;
    const isAllowed = isNews ? !isGone && !isLate : state === status;
    const action =
      status === 'agreed'
        ? actions.agree(id, part)
        : actions.decideDispute(admin, id, status, isPart ? part : undefined);
    const { code } = await expectDone(isAllowed, action);
    found.wasTried = true;
    if (isNews && isGone) model.saw(`what had been paid could not be taken back: ${code}`);
    if (!isNews || !isAllowed) return;
    found.state = status;
    if (isPart) model.saw(`a dispute was ${status}`);
    if (side === 'advertiser' && payment) return endHold(model, payment, award);
    if (award === 0) return;
    approve(model, proof, award);
    if (status === 'upheld') model.saw('an upheld dispute was paid');
  },
);

/** The marketer keeps the award. The rest returns to the escrow with its fee, and pays what is short there first. */
function endHold(model: Model, payment: Payment, award: number): void {
  payment.isDisputed = false;
  if (award < payment.amount) takeBack(model, payment, award);
  const hasFailed = payment.attempts.at(-1)?.state === 'failed';
  if (payment.isCancelled || hasFailed || isContradicted(payment) || isPaid(payment)) return;
  queue(model, payment);
}

function takeBack(model: Model, payment: Payment, award: number): void {
  const { proof, marketer, isTaxHeld, year = '' } = payment;
  const { campaign } = proof.work;
  const back = payment.amount - award;
  const fee = calculateCumulativeFee(payment.fee, award, payment.amount);
  model.post(`${isTaxHeld ? 'tax_hold' : 'payable'}:${marketer.id}`, `escrow:${campaign.id}`, back);
  model.post('fee_revenue', `fee_unearned:${campaign.id}`, payment.fee - fee);
  marketer.earned.set(year, (marketer.earned.get(year) ?? 0) - back);
  Object.assign(payment, { amount: award, fee });
  model.saw(award === 0 ? 'a dispute took all of the pay back' : 'a dispute took a part of the pay back');
  if (award === 0) {
    Object.assign(payment, { isCancelled: true, isTaxHeld: false });
    Object.assign(proof, { status: 'rejected', decidedAt: model.now });
  }
  if (campaign.status === 'completed') model.saw('pay came back to a completed campaign');
  settle(model, campaign);
  endTaxHold(model, payment);
}
