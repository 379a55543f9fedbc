/**
 * The expected money by plain arithmetic: no database, no clock of its own, and none of the product's
 * services. Deferred work waits in two queues, events before effects, as in the outbox.
 */
import type { Cents } from '#kernel/money.ts';
import { HOUR } from '#kernel/time.ts';
import type { Campaign, Chargeback, Marketer, Order, Payment, Refund, Sums, Work } from './facts.ts';

const OPEN_AT_MOST_MS = 72 * HOUR;
/** 3.49% plus 49 cents. */
const pspFeeOn = (amount: Cents) => Math.min(amount, Math.floor((amount * 349 + 5000) / 10_000) + 49);

export class Model {
  now = 0;
  /** By the ledger's account names; debits count up. In-flight accounts are named by their owner. */
  readonly balances = new Map<string, Cents>();
  campaigns: Campaign[] = [];
  readonly orders: Order[] = [];
  readonly marketers: Marketer[] = [];
  readonly works: Work[] = [];
  readonly payments: Payment[] = [];
  readonly refunds: Refund[] = [];
  readonly chargebacks: Chargeback[] = [];
  /** The status that the wallet gives new refunds. */
  refundsBecome = 'COMPLETED';
  readonly #events: (() => void)[] = [];
  readonly #effects: (() => void)[] = [];
  readonly saw: (path: string) => void;

  constructor(saw: (path: string) => void) {
    this.saw = saw;
  }

  get proofs() {
    return this.works.flatMap(({ proofs }) => proofs);
  }

  get disputes() {
    return this.works.flatMap(({ dispute }) => dispute ?? []);
  }

  get attempts() {
    return this.payments.flatMap(({ attempts }) => attempts);
  }

  later(event: () => void): void {
    this.#events.push(event);
  }

  soon(effect: () => void): void {
    this.#effects.push(effect);
  }

  /** Runs all events, then all effects, until both queues are empty. */
  drain(): void {
    while (this.#events.length + this.#effects.length > 0) {
      for (let event = this.#events.shift(); event; event = this.#events.shift()) event();
      for (let effect = this.#effects.shift(); effect; effect = this.#effects.shift()) effect();
    }
  }

  post(debit: string, credit: string, cents: Cents): void {
    this.balances.set(debit, (this.balances.get(debit) ?? 0) + cents);
    this.balances.set(credit, (this.balances.get(credit) ?? 0) - cents);
  }

  credit(account: string): Cents {
    return -(this.balances.get(account) ?? 0);
  }

  left({ id }: Campaign): Sums {
    return { pay: this.credit(`escrow:${id}`), fee: this.credit(`fee_unearned:${id}`) };
  }

  /** While the platform knows of an open dispute, no money leaves the campaign. */
  isDisputed(campaign: Campaign): boolean {
    return this.chargebacks.some(({ order, state }) => order.campaign === campaign && state === 'open');
  }

  /** A payment for this campaign is disputed or was lost. */
  isMoneyTakenBack(campaign: Campaign): boolean {
    return this.chargebacks.some(
      ({ order, state }) => order.campaign === campaign && (state === 'open' || state === 'lost'),
    );
  }

  openDispute(order: Order): Chargeback | undefined {
    return this.chargebacks.find((one) => one.order === order && one.wallet === 'open');
  }

  /** Returns the amount that the wallet itself can still refund. */
  leftAtWallet(order: Order): Cents {
    const gone = this.refunds.flatMap(({ order: from, atWallet, pay, fee }) =>
      from === order && ['PENDING', 'COMPLETED'].includes(atWallet?.wallet ?? '') ? pay + fee : [],
    );
    const lost = this.chargebacks.flatMap((one) =>
      one.order === order && one.wallet === 'lost' ? one.amount : [],
    );
    return [...gone, ...lost].reduce((left, cents) => left - cents, order.amount);
  }

  isFundable({ status, startsAt }: Campaign): boolean {
    return status === 'draft' && startsAt > this.now;
  }

  /** An advertiser who owes something after a dispute funds nothing. */
  owes(owner: Campaign['owner']): boolean {
    if (this.chargebacks.some(({ order, owed }) => owed > 0 && order.campaign.owner === owner)) return true;
    return this.payments.some(({ proof, shortfall }) => {
      const { campaign } = proof.work;
      if (campaign.owner !== owner) return false;
      return shortfall?.state === 'covered'
        ? this.isMoneyTakenBack(campaign)
        : ['open', 'given-up'].includes(shortfall?.state ?? '');
    });
  }

  isPaymentUnderWay(campaign: Campaign): boolean {
    return this.orders.some(
      (one) =>
        one.campaign === campaign && !one.repays && ['pending', 'captured', 'bound'].includes(one.state),
    );
  }

  /**
   * Captures an order if its payer has approved and the amount is due. Returns whether it is captured
   * afterwards.
   */
  collect(order: Order): boolean {
    if (order.state === 'pending') this.lookAtPending(order);
    else if (
      order.state === 'open' &&
      order.wallet === 'APPROVED' &&
      order.action !== 'decline' &&
      this.isDue(order)
    ) {
      order.wallet = 'COMPLETED';
      if (order.action === 'slow') {
        order.state = 'pending';
        this.saw('a payment was under review');
      } else this.book(order);
    }
    return order.state === 'captured' || order.state === 'bound';
  }

  isDue({ campaign }: Order): boolean {
    return this.isFundable(campaign) && !this.owes(campaign.owner) && !this.isPaymentUnderWay(campaign);
  }

  lookAtPending(order: Order): void {
    if (order.state !== 'pending') return;
    if (order.capture?.wallet === 'COMPLETED') {
      this.book(order);
      this.saw('a payment under review came in');
    } else if (order.capture?.wallet === 'DECLINED') {
      order.state = 'open';
      this.saw('a payment under review was declined');
    }
  }

  /** Polls an order without its payer. */
  lookAtOrder(order: Order): void {
    const { state, wallet, campaign, createdAt } = order;
    const isCaptured = this.collect(order);
    if (state !== 'open') return;
    if (isCaptured) return this.saw('an approved order was captured without the browser');
    if (order.state !== 'open') return;
    const isPaidOtherwise =
      wallet === 'APPROVED' &&
      this.isFundable(campaign) &&
      !this.owes(campaign.owner) &&
      this.isPaymentUnderWay(campaign);
    if (isPaidOtherwise) this.saw('an order was closed since another had paid');
    const isTooOld = wallet !== 'APPROVED' && this.now - createdAt >= OPEN_AT_MOST_MS;
    if (isPaidOtherwise || wallet === 'VOIDED' || isTooOld) order.state = 'closed';
  }

  book(order: Order): void {
    const { id, amount } = order;
    order.state = 'captured';
    order.refundable = amount;
    this.post('psp', `suspense:${id}`, amount);
    this.post('psp_fees', 'psp', pspFeeOn(amount));
    if (!order.repays) this.later(() => this.fundAlone(order));
  }

  /** Funds the campaign if the browser never came back. */
  fundAlone(order: Order): void {
    if (order.state !== 'captured' || order.campaign.status !== 'draft') return;
    if (this.isDisputed(order.campaign)) return this.saw('captured money stayed in suspense for a dispute');
    this.bind(order);
    this.saw('a captured payment funded its campaign without the browser');
  }

  bind(order: Order): void {
    const { id, campaign } = order;
    order.state = 'bound';
    campaign.status = 'active';
    this.post(`suspense:${id}`, `escrow:${campaign.id}`, campaign.pay);
    this.post(`suspense:${id}`, `fee_unearned:${campaign.id}`, campaign.fee);
  }
}
