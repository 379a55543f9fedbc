import type { Cents } from '#kernel/money.ts';
import type { Circuit } from '#platform/server/outbox/enqueue.ts';

/**
 * Hides whether the wallet is PayPal or the simulator. No method throws for errors of the wallet or the
 * network, and none retries: the code that stored the intent decides whether to retry with the same request
 * id, look it up, or give up.
 */
export interface WalletProvider {
  getCircuit(): Circuit;
  /** Creates an order for the buyer to approve at `approveUrl`. The wallet keeps request ids for 6 hours. */
  createOrder(order: NewOrder): Promise<Outcome<CreatedOrder>>;
  /** The source of truth about an order. Refuses with INVALID_RESOURCE_ID if it does not exist. */
  getOrder(orderId: string): Promise<Outcome<Order>>;
  /**
   * Captures an approved order. Returns success with the existing capture if it was captured before. Fund
   * only if `status` is COMPLETED: an order may be complete while its capture is still PENDING.
   */
  captureOrder(orderId: string, requestId: string): Promise<Outcome<Capture>>;
  getCapture(captureId: string): Promise<Outcome<Capture>>;
  /** Refunds part of a capture, always with an explicit amount. The wallet keeps request ids for 45 days. */
  refundCapture(captureId: string, refund: NewRefund): Promise<Outcome<Refund>>;
  getRefund(refundId: string): Promise<Outcome<Refund>>;
  /**
   * Sends one payout as a batch of its own, with the batch id 'po_' + payoutId. Returns success with
   * `adopted` true and the first batch's id if it was sent before. Success means accepted: poll the item for
   * the result.
   */
  createPayout(payout: NewPayout): Promise<Outcome<CreatedPayout>>;
  getPayout(batchId: string): Promise<Outcome<Payout>>;
  cancelPayoutItem(itemId: string): Promise<Outcome<PayoutItem>>;
  /** The source of truth about a dispute. Refuses with INVALID_RESOURCE_ID if it does not exist. */
  getDispute(disputeId: string): Promise<Outcome<Dispute>>;
  listDisputes(request: { captureId: string }): Promise<Outcome<Dispute[]>>;
  /** Returns the disputes updated since this time, at most 180 days ago. */
  listDisputeIds(request: { updatedAfter: Date }): Promise<Outcome<DisputeIds>>;
  getBalance(): Promise<Outcome<Balance>>;
  /**
   * Returns one page of transactions between two times at most 31 days apart. `page` starts at 1. The wallet
   * may lag by three hours: transactions newer than `completeUntil` may be missing.
   */
  listTransactions(request: TransactionsRequest): Promise<Outcome<TransactionPage>>;
  /** Returns a short-lived token with which a browser on this domain can load the wallet's buttons. */
  clientToken(request: { domain: string }): Promise<Outcome<ClientToken>>;
  /**
   * Returns the wallet's page on which the user signs in and shares their address. It redirects to
   * `redirectUri` with `state`, and with `code`, or with `error` if the user declined.
   */
  getSignInUrl(request: { redirectUri: string; state: string; nonce: string }): string;
  /**
   * Returns the account that this code belongs to. A code can be exchanged once and within minutes, so after
   * an unknown outcome the user must sign in again. Refuses if the code belongs to a sign-in with another
   * nonce.
   */
  getSignedInAccount(request: {
    code: string;
    redirectUri: string;
    nonce: string;
  }): Promise<Outcome<WalletAccount>>;
  /** Returns whether the wallet signed a webhook delivery. `rawBody` is the body, byte for byte. */
  verifyWebhook(delivery: WebhookDelivery): Promise<Outcome<WebhookVerdict>>;
  close(): Promise<void>;
}

/**
 * The result of a call.
 * - success: the wallet did it, now or earlier.
 * - refused: the wallet understood the request and declined it. Nothing happened.
 * - unknown: it may or may not have happened. Never treat it as a failure: retry with the same id, or look it
 * up.
 */
export type Outcome<Value> = Success<Value> | Refused | Unknown;

export type Success<Value> = { kind: 'success'; value: Value };

export type Refused = {
  kind: 'refused';
  issue: string;
  debugId?: string;
};

