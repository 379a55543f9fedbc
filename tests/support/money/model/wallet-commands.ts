/** What the wallet's side decides, what administrators send again, and time. */
import { expect } from 'vitest';
import { toDecimal } from '#kernel/money.ts';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { command, pick, pickFitting } from './command.ts';
import type { Attempt, Refund, Sums } from './facts.ts';
import { due, submitRefund } from './giving-back.ts';
import { askForCancel, queue, waits } from './paying-out.ts';
import {
  captureIdOf,
  itemIdOf,
  named,
  payoutIdOf,
  refundIdOf,
  type Stage,
  sweep,
  tick,
  work,
} from './stage.ts';

const isUndecided = ({ item }: Attempt) => ['PENDING', 'UNCLAIMED', 'ONHOLD'].includes(item?.status ?? '');

export const settlePayout = (args: {
  attempt: number;
  status: 'SUCCESS' | 'FAILED' | 'UNCLAIMED' | 'RETURNED' | 'ONHOLD' | 'BLOCKED' | 'REFUNDED';
}) =>
  command('settlePayout', args, (stage, { attempt: number, status }) => {
    const { model, wallet, city } = stage;
    const attempts = model.payments.flatMap((payment) => payment.attempts);
    const isWanted = (one: Attempt) =>
      status === 'REFUNDED' ? one.item?.status === 'SUCCESS' : isUndecided(one);
    const attempt = pick(
      attempts.filter((one) => isWanted(one) && one.item?.status !== status),
      number,
    );
    if (!attempt) return null;
    return async () => {
      const itemId = await itemIdOf(stage, attempt);
      expect((await city.wallet.control('POST', `/payouts/${itemId}`, { status })).status).toBe(200);
      wallet.settlePayout(attempt, status);
    };
  });

export const retryPayout = (args: { payment: number }) =>
  command('retryPayout', args, (stage, { payment: number }) => {
    const { model, deeds, admin } = stage;
    const payment = pickFitting(
      model.payments.filter(({ attempts }) => attempts.length > 0),
      number,
      ({ attempts }) => ['failed', 'unclaimed', 'held'].includes(attempts.at(-1)?.ours ?? ''),
    );
    const attempt = payment?.attempts.at(-1);
    if (!payment || !attempt) return null;
    return async () => {
      const id = await payoutIdOf(stage, named(attempt));
      const isUnclaimed = attempt.ours === 'unclaimed' || attempt.ours === 'held';
      const isOk = isUnclaimed || (attempt.ours === 'failed' && !waits(model, payment));
      expect((await deeds.retryPayout(admin, id)).code).toBe(isOk ? 'ok' : 'payment/not-retryable');
      if (!isOk) return;
      if (isUnclaimed) return askForCancel(model, attempt);
      queue(model, payment);
      model.saw('an administrator had a payout sent again');
    };
  });

export const retryRefund = (args: { refund: number }) =>
  command('retryRefund', args, (stage, { refund: number }) => {
    const { model, deeds, admin } = stage;
    const refund = pickFitting(model.refunds, number, ({ state }) => state === 'failed');
    if (!refund) return null;
    return async () => {
      const { id } = await refundIdOf(stage, refund);
      const again = dueAgain(stage, refund);
      expect((await deeds.retryRefund(admin, id)).code).toBe(typeof again === 'string' ? again : 'ok');
      if (typeof again === 'string') return;
      refund.isRetried = true;
      submitRefund(model, { ...refund, ...again }, true);
      model.saw('an administrator had a refund sent again');
    };
  });

/** What of a failed refund is sent again, or the refusal. */
function dueAgain({ model }: Stage, refund: Refund): Sums | string {
  const { order: own, origin, state, isRetried } = refund;
  if (state !== 'failed' || isRetried) return 'payment/not-retryable';
  if (model.isDisputed(own.campaign)) return 'payment/disputed';
  const back = origin === 'escrow' ? due(model, own.campaign) : { pay: model.suspense(own), fee: 0 };
  const pay = Math.min(refund.pay, back.pay);
  const fee = Math.min(refund.fee, origin === 'escrow' ? back.fee : back.pay - pay);
  return pay + fee > 0 && model.refundable(own) >= pay + fee ? { pay, fee } : 'payment/not-retryable';
}

