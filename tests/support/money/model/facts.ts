/**
 * The facts from which all amounts follow. Amounts in cents, times in milliseconds; `wallet` is the wallet's
 * own status.
 */
import type { Id } from '#kernel/id.ts';
import type { Cents } from '#kernel/money.ts';

export interface Sums {
  pay: Cents;
  fee: Cents;
}

/** The wallet's id and status of a capture, an item or a refund. */
export interface AtWallet {
  id: string;
  wallet: string;
}

export interface Campaign extends Sums {
  id: Id;
  owner: Id;
  /** The amount that one place pays; `pay` and `fee` are the totals. */
  place: Cents;
  places: number;
  startsAt: number;
  proofDueAt: number;
  status: 'draft' | 'active' | 'completed';
  isClosing: boolean;
  released: number;
}

export interface Order {
  campaign: Campaign;
  id: string;
  approveUrl: string;
  amount: Cents;
  createdAt: number;
  state: 'open' | 'pending' | 'captured' | 'bound' | 'surplus' | 'closed';
  wallet: string;
  action: string;
  capture?: AtWallet;
  /**
   * The payment whose shortfall, the chargeback whose debt, or the tip it pays; missing if it pays for the campaign.
   */
  repays?: Payment | Chargeback;
  /** The part of the amount that pays the platform's fee on a shortfall. */
  repaidFee?: Cents;
  /** The amount that the wallet can still refund, as far as the platform knows. */
  refundable: Cents;
}

export interface Marketer {
  id: Id;
  name: string;
  email: string | null;
  /** When the wallet email may be used: at once if it is the first. */
  emailUsableAt: number;
  isVerified: boolean;
  /** Earnings by year in New York. */
  earned: Map<string, Cents>;
}

export interface Work {
  campaign: Campaign;
  marketer: Marketer;
  applicationId: Id;
  isWithdrawn: boolean;
  proofs: Proof[];
  dispute?: Objection;
}

/** A dispute about a proof: the marketer's over a rejection, or the advertiser's over an approval. */
export interface Objection {
  id: Id;
  proof: Proof;
  side: 'marketer' | 'advertiser';
  openedAt: number;
  /** A decision was refused, so the sides have had their say. */
  wasTried?: boolean;
  state: 'open' | 'agreed' | 'upheld' | 'split' | 'rejected';
}

export interface Proof {
  id: Id;
  work: Work;
  status: 'pending' | 'approved' | 'rejected';
  submittedAt: number;
  /** When silence approves it. */
  reviewDueAt: number;
  /** The advertiser's request to send it again, and when the marketer did. */
  asked?: { dueAt: number; amendedAt?: number };
  decidedAt: number;
}

export interface Payment {
  proof: Proof;
  isTip?: true;
  marketer: Marketer;
  amount: Cents;
  isTaxHeld: boolean;
  /** The tax year in which it was released. */
  year?: string;
  /** The advertiser disputes the approval. */
  isDisputed?: boolean;
  /** A dispute took all of it back. */
  isCancelled?: boolean;
  fee: Cents;
  /** Set if the escrow did not cover it when it was approved. */
  shortfall?: {
    state: 'open' | 'paid' | 'covered' | 'recovered' | 'given-up' | 'renounced';
    /** The pay and the fee that the platform covered and has not got back. */
    covered: Cents;
    openedAt: number;
  };
  attempts: Attempt[];
}

/** One payout attempt for a payment; `wallet` is missing until it is sent. */
export interface Attempt {
  id?: Id;
  payment: Payment;
  /** More than the payment's if a dispute took a part back after the wallet had returned the attempt. */
  amount: Cents;
  receiver: string;
  state: 'withdrawn' | 'sent' | 'unclaimed' | 'held' | 'succeeded' | 'failed';
  /** The wallet was not called yet. */
  isQueued: boolean;
  isCancelAsked: boolean;
  item?: AtWallet;
  /** 'contradicted': returned, then reported as paid. 'loss': so it was, and another attempt has paid too. */
  issue?: 'contradicted' | 'loss' | undefined;
  /** It was booked as paid after its return, as the payment or as a loss. */
  wasBookedLate?: boolean;
}

export interface Refund extends Sums {
  id?: Id;
  order: Order;
  origin: 'escrow' | 'suspense';
  state: 'submitting' | 'pending' | 'completed' | 'failed';
  /** The failed refund that this one retries. */
  repeats?: Refund;
  issue: string;
  endedAt: number;
  atWallet?: AtWallet;
}

export interface Chargeback {
  id: string;
  order: Order;
  amount: Cents;
  wallet: 'open' | 'won' | 'lost';
  /** 'never': it ended without a loss before the platform knew of it. */
  state: 'unheard' | 'open' | 'won' | 'lost' | 'never';
  /** The accounts that the held money comes from. */
  held: [account: string, cents: Cents][];
  /** What its payer still owes after a loss. */
  owed: Cents;
  /** What of it was written off, less what the platform got after that. */
  writtenOff: Cents;
  closedAt: number;
}

/** Its money is in the campaign's escrow: it pays for the campaign or a shortfall. */
export const isForEscrow = ({ repays }: Order) =>
  repays === undefined || ('proof' in repays && !repays.isTip);

export const addSums = (cents: readonly Cents[]): Cents => cents.reduce((sum, one) => sum + one, 0);
