/** What the wallet must do, for the model: buyers, captures, refunds, payouts and disputes there. */
import { type Cents } from '#kernel/money.ts';
import { DAY, HOUR } from '#kernel/time.ts';
import { SETTLE_MS } from '../driven-wallet.ts';
import { type Attempt, type Chargeback, type ItemStatus, type Order, type Refund } from './facts.ts';
import { failRefund, lookAtRefund } from './giving-back.ts';
import { hearOf } from './disputed.ts';
import type { Model } from './model.ts';
import { look } from './paying-out.ts';

type Steps = readonly { afterMs: number; status: ItemStatus }[];

/** By the word in the receiver's address. */
const plans: Readonly<Record<string, Steps>> = {
  unclaimed: [
    { afterMs: 0, status: 'UNCLAIMED' },
    { afterMs: 30 * DAY, status: 'RETURNED' },
  ],
  fail: [{ afterMs: 0, status: 'FAILED' }],
  blocked: [{ afterMs: 0, status: 'BLOCKED' }],
  onhold: [
    { afterMs: 0, status: 'ONHOLD' },
    { afterMs: DAY, status: 'SUCCESS' },
  ],
  refunded: [
    { afterMs: 0, status: 'SUCCESS' },
    { afterMs: DAY, status: 'REFUNDED' },
  ],
};
export const receiverWords = ['paid', 'paid', ...Object.keys(plans)];

const APPROVAL_LASTS_MS = 3 * HOUR;
const OPEN_AT_MOST_MS = 72 * HOUR;
/** 3.49 % and 49 cents. */
const feeOf = (amount: Cents) => Math.min(amount, Math.floor((amount * 349 + 5000) / 10_000) + 49);

export class WalletModel {
  readonly #model: Model;

  constructor(model: Model) {
    this.#model = model;
    model.atWallet = {
      sendPayout: (attempt) => this.takePayout(attempt),
      cancelPayout: (attempt) => this.cancelPayout(attempt),
      sendRefund: (refund) => this.takeRefund(refund),
      // The newest first, as the wallet lists them.
      tellDisputes: (order) =>
        model
          .chargebacksOf(order)
          .toReversed()
          .forEach((cb) => hearOf(model, cb)),
    };
  }

  /** What happens at the wallet by time alone. */
  letTimePass(): void {
    const { now, orders, payments, news } = this.#model;
    for (const order of orders) {
      if (order.wallet !== 'approved' || now - order.approvedAt < APPROVAL_LASTS_MS) continue;
      order.wallet = 'voided';
      news.push(() => this.lookAtOrder(order));
    }
    for (const attempt of payments.flatMap(({ attempts }) => attempts)) {
      const { item } = attempt;
      while (item?.steps[0] && item.steps[0].at <= now) {
        const step = item.steps.shift();
        if (step) this.#become(attempt, step.status);
      }
    }
  }