export const chargeback = (args: { order: number; percent: number }) =>
  command('chargeback', args, ({ model, wallet, city, ...stage }, { order: number, percent }) => {
    const found = pickFitting(
      model.orders.filter(
        (one) => one.capture?.status === 'COMPLETED' && wallet.left(one) > 0 && !wallet.openDispute(one),
      ),
      number,
      ({ ours }) => ours === 'captured',
    );
    if (!found) return null;
    return async () => {
      const left = wallet.left(found);
      const amount = Math.max(1, Math.floor((left * percent) / 100));
      const captureId = await captureIdOf({ model, wallet, city, ...stage }, found);
      const body = { captureId, amount: toDecimal(amount) };
      const { status, json } = await city.wallet.control('POST', '/disputes', body);
      expect(status).toBe(201);
      wallet.dispute(found, json.disputeId, amount);
    };
  });

export const endChargeback = (args: { chargeback: number; outcome: 'won' | 'lost' | 'cancelled' }) =>
  command('endChargeback', args, ({ model, wallet, city }, { chargeback: number, outcome }) => {
    const cb = pick(
      model.chargebacks.filter((one) => one.wallet === 'open'),
      number,
    );
    if (!cb) return null;
    return async () => {
      expect((await city.wallet.control('POST', `/disputes/${cb.id}`, { outcome })).status).toBe(200);
      wallet.endDispute(cb, outcome === 'lost' ? 'lost' : 'won');
    };
  });

export const refundsBecome = (args: { status: 'COMPLETED' | 'PENDING' }) =>
  command('refundsBecome', args, ({ model, city }, { status }) => {
    if (model.refundsBecome === status) return null;
    return async () => {
      await city.wallet.control('PUT', '/outcomes', { refunds: status });
      model.refundsBecome = status;
    };
  });

export const settleRefund = (args: { refund: number; status: 'COMPLETED' | 'FAILED' | 'CANCELLED' }) =>
  command('settleRefund', args, (stage, { refund: number, status }) => {
    const { model, wallet, city } = stage;
    const refund = pick(
      model.refunds.filter((one) => one.wallet === 'PENDING'),
      number,
    );
    if (!refund) return null;
    return async () => {
      const { providerId } = await refundIdOf(stage, refund);
      expect((await city.wallet.control('POST', `/refunds/${providerId}`, { status })).status).toBe(200);
      wallet.settleRefund(refund, status);
    };
  });

export const settleCapture = (args: { order: number; status: 'COMPLETED' | 'DECLINED' }) =>
  command('settleCapture', args, (stage, { order: number, status }) => {
    const { model, wallet, city } = stage;
    const found = pick(
      model.orders.filter((one) => one.capture?.status === 'PENDING'),
      number,
    );
    if (!found) return null;
    return async () => {
      const captureId = await captureIdOf(stage, found);
      expect((await city.wallet.control('POST', `/captures/${captureId}`, { status })).status).toBe(200);
      wallet.settleCapture(found, status);
    };
  });

const spans = {
  minute: MINUTE,
  hour: HOUR,
  '4 hours': 4 * HOUR,
  day: DAY + HOUR,
  '4 days': 4 * DAY,
  month: 31 * DAY,
};

export const advance = (args: { by: keyof typeof spans }) =>
  command(
    'advance',
    args,
    (stage, { by }) =>
      async () =>
        tick(stage, spans[by]),
  );

export const letWork = () => command('work', {}, (stage) => () => work(stage));

export const letSweep = () => command('sweep', {}, (stage) => () => sweep(stage));

/** The network brings it once more, days later perhaps. */
export const deliverAgain = (args: { number: number }) =>
  command('deliverAgain', args, (stage, { number }) => {
    const { city, model } = stage;
    const delivery = pick(city.wallet.delivered, number);
    if (!delivery) return null;
    return async () => {
      const sentAt = Date.parse(delivery.headers['paypal-transmission-time'] ?? '');
      const isOld = model.now - sentAt > 4 * DAY;
      expect(await city.deliver(delivery)).toBe(isOld ? 400 : 200);
      model.saw(isOld ? 'an old delivery was refused' : 'a delivery came twice');
      await work(stage);
    };
  });
