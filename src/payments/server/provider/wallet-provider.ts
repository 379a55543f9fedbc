import type { Cents } from '#kernel/money.ts';

/**
 * The payment wallet as the rest of payments sees it. Nothing behind this interface says whether the other
 * side is PayPal or the simulator.
 *
 * No method throws for what the wallet or the network does, and none retries: each answers an Outcome, and what
 * to do next (same request id again, look up, give up) is decided where the intent is stored.
 */
export interface WalletProvider {
  /** Opens an order for the buyer to approve at `approveUrl`. Keys of orders are kept for 6 hours. */
  createOrder(order: NewOrder): Promise<Outcome<CreatedOrder>>;
  /** The authority on an order after any doubt. Refused with INVALID_RESOURCE_ID where there is none. */
  getOrder(orderId: string): Promise<Outcome<Order>>;
  /**
   * Takes the money of an approved order. An order that was captured before is a success and answers its capture.
   * Fund on `status` COMPLETED alone: an order may be complete while its capture is still PENDING.
   */
  captureOrder(orderId: string, requestId: string): Promise<Outcome<Capture>>;
  getCapture(captureId: string): Promise<Outcome<Capture>>;
  /** Gives back a part of a capture; the amount is always named. Keys of refunds are kept for 45 days. */
  refundCapture(captureId: string, refund: NewRefund): Promise<Outcome<Refund>>;
  getRefund(refundId: string): Promise<Outcome<Refund>>;
  /**
   * Sends one payout as a batch of its own, known to the wallet as 'po_' + payoutId. A payout that was sent before
   * is a success with `adopted` true and the first batch's id. Success means accepted: the item tells what became of it.
   */
  createPayout(payout: NewPayout): Promise<Outcome<CreatedPayout>>;
  getPayout(batchId: string): Promise<Outcome<Payout>>;
  /** Takes back a payout that nobody has claimed; only items in state UNCLAIMED can be cancelled. */
  cancelPayoutItem(itemId: string): Promise<Outcome<PayoutItem>>;
  /** The authority on a dispute after any doubt. Refused with INVALID_RESOURCE_ID where there is none. */
  getDispute(disputeId: string): Promise<Outcome<Dispute>>;
  /** Every dispute about this capture, each as getDispute would answer it. */
  listDisputes(request: { captureId: string }): Promise<Outcome<Dispute[]>>;
  /** Which disputes have changed since then, at most 180 days ago. */
  listDisputeIds(request: { updatedAfter: Date }): Promise<Outcome<DisputeIds>>;
  /** What our account holds. The wallet may be three hours behind. */
  getBalance(): Promise<Outcome<Balance>>;
  /**
   * One page of what moved our balance between two moments at most 31 days apart, `page` counted from 1. The wallet may be
   * three hours behind: what is newer than `completeUntil` may be missing.
   */
  listTransactions(request: TransactionsRequest): Promise<Outcome<TransactionPage>>;
  /** A short-lived token that a browser on this domain may use to start the wallet's buttons. */
  clientToken(request: { domain: string }): Promise<Outcome<ClientToken>>;
  /**
   * The wallet's page on which somebody signs in and lets us know their address. It leads back to `redirectUri` with `state`,
   * and with `code`, or with `error` where they declined.
   */
  getSignInUrl(request: { redirectUri: string; state: string; nonce: string }): string;
  /**
   * Whose sign-in brought this code. A code can be exchanged once and within minutes: after an unknown outcome somebody signs
   * in again. Refused also where the code belongs to another sign-in than the one with this nonce.
   */
  getSignedInAccount(request: {
    code: string;
    redirectUri: string;
    nonce: string;
  }): Promise<Outcome<WalletAccount>>;
  /** Says whether a delivery to our webhook was signed by the wallet. `rawBody` is the body, byte for byte. */
  verifyWebhook(delivery: WebhookDelivery): Promise<Outcome<WebhookVerdict>>;
  /** Closes the connections that are kept open. */
  close(): Promise<void>;
}

/**
 * What is known after a call.
 * - success: the wallet did it, or has done it before.
 * - refused: the wallet has understood the request and has said no; nothing happened.
 * - unknown: it may or may not have happened. Never treat it as a failure: ask again with the same id, or look it up.
 */
export type Outcome<Value> = Success<Value> | Refused | Unknown;

export type Success<Value> = { kind: 'success'; value: Value };

export type Refused = {
  kind: 'refused';
  /** The wallet's code, e.g. ORDER_NOT_APPROVED. Branch on this, never on a text. */
  issue: string;
  /** What the wallet's support asks for. */
  debugId?: string;
};

export type Unknown = {
  kind: 'unknown';
  reason: UnknownReason;
  debugId?: string;
  /** How long the wallet asks us to wait, in milliseconds. */
  retryAfterMs?: number;
};

export type UnknownReason =
  /** No connection came about: the request was not sent. */
  | 'unreachable'
  /** Our own time limit passed. */
  | 'timeout'
  /** The connection broke before the whole answer was read. */
  | 'connection-lost'
  /** Status 5xx. */
  | 'server-error'
  /** An answer that is not in the wallet's form, or in another currency. */
  | 'unreadable'
  /** An earlier request with this id is still being worked on. */
  | 'in-progress'
  | 'rate-limited'
  /** Our credentials were not accepted. Not a refusal of the payment: correct credentials must find it again. */
  | 'not-authorized';