  #become(attempt: Attempt, status: ItemStatus): void {
    if (!attempt.item) return;
    attempt.item.status = status;
    this.#model.news.push(() => look(this.#model, attempt));
  }

  /** Not decided yet, or to be paid by something else than what was declined. */
  awaitsBuyer({ wallet, means }: Order): boolean {
    return wallet === 'created' || (wallet === 'approved' && means === 'declined');
  }

  approve(order: Order, means: Order['means']): void {
    if (!this.awaitsBuyer(order)) return;
    Object.assign(order, { wallet: 'approved', means, approvedAt: this.#model.now });
    this.#model.news.push(() => this.lookAtOrder(order));
  }

  /** What the wallet answers to a capture, and what we make of it: the refusal, or null where it is captured. */
  capture(order: Order): string | null {
    switch (order.wallet) {
      case 'created':
      case 'voided':
        return 'payment/not-approved';
      case 'completed':
        // Only one that was declined later can be asked for again.
        return 'payment/declined';
      case 'approved':
        if (order.means === 'declined') return 'payment/declined';
    }
    order.wallet = 'completed';
    const isSlow = order.means === 'slow';
    order.capture = {
      status: isSlow ? 'PENDING' : 'COMPLETED',
      pspFee: feeOf(order.amount),
      refunded: 0,
      reversed: 0,
    };
    if (isSlow) {
      order.ours = 'pending';
      this.#model.saw('a payment was under review');
      return 'payment/pending';
    }
    this.#model.booked(order);
    return null;
  }

  settleCapture(order: Order, status: 'COMPLETED' | 'DECLINED'): void {
    if (!order.capture) return;
    order.capture.status = status;
    this.#model.news.push(() => this.lookAtOrder(order));
  }

  /** A payment under review is looked at. */
  lookAtPending(order: Order): string | null {
    switch (order.capture?.status) {
      case 'COMPLETED':
        this.#model.booked(order);
        this.#model.saw('a payment under review came in');
        return null;
      case 'DECLINED':
        order.ours = 'open';
        this.#model.saw('a payment under review was declined');
        return 'payment/declined';
      default:
        return 'payment/pending';
    }
  }

  /** The platform looks at an order by itself, and captures it where it is approved and due. */
  lookAtOrder(order: Order): void {
    const model = this.#model;
    if (order.ours === 'pending') return void this.lookAtPending(order);
    if (order.ours !== 'open') return;
    if (order.wallet === 'voided') {
      order.ours = 'closed';
      return;
    }
    if (order.wallet === 'approved' && model.whyNotFundable(order.campaign) === null) {
      if (model.paymentUnderWay(order.campaign)) {
        order.ours = 'closed';
        return model.saw('an order was closed since another had paid');
      }
      if (this.capture(order) === null)
        return model.saw('an approved order was captured without the browser');
      // Captured, and under review.
      if (order.capture) return;
    }
    if (model.now - order.createdAt >= OPEN_AT_MOST_MS) order.ours = 'closed';
  }

  takePayout(attempt: Attempt): void {
    const { now } = this.#model;
    const word = Object.keys(plans).find((one) => attempt.receiver.split('@')[0]?.includes(one));
    const plan = plans[word ?? ''] ?? [{ afterMs: 0, status: 'SUCCESS' }];
    const steps = plan.map(({ afterMs, status }) => ({ at: now + SETTLE_MS + afterMs, status }));
    attempt.item = { status: 'PENDING', steps };
  }

  /** The wallet's own people decide about an item. */
  settlePayout(attempt: Attempt, status: ItemStatus): void {
    if (!attempt.item) return;
    attempt.item.steps = [];
    this.#become(attempt, status);
  }

  cancelPayout(attempt: Attempt): void {
    if (attempt.ours !== 'unclaimed') return;
    if (attempt.item?.status === 'UNCLAIMED') this.settlePayout(attempt, 'RETURNED');
    look(this.#model, attempt);
  }

  left({ amount, capture }: Order): Cents {
    return capture ? amount - capture.refunded - capture.reversed : 0;
  }

  openDispute(order: Order): Chargeback | undefined {
    return this.#model.chargebacksOf(order).find(({ wallet }) => wallet === 'open');
  }

  takeRefund(refund: Refund): void {
    const model = this.#model;
    const { order, pay, fee } = refund;
    if (!order.capture) throw new Error('the model refunds what was never captured');
    const left = this.left(order);
    const amount = pay + fee;
    if (left === 0) return failRefund(model, refund, 'CAPTURE_FULLY_REFUNDED');
    if (amount > left) return failRefund(model, refund, 'REFUND_AMOUNT_EXCEEDED');
    if (this.openDispute(order)) {
      const issue = amount === left ? 'REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK' : 'TRANSACTION_DISPUTED';
      return failRefund(model, refund, issue);
    }
    order.capture.refunded += amount;
    refund.wallet = model.refundsBecome;
    refund.state = refund.wallet === 'COMPLETED' ? 'completed' : 'pending';
    model.saw(refund.wallet === 'COMPLETED' ? 'a refund arrived' : 'a refund was pending');
  }

  settleRefund(refund: Refund, status: 'COMPLETED' | 'FAILED' | 'CANCELLED'): void {
    refund.wallet = status;
    if (status === 'COMPLETED') this.#model.news.push(() => lookAtRefund(this.#model, refund));
    // Of one that did not arrive nothing is told.
    else if (refund.order.capture) refund.order.capture.refunded -= refund.pay + refund.fee;
  }

  dispute(order: Order, id: string, amount: Cents): void {
    const none = { pay: 0, fee: 0, suspense: 0 };
    const cb: Chargeback = {
      order,
      id,
      amount,
      wallet: 'open',
      ours: 'unheard',
      held: { ...none },
      lost: { ...none },
      owed: 0,
      closedAt: 0,
    };
    this.#model.chargebacks.push(cb);
    this.#model.news.push(() => this.hearOf(cb));
  }

  /** A dispute may be heard of before the payment that it is about. */
  hearOf(cb: Chargeback): void {
    if (cb.order.ours === 'open' || cb.order.ours === 'pending') this.lookAtOrder(cb.order);
    hearOf(this.#model, cb);
  }

  endDispute(cb: Chargeback, end: 'won' | 'lost'): void {
    cb.wallet = end;
    if (end === 'lost' && cb.order.capture) cb.order.capture.reversed += cb.amount;
    this.#model.news.push(() => this.hearOf(cb));
  }
}
