/** Decisions of the wallet's staff, retries by administrators, and time. */
import { expect } from 'vitest';
import { toDecimal } from '#kernel/money.ts';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { controlWallet, define, expectDone, of } from './command.ts';
import type { AtWallet, Campaign, Chargeback, Order, Payment } from './facts.ts';
import { bind, due, dueAgain, isUnusedRefundInFlight, submitRefund } from './giving-back.ts';
import { askForCancel, isContradicted, isInFlight, isPaid, queue, resolve, waits } from './paying-out.ts';
import { cover, isOwed, isUnpaid, missing, missingFee, repayPlatform } from './shortfalls.ts';
import type { Model } from './model.ts';
import { type Stage, sweep, tick, work } from './stage.ts';

export const settlePayout = define('settlePayout', 4, {
  status: of('SUCCESS', 'FAILED', 'UNCLAIMED', 'RETURNED', 'ONHOLD', 'BLOCKED', 'REFUNDED'),
})(
  ({ model }, choose, { status }) => {
    const before = status === 'REFUNDED' ? ['SUCCESS'] : ['PENDING', 'UNCLAIMED', 'ONHOLD'];
    const items = model.attempts.flatMap(({ item }) => item ?? []);
    return choose(items.filter(({ wallet }) => wallet !== status && before.includes(wallet)));
  },
  (stage, { id }, { status }) => controlWallet(stage, 'POST', `/payouts/${id}`, { status }),
);

/** The wallet pays what it has returned. Not while another attempt is in flight, so that the end can be booked. */
export const payLate = define('payLate', 1)(
  ({ model }, choose) =>
    choose(
      model.attempts.filter(
        ({ state, item, payment, wasBookedLate }) =>
          state === 'failed' && item && item.wallet !== 'SUCCESS' && !wasBookedLate && !isInFlight(payment),
      ),
    ),
  async (stage, { item }) => {
    await controlWallet(stage, 'POST', `/payouts/${item?.id}`, { status: 'SUCCESS' });
    await work(stage);
  },
);

export const resolvePayout = define('resolvePayout', 3)(
  ({ model }, choose) => choose(model.attempts.filter(({ issue }) => issue === 'contradicted')),
  async ({ model, actions, admin }, attempt) => {
    await expectDone(resolve(model, attempt), actions.resolvePayout(admin, attempt.id ?? ''));
  },
);

export const retryPayout = define('retryPayout', 3)(
  ({ model }, choose) => {
    const newest = model.payments.flatMap(({ attempts }) => attempts.at(-1) ?? []);
    return choose(newest, ({ state }) => ['failed', 'unclaimed', 'held'].includes(state));
  },
  async ({ model, actions, admin }, attempt) => {
    const { id = '', payment, state } = attempt;
    const isUnclaimed = state === 'unclaimed' || state === 'held';
    const isAllowed =
      isUnclaimed ||
      (state === 'failed' &&
        !payment.isCancelled &&
        !waits(model, payment) &&
        !isPaid(payment) &&
        !isContradicted(payment));
    await expectDone(isAllowed, actions.retryPayout(admin, id));
    if (isUnclaimed) askForCancel(model, attempt);
    else if (isAllowed && queue(model, payment)) model.saw('an administrator had a payout sent again');
  },
);

export const retryRefund = define('retryRefund', 3)(
  ({ model }, choose) => choose(model.refunds, ({ state }) => state === 'failed'),
  async ({ model, actions, admin }, refund) => {
    const again = dueAgain(model, refund);
    await expectDone(again !== null, actions.retryRefund(admin, refund.id ?? ''));
    if (!again) return;
    const { origin } = refund;
    const { campaign } = again.order;
    if (origin === 'escrow') repayPlatform(model, campaign, due(model, campaign));
    submitRefund(model, { origin, ...again, repeats: refund });
    model.saw('an administrator had a refund sent again');
  },
);

export const coverShortfall = define('coverShortfall', 5)(
  ({ model }, choose) =>
    choose(
      model.payments.filter(({ shortfall }) => shortfall),
      isUnpaid,
    ),
  async ({ model, actions, admin }, payment) => {
    const isAllowed = isUnpaid(payment);
    await expectDone(isAllowed, actions.coverShortfall(admin, payment.proof.id, missing(model, payment)));
    if (isAllowed) cover(model, payment);
  },
);

/** The advertiser opens an order for what is owed, approves it at the wallet and captures it. */
async function payOwed(
  stage: Stage,
  owed: Payment | Chargeback,
  { amount, fee = 0, isAllowed }: { amount: number; fee?: number; isAllowed: boolean },
) {
  const { model, actions, city } = stage;
  const isShortfall = 'proof' in owed;
  const { campaign } = isShortfall ? owed.proof.work : owed.order;
  const isWaiting = model.orders.some(({ repays, state }) => repays === owed && state === 'captured');
  const opening = isShortfall
    ? actions.payShortfall(campaign.owner, owed.proof.id)
    : actions.payDebt(campaign.owner, owed.id);
  const { value } = await expectDone(isAllowed && !isWaiting, opening);
  if (!value) return;
  await city.wallet.decide(value.approveUrl, 'approve');
  await expectDone(true, actions.capture(campaign.owner, value.id));
  const made = { id: value.id, approveUrl: value.approveUrl, campaign, amount, createdAt: model.now };
  const order: Order = {
    ...made,
    refundable: 0,
    state: 'open',
    wallet: 'COMPLETED',
    action: 'approve',
    repays: owed,
    repaidFee: fee,
  };
  model.orders.push(order);
  model.book(order);
  model.later(() => bind(model, order, owed));
}