export type NewOrder = {
  /** Idempotency key, at most 108 characters. */
  requestId: string;
  amountCents: Cents;
  customId: string;
  invoiceId: string;
  /** Shown to the buyer; cut at 127 characters. */
  description: string;
  returnUrl: string;
  cancelUrl: string;
};

export type OrderStatus = 'CREATED' | 'SAVED' | 'APPROVED' | 'VOIDED' | 'COMPLETED' | 'PAYER_ACTION_REQUIRED';

export type CreatedOrder = {
  orderId: string;
  status: OrderStatus;
  /** Missing where a repeated request finds the order past the buyer's part already. */
  approveUrl?: string;
};

export type Order = {
  orderId: string;
  status: OrderStatus;
  customId?: string;
  invoiceId?: string;
  amountCents: Cents;
  payerId?: string;
  capture?: Capture;
  /** What was given back of it, by us or by somebody's hand. */
  refunds: Refund[];
};

export type CaptureStatus =
  | 'COMPLETED'
  | 'PENDING'
  | 'DECLINED'
  | 'PARTIALLY_REFUNDED'
  | 'REFUNDED'
  | 'FAILED';

export type Capture = {
  captureId: string;
  status: CaptureStatus;
  amountCents: Cents;
  /** The wallet's own fee; missing while the capture is pending. */
  feeCents?: Cents;
  customId?: string;
  invoiceId?: string;
};

export type NewRefund = {
  requestId: string;
  amountCents: Cents;
  invoiceId?: string;
  customId?: string;
  /** Shown to the buyer; cut at 255 characters. */
  note?: string;
};

export type RefundStatus = 'COMPLETED' | 'PENDING' | 'FAILED' | 'CANCELLED';

export type Refund = {
  refundId: string;
  status: RefundStatus;
  amountCents: Cents;
  customId?: string;
  invoiceId?: string;
};

export type NewPayout = {
  /** Ours: becomes sender_batch_id ('po_' + payoutId) and sender_item_id, the guard against paying twice. */
  payoutId: string;
  amountCents: Cents;
  receiverEmail: string;
  note: string;
};

export type CreatedPayout = { batchId: string; adopted: boolean };

export type PayoutBatchStatus = 'PENDING' | 'PROCESSING' | 'SUCCESS' | 'DENIED' | 'CANCELED';

export type PayoutItemStatus =
  | 'SUCCESS'
  | 'FAILED'
  | 'PENDING'
  | 'UNCLAIMED'
  | 'RETURNED'
  | 'ONHOLD'
  | 'BLOCKED'
  | 'REFUNDED'
  | 'REVERSED';

export type Payout = {
  batchId: string;
  batchStatus: PayoutBatchStatus;
  /** Missing where the wallet does not list items of a young batch yet. */
  item?: PayoutItem;
};

export type PayoutItem = {
  itemId: string;
  batchId: string;
  /** Our payoutId. */
  payoutId?: string;
  status: PayoutItemStatus;
  amountCents: Cents;
  feeCents?: Cents;
  receiver: string;
  transactionId?: string;
  /** Why it did not arrive, e.g. RECEIVER_UNREGISTERED. */
  issue?: string;
};

export type Dispute = {
  disputeId: string;
  /** The captures that it is about. */
  captureIds: string[];
  amountCents: Cents;
  /** Seen from us: won means that the money comes back to us. What is lost may still be won on appeal. */
  status: 'open' | 'won' | 'lost';
  /** What stays away, at most `amountCents`; 0 while it is open. */
  lostCents: Cents;
};

/** In the order of the wallet. Not whole: there are more than are read at once. */
export type DisputeIds = { ids: string[]; isWhole: boolean };

/** Signed: an account can be overdrawn. */
export type Balance = { totalCents: Cents; availableCents: Cents; withheldCents: Cents };

export type TransactionsRequest = {
  from: Date;
  to: Date;
  page: number;
  /** Only those with this code; all where it is missing. */
  eventCode?: string | undefined;
};

export type TransactionPage = {
  transactions: WalletTransaction[];
  /** How many pages there are; 0 where nothing has moved. */
  pages: number;
  completeUntil?: Date;
};

/** completed: it counts. reversed: it counted, and another transaction has taken it back. */
export type WalletTransactionStatus = 'completed' | 'pending' | 'denied' | 'reversed';

export type WalletTransaction = {
  /** Of a capture, a refund or a payout, and not unique: a hold on a payment carries the payment's id. */
  transactionId: string;
  /** The transaction, order or subscription that it belongs to. */
  referenceId?: string;
  /** Such as T0006 (checkout), T0001 (mass payment), T1107 (refund). */
  eventCode: string;
  /** Positive where it came in. The wallet's fee is not taken off. */
  amountCents: Cents;
  /** Negative where the wallet took it. */
  feeCents?: Cents;
  status: WalletTransactionStatus;
  invoiceId?: string;
  customId?: string;
  at: Date;
};

/** isConfirmed: the wallet has seen that the address is theirs. */
export type WalletAccount = { email: string; isConfirmed: boolean };

export type ClientToken = { clientToken: string; expiresAt: string };

export type WebhookDelivery = {
  /** The request's headers with lower-case names. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  rawBody: Uint8Array;
};

export type WebhookVerdict = { genuine: true; event: WebhookEvent } | { genuine: false };

/** A hint to look at an object; never the source of an amount or a state. */
export type WebhookEvent = {
  eventId: string;
  eventType: string;
  resourceType?: string;
  resourceId?: string;
};