export type Unknown = {
  kind: 'unknown';
  reason: UnknownReason;
  debugId?: string;
  /** In milliseconds, as requested by the wallet. */
  retryAfterMs?: number;
};

export type UnknownReason =
  /** No connection was made, so the request was not sent. */
  | 'unreachable'
  | 'timeout'
  /** The connection broke before the whole response was read. */
  | 'connection-lost'
  | 'server-error'
  /** A response in an unexpected format or another currency. */
  | 'unreadable'
  /** The wallet is still processing an earlier request with this id. */
  | 'in-progress'
  | 'rate-limited'
  /** Our credentials were rejected. Not a refusal of the payment: correct credentials must find it again. */
  | 'not-authorized';

export type NewOrder = {
  /** Idempotency key, at most 108 characters. */
  requestId: string;
  amountCents: Cents;
  customId: string;
  invoiceId: string;
  description: string;
  returnUrl: string;
  cancelUrl: string;
};

export type OrderStatus = 'CREATED' | 'SAVED' | 'APPROVED' | 'VOIDED' | 'COMPLETED' | 'PAYER_ACTION_REQUIRED';

export type CreatedOrder = {
  orderId: string;
  status: OrderStatus;
  /** Missing if the buyer has already approved when the request is repeated. */
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
  /** The wallet's fee. Missing while the capture is pending. */
  feeCents?: Cents;
  customId?: string;
  invoiceId?: string;
};

export type NewRefund = {
  requestId: string;
  amountCents: Cents;
  invoiceId?: string;
  customId?: string;
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
  /**
   * Our id. Sent as sender_batch_id ('po_' + payoutId) and sender_item_id, the guard against paying twice.
   */
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
  /** Missing while the wallet does not list the items of a new batch yet. */
  item?: PayoutItem;
};

export type PayoutItem = {
  itemId: string;
  batchId: string;
  payoutId?: string;
  status: PayoutItemStatus;
  amountCents: Cents;
  feeCents?: Cents;
  receiver: string;
  transactionId?: string;
  issue?: string;
};

export type Dispute = {
  disputeId: string;
  captureIds: string[];
  amountCents: Cents;
  /** From our side: won means that the money returns to us. A lost dispute may still be won on appeal. */
  status: 'open' | 'won' | 'lost';
  /** The lost amount, at most `amountCents`. 0 while the dispute is open. */
  lostCents: Cents;
};

/** In the wallet's order. `isWhole` is false if there are more than we read at once. */
export type DisputeIds = { ids: string[]; isWhole: boolean };

/** Signed: an account can be overdrawn. */
export type Balance = { totalCents: Cents; availableCents: Cents; withheldCents: Cents };

export type TransactionsRequest = {
  from: Date;
  to: Date;
  page: number;
  eventCode?: string | undefined;
};

export type TransactionPage = {
  transactions: WalletTransaction[];
  pages: number;
  completeUntil?: Date;
};

/** completed: counts. reversed: counted until another transaction reversed it. */
export type WalletTransactionStatus = 'completed' | 'pending' | 'denied' | 'reversed';

export type WalletTransaction = {
  /** Id of a capture, refund or payout. Not unique: a hold on a payment has the payment's id. */
  transactionId: string;
  referenceId?: string;
  /** For example T0006 (checkout), T0001 (mass payment), T1107 (refund). */
  eventCode: string;
  /** Positive for incoming money. Excludes the wallet's fee. */
  amountCents: Cents;
  /** Negative if the wallet charged it. */
  feeCents?: Cents;
  status: WalletTransactionStatus;
  invoiceId?: string;
  customId?: string;
  at: Date;
};

/** `isConfirmed`: the wallet has confirmed that the address belongs to the user. */
export type WalletAccount = { email: string; isConfirmed: boolean };

export type ClientToken = { clientToken: string; expiresAt: string };

export type WebhookDelivery = {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  rawBody: Uint8Array;
};

export type WebhookVerdict = { genuine: true; event: WebhookEvent } | { genuine: false };

export type WebhookEvent = {
  eventId: string;
  eventType: string;
  resourceType?: string;
  resourceId?: string;
};