/** A deleted account cannot pay. A dispute lost after its deletion leaves a debt all the same. */
const canPay = ({ advertisers }: Stage, { owner }: Campaign) => advertisers.includes(owner);

export const repay = define('repay', 2)(
  (stage, choose) =>
    choose(
      stage.model.payments.filter(({ shortfall, proof }) => shortfall && canPay(stage, proof.work.campaign)),
      isOwed,
    ),
  (stage, payment) => {
    const isAllowed = isOwed(payment);
    const { shortfall } = payment;
    if (shortfall?.state === 'covered')
      return payOwed(stage, payment, { amount: shortfall.covered, isAllowed });
    const [pay, fee] = [missing(stage.model, payment), missingFee(stage.model, payment)];
    return payOwed(stage, payment, { amount: pay + fee, fee, isAllowed });
  },
);

/** Lost disputes about which the platform knows. Their payers may owe something. */
const lostChargebacks = (model: Model) => model.chargebacks.filter(({ state }) => state === 'lost');

export const repayDebt = define('repayDebt', 2)(
  (stage, choose) =>
    choose(
      lostChargebacks(stage.model).filter(({ order }) => canPay(stage, order.campaign)),
      ({ owed }) => owed > 0,
    ),
  (stage, debt) =>
    payOwed(stage, debt, {
      amount: debt.owed,
      isAllowed: debt.owed > 0 && !isUnusedRefundInFlight(stage.model, debt.order),
    }),
);

export const writeOffDebt = define('writeOffDebt', 1)(
  ({ model }, choose) => choose(lostChargebacks(model), ({ owed }) => owed > 0),
  async ({ model, actions, admin }, debt) => {
    const { owner } = debt.order.campaign;
    await expectDone(debt.owed > 0, actions.writeOffDebt(admin, debt.id, debt.owed));
    if (debt.owed === 0) return;
    model.post('chargeback_loss', `receivable:${owner}`, debt.owed);
    debt.writtenOff = debt.owed;
    debt.owed = 0;
    model.saw('a debt was written off');
  },
);

export const chargeback = define('chargeback', 2, { percent: of(100, 60, 20, 20, 1) })(
  ({ model }, choose) => {
    const disputable = model.orders.filter(
      (one) => isArrived(one) && model.leftAtWallet(one) > 0 && !model.openDispute(one),
    );
    return choose(disputable, ({ state }) => state === 'captured');
  },
  async (stage, order, { percent }) => {
    const amount = Math.max(1, Math.floor((stage.model.leftAtWallet(order) * percent) / 100));
    const body = { captureId: order.capture?.id, amount: toDecimal(amount) };
    const { disputeId: id } = await controlWallet(stage, 'POST', '/disputes', body);
    const open = { id, order, amount, wallet: 'open', state: 'unheard' } as const;
    stage.model.chargebacks.push({ ...open, held: [], owed: 0, writtenOff: 0, closedAt: 0 });
  },
);

const isArrived = ({ capture }: Order) => capture && !['PENDING', 'DECLINED'].includes(capture.wallet);

export const endChargeback = define('endChargeback', 4, { outcome: of('won', 'lost', 'lost', 'cancelled') })(
  ({ model }, choose) => choose(model.chargebacks.filter(({ wallet }) => wallet === 'open')),
  (stage, { id }, { outcome }) => controlWallet(stage, 'POST', `/disputes/${id}`, { outcome }),
);

export const refundsBecome = define('refundsBecome', 2, { status: of('COMPLETED', 'PENDING') })(
  ({ model }) => model,
  async (stage, model, { status }) => {
    await controlWallet(stage, 'PUT', '/outcomes', { refunds: status });
    model.refundsBecome = status;
  },
);

const pending = (things: (AtWallet | undefined)[]) =>
  things.flatMap((one) => (one?.wallet === 'PENDING' ? one : []));

export const decideRefund = define('decideRefund', 3, { status: of('COMPLETED', 'FAILED', 'CANCELLED') })(
  ({ model }, choose) => choose(pending(model.refunds.map(({ atWallet }) => atWallet))),
  (stage, { id }, { status }) => controlWallet(stage, 'POST', `/refunds/${id}`, { status }),
);

export const decideCapture = define('decideCapture', 2, { status: of('COMPLETED', 'DECLINED') })(
  ({ model }, choose) => choose(pending(model.orders.map(({ capture }) => capture))),
  (stage, { id }, { status }) => controlWallet(stage, 'POST', `/captures/${id}`, { status }),
);

const spans = of(MINUTE, MINUTE, MINUTE, HOUR, HOUR, 4 * HOUR, DAY + HOUR, DAY + HOUR, 4 * DAY, 31 * DAY);
const always = () => true;

export const advance = define('advance', 6, { by: spans })(always, async (stage, _, { by }) =>
  tick(stage, by),
);
export const letWork = define('work', 9)(always, work);
export const letSweep = define('sweep', 4)(always, sweep);

/** The network delivers it again, perhaps days later. */
export const deliverAgain = define('deliverAgain', 1)(
  ({ city }, choose) => choose(city.wallet.delivered),
  async (stage, delivery) => {
    const sentAt = Date.parse(delivery.headers['paypal-transmission-time'] ?? '');
    const isOld = stage.model.now - sentAt > 4 * DAY;
    expect(await stage.city.deliver(delivery)).toBe(isOld ? 400 : 200);
    stage.model.saw(isOld ? 'an old delivery was refused' : 'a delivery came twice');
    await work(stage);
  },
);
