/**
 * The money as it must be, by plain arithmetic over facts: no database, no clock of its own, none of the product's services.
 * What the platform does later waits in two queues, events before effects, as the outbox has them. How money goes out and
 * back is in paying-out.ts, giving-back.ts and disputed.ts, what happens at the wallet in wallet-model.ts.
 */
import type { Cents } from '#kernel/money.ts';
import {
  type Attempt,
  type Campaign,
  type Chargeback,
  type Dispute,
  type Marketer,
  type Order,
  type Payment,
  type Proof,
  type Refund,
  type Sums,
  sumOf,
  type Work,
} from './facts.ts';

/** What the platform asks of the wallet, and what the wallet answers to. */
export interface AtWallet {
  sendPayout(attempt: Attempt): void;
  cancelPayout(attempt: Attempt): void;
  sendRefund(refund: Refund): void;
  /** A look for disputes about this order's payment. */
  tellDisputes(order: Order): void;
}

export class Model {
  now = 0;
  /** What lay where before anything happened. */
  reserve = new Map<string, Cents>();
  campaigns: Campaign[] = [];
  orders: Order[] = [];
  marketers: Marketer[] = [];
  works: Work[] = [];
  payments: Payment[] = [];
  refunds: Refund[] = [];
  chargebacks: Chargeback[] = [];
  /** What new refunds become at the wallet. */
  refundsBecome: 'COMPLETED' | 'PENDING' = 'COMPLETED';
  /** What the wallet has announced and nobody has heard yet, in its order. */
  news: (() => void)[] = [];
  #events: (() => void)[] = [];
  #effects: (() => void)[] = [];
  readonly saw: (what: string) => void;
  /** Assigned by the wallet's model. */
  atWallet: AtWallet | undefined;

  constructor(saw: (what: string) => void) {
    this.saw = saw;
  }

  get proofs(): Proof[] {
    return this.works.flatMap(({ proofs }) => proofs);
  }

  get disputes(): Dispute[] {
    return this.works.flatMap(({ dispute }) => dispute ?? []);
  }

  /** Events until there are none, then effects until there are none, and again. */
  drain(): void {
    while (this.#events.length + this.#effects.length > 0) {
      for (let event = this.#events.shift(); event; event = this.#events.shift()) event();
      for (let effect = this.#effects.shift(); effect; effect = this.#effects.shift()) effect();
    }
  }

  /** What is said to the platform by itself: each announcement is looked into as an effect of its own. */
  hearNews(): void {
    this.#effects.push(...this.news.splice(0));
  }

  later(event: () => void): void {
    this.#events.push(event);
  }

  soon(effect: () => void): void {
    this.#effects.push(effect);
  }

  suspense(order: Order): Cents {
    if (order.ours !== 'captured' && order.ours !== 'surplus') return 0;
    const back = this.refundsOf(order).filter(({ origin }) => origin === 'suspense');
    return (
      order.amount -
      sumOf(back, ({ pay, fee }) => pay + fee) -
      sumOf(this.chargebacksOf(order), (cb) => gone(cb).suspense)
    );
  }

  left(campaign: Campaign): Sums {
    if (campaign.status === 'draft') return { pay: 0, fee: 0 };
    const paid = this.payments.filter((payment) => payment.campaign === campaign);
    const back = this.refunds.filter(
      (refund) =>
        refund.order.campaign === campaign && refund.origin === 'escrow' && refund.state !== 'failed',
    );
    const charged = this.chargebacks.filter(({ order }) => order.campaign === campaign).map(gone);
    return {
      pay:
        campaign.pay -
        sumOf(paid, ({ amount }) => amount) -
        sumOf(back, ({ pay }) => pay) -
        sumOf(charged, ({ pay }) => pay),
      fee:
        campaign.fee -
        sumOf(paid, ({ fee }) => fee) -
        sumOf(back, ({ fee }) => fee) -
        sumOf(charged, ({ fee }) => fee),
    };
  }

  refundsOf(order: Order): Refund[] {
    return this.refunds.filter((refund) => refund.order === order && refund.state !== 'failed');
  }

  chargebacksOf(order: Order): Chargeback[] {
    return this.chargebacks.filter((cb) => cb.order === order);
  }

  /** While we know of an open one, nothing leaves. */
  isDisputed(campaign: Campaign): boolean {
    return this.chargebacks.some(({ order, ours }) => order.campaign === campaign && ours === 'open');
  }

  refundable(order: Order): Cents {
    const taken = sumOf(this.chargebacksOf(order), (cb) => (cb.ours === 'open' ? cb.amount : lostOf(cb)));
    return order.amount - sumOf(this.refundsOf(order), ({ pay, fee }) => pay + fee) - taken;
  }

  /** Why this campaign cannot be paid for now, or null. */
  whyNotFundable(campaign: Campaign): string | null {
    if (campaign.status !== 'draft') return 'campaign/already-funded';
    return campaign.startsAt <= this.now ? 'campaign/start-passed' : null;
  }

  paymentUnderWay(campaign: Campaign): Order | undefined {
    return this.orders.find(
      ({ campaign: one, ours }) => one === campaign && ['pending', 'captured', 'bound'].includes(ours),
    );
  }

  booked(order: Order): void {
    order.ours = 'captured';
    this.later(() => this.fundByItself(order));
  }

  /** The browser never came back; a refusal is logged and changes nothing. */
  fundByItself(order: Order): void {
    if (order.ours !== 'captured' || order.campaign.status !== 'draft') return;
    if (this.isDisputed(order.campaign)) return this.saw('captured money stayed in suspense for a dispute');
    this.bind(order);
    this.saw('a captured payment funded its campaign without the browser');
  }

  bind(order: Order): void {
    order.ours = 'bound';
    order.campaign.status = 'active';
  }
}

/** What is away for the sake of a dispute: held while it is open, lost afterwards. */
export function gone({ ours, held, lost }: Chargeback): Chargeback['held'] {
  if (ours === 'open') return held;
  return ours === 'lost' ? lost : { pay: 0, fee: 0, suspense: 0 };
}

export const lostOf = ({ ours, amount }: Chargeback): Cents => (ours === 'lost' ? amount : 0);
