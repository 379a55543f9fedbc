/** What the model keeps: the plain facts from which every cent follows. Amounts in cents, moments in milliseconds. */
import type { Id } from '#kernel/id.ts';
import type { Cents } from '#kernel/money.ts';

export interface Sums {
  pay: Cents;
  fee: Cents;
}

export interface Campaign extends Sums {
  name: string;
  id: Id;
  owner: Id;
  /** What one place pays; `pay` and `fee` are the whole of it. */
  place: Cents;
  places: number;
  startsAt: number;
  closesAt: number;
  proofDueAt: number;
  status: 'draft' | 'active' | 'completed';
  isClosing: boolean;
  hired: number;
  released: number;
}

export interface Capture {
  /** At the wallet. */
  status: 'PENDING' | 'COMPLETED' | 'DECLINED';
  pspFee: Cents;
  refunded: Cents;
  reversed: Cents;
}

export interface Order {
  name: string;
  campaign: Campaign;
  id: string;
  approveUrl: string;
  amount: Cents;
  createdAt: number;
  ours: 'open' | 'pending' | 'captured' | 'bound' | 'surplus' | 'closed';
  wallet: 'created' | 'approved' | 'completed' | 'voided';
  /** The buyer approved with something that will be declined, or that takes its time. */
  means: 'good' | 'declined' | 'slow';
  approvedAt: number;
  capture?: Capture;
}

export interface Marketer {
  name: string;
  id: Id;
  email: string | null;
  emailSetAt: number;
  isFirstEmail: boolean;
  isVerified: boolean;
}

/** A place in a campaign, and what came of it. */
export interface Work {
  campaign: Campaign;
  marketer: Marketer;
  applicationId: Id;
  status: 'approved' | 'withdrawn';
  proofs: Proof[];
  dispute?: Dispute;
}

export interface Proof {
  id: Id;
  work: Work;
  status: 'pending' | 'approved' | 'rejected';
  submittedAt: number;
  decidedAt: number;
}

export interface Dispute {
  id: Id;
  proof: Proof;
  state: 'open' | 'upheld' | 'rejected';
}

export interface Payment {
  proof: Proof;
  marketer: Marketer;
  campaign: Campaign;
  amount: Cents;
  fee: Cents;
  createdAt: number;
  isTaxHeld: boolean;
  status: 'pending' | 'completed' | 'failed';
  attempts: Attempt[];
}

export type ItemStatus =
  | 'PENDING'
  | 'SUCCESS'
  | 'FAILED'
  | 'UNCLAIMED'
  | 'RETURNED'
  | 'ONHOLD'
  | 'BLOCKED'
  | 'REFUNDED';

/** One try to pay a payment. */
export interface Attempt {
  payment: Payment;
  receiver: string;
  ours: 'queued' | 'withdrawn' | 'sent' | 'unclaimed' | 'held' | 'succeeded' | 'failed';
  isCancelAsked: boolean;
  /** At the wallet; missing until it was sent. */
  item?: { status: ItemStatus; steps: { at: number; status: ItemStatus }[] };
}

export interface Refund extends Sums {
  order: Order;
  origin: 'escrow' | 'suspense';
  state: 'submitting' | 'pending' | 'completed' | 'failed';
  issue: string | null;
  createdAt: number;
  endedAt: number;
  isRetried: boolean;
  /** It repeats a failed one. */
  isRetry: boolean;
  /** At the wallet; missing where it was never taken. */
  wallet?: 'PENDING' | 'COMPLETED' | 'FAILED' | 'CANCELLED';
}

/** A payer's dispute at the wallet. */
export interface Chargeback {
  order: Order;
  id: string;
  amount: Cents;
  wallet: 'open' | 'won' | 'lost';
  /** never: it had ended without a loss before we heard of it. */
  ours: 'unheard' | 'open' | 'won' | 'lost' | 'never';
  held: Sums & { suspense: Cents };
  lost: Sums & { suspense: Cents };
  owed: Cents;
  closedAt: number;
}

export const sumOf = <Thing>(things: Iterable<Thing>, cents: (thing: Thing) => Cents): Cents => {
  let sum = 0;
  for (const thing of things) sum += cents(thing);
  return sum;
};
