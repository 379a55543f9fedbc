/** Decisions of the wallet's own people, administrators who send again, and time. */
import { expect } from 'vitest';
import { toDecimal } from '#kernel/money.ts';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { controlWallet, define, expectDone, number, of, pick } from './command.ts';
import type { Attempt } from './facts.ts';
import { dueAgain, submitRefund } from './giving-back.ts';
import { askForCancel, queue, waits } from './paying-out.ts';
import { sweep, tick, work } from './stage.ts';

export const settlePayout = define(
  'settlePayout',
  4,
  {
    attempt: number,
    status: of('SUCCESS', 'FAILED', 'UNCLAIMED', 'RETURNED', 'ONHOLD', 'BLOCKED', 'REFUNDED'),
  },
  (stage, { attempt: which, status }) => {
    const before = status === 'REFUNDED' ? ['SUCCESS'] : ['PENDING', 'UNCLAIMED', 'ONHOLD'];
    const isSettleable = ({ item }: Attempt) =>
      item && item.wallet !== status && before.includes(item.wallet);
    const item = pick(stage.model.attempts.filter(isSettleable), which)?.item;
    return item && (() => controlWallet(stage, 'POST', `/payouts/${item.id}`, { status }));
  },
);

export const retryPayout = define(
  'retryPayout',
  3,
  { payment: number },
  ({ model, deeds, admin }, { payment: which }) => {
    const newest = model.payments.flatMap(({ attempts }) => attempts.at(-1) ?? []);
    const attempt = pick(newest, which, ({ state }) => ['failed', 'unclaimed', 'held'].includes(state));
    if (!attempt) return undefined;
    return async () => {
      const { id = '', payment, state } = attempt;
      const isUnclaimed = state === 'unclaimed' || state === 'held';
      const isAllowed = isUnclaimed || (state === 'failed' && !waits(model, payment));
      await expectDone(isAllowed, deeds.retryPayout(admin, id));
      if (isUnclaimed) askForCancel(model, attempt);
      else if (isAllowed && queue(model, payment)) model.saw('an administrator had a payout sent again');
    };
  },
);

export const retryRefund = define(
  'retryRefund',
  3,
  { refund: number },
  ({ model, deeds, admin }, { refund: which }) => {
    const refund = pick(model.refunds, which, ({ state }) => state === 'failed');
    if (!refund) return undefined;
    return async () => {
      const again = dueAgain(model, refund);
      await expectDone(again !== null, deeds.retryRefund(admin, refund.id ?? ''));
      if (!again) return;
      submitRefund(model, { order: refund.order, origin: refund.origin, ...again, repeats: refund });
      model.saw('an administrator had a refund sent again');
    };
  },
);

export const chargeback = define(
  'chargeback',
  2,
  { order: number, percent: of(100, 60, 20, 20, 1) },
  (stage, { order: which, percent }) => {
    const { model } = stage;
    const captured = model.orders.filter(
      (one) =>
        one.capture &&
        !['PENDING', 'DECLINED'].includes(one.capture.wallet) &&
        model.leftAtWallet(one) > 0 &&
        !model.openDispute(one),
    );
    const order = pick(captured, which, ({ state }) => state === 'captured');
    if (!order) return undefined;
    return async () => {
      const amount = Math.max(1, Math.floor((model.leftAtWallet(order) * percent) / 100));
      const body = { captureId: order.capture?.id, amount: toDecimal(amount) };
      const { disputeId: id } = await controlWallet(stage, 'POST', '/disputes', body);
      const unheard = { state: 'unheard', held: [], owed: 0, closedAt: 0 } as const;
      model.chargebacks.push({ ...unheard, id, order, amount, wallet: 'open', held: [] });
    };
  },
);

export const endChargeback = define(
  'endChargeback',
  4,
  { chargeback: number, outcome: of('won', 'lost', 'lost', 'cancelled') },
  (stage, { chargeback: which, outcome }) => {
    const open = stage.model.chargebacks.filter(({ wallet }) => wallet === 'open');
    const found = pick(open, which);
    return found && (() => controlWallet(stage, 'POST', `/disputes/${found.id}`, { outcome }));
  },
);

export const refundsBecome = define(
  'refundsBecome',
  2,
  { status: of('COMPLETED', 'PENDING') },
  (stage, { status }) =>
    async () => {
      await controlWallet(stage, 'PUT', '/outcomes', { refunds: status });
      stage.model.refundsBecome = status;
    },
);

export const settleRefund = define(
  'settleRefund',
  3,
  { refund: number, status: of('COMPLETED', 'FAILED', 'CANCELLED') },
  (stage, { refund: which, status }) => {
    const pending = stage.model.refunds.filter(({ atWallet }) => atWallet?.wallet === 'PENDING');
    const found = pick(pending, which)?.atWallet;
    return found && (() => controlWallet(stage, 'POST', `/refunds/${found.id}`, { status }));
  },
);

export const settleCapture = define(
  'settleCapture',
  2,
  { order: number, status: of('COMPLETED', 'DECLINED') },
  (stage, { order: which, status }) => {
    const pending = stage.model.orders.filter(({ capture }) => capture?.wallet === 'PENDING');
    const found = pick(pending, which)?.capture;
    return found && (() => controlWallet(stage, 'POST', `/captures/${found.id}`, { status }));
  },
);

export const advance = define(
  'advance',
  6,
  { by: of(MINUTE, MINUTE, MINUTE, HOUR, HOUR, 4 * HOUR, DAY + HOUR, DAY + HOUR, 4 * DAY, 31 * DAY) },
  (stage, { by }) =>
    async () =>
      tick(stage, by),
);

export const letWork = define('work', 9, {}, (stage) => () => work(stage));

export const letSweep = define('sweep', 4, {}, (stage) => () => sweep(stage));

/** The network brings it once more, days later perhaps. */
export const deliverAgain = define('deliverAgain', 1, { number }, (stage, { number: which }) => {
  const { city, model } = stage;
  const delivery = pick(city.wallet.delivered, which);
  if (!delivery) return undefined;
  return async () => {
    const sentAt = Date.parse(delivery.headers['paypal-transmission-time'] ?? '');
    const isOld = model.now - sentAt > 4 * DAY;
    expect(await city.deliver(delivery)).toBe(isOld ? 400 : 200);
    model.saw(isOld ? 'an old delivery was refused' : 'a delivery came twice');
    await work(stage);
  };
});
