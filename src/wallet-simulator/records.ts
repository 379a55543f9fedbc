import type { Cents } from '#kernel/money.ts';

/** What the simulator's books hold. Times are ISO strings in UTC. */
export type Tables = {
  accounts: AccountRecord;
  signingKeys: SigningKeyRecord;
  orders: OrderRecord;
  captures: CaptureRecord;
  refunds: RefundRecord;
  batches: BatchRecord;
  items: ItemRecord;
  disputes: DisputeRecord;
  moves: MoveRecord;
  keys: KeyRecord;
  events: EventRecord;
  deliveries: DeliveryRecord;
};

export type TableName = keyof Tables;

/** The one merchant and the one buyer; made when the books are opened first. */
export type AccountRecord = { id: 'account'; merchantId: string; buyerId: string };

/** The key that signs webhooks; made when the first is sent. */
export type SigningKeyRecord = {
  id: 'key';
  privateKeyPem: string;
  certificateId: string;
  certificatePem: string;
};

export type OrderRecord = {
  id: string;
  status: 'CREATED' | 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED' | 'VOIDED';
  /** Whether the merchant named the wallet as payment source; it changes the link's name and the first status. */
  hasPaymentSource: boolean;
  amountCents: Cents;
  referenceId: string;
  customId?: string;
  invoiceId?: string;
  description?: string;
  brandName: string;
  returnUrl?: string;
  cancelUrl?: string;
  /** The buyer pays in a way that takes its time: the capture will be pending. */
  isFundingSlow?: boolean;
  /** The buyer has approved with a funding source that will be declined. */
  isFundingDeclined: boolean;
  createdAt: string;
  updatedAt: string;
  approvedAt?: string;
  captureId?: string;
};

export type CaptureRecord = {
  id: string;
  orderId: string;
  status: 'PENDING' | 'COMPLETED' | 'DECLINED' | 'PARTIALLY_REFUNDED' | 'REFUNDED';
  amountCents: Cents;
  feeCents: Cents;
  /** What the merchant has given back. */
  refundedCents: Cents;
  /** What lost disputes have taken back; missing in books of a time without disputes. */
  reversedCents?: Cents;
  customId?: string;
  invoiceId?: string;
  createdAt: string;
  updatedAt: string;
};

/** What went back to the buyer: a refund of the merchant's, or the reversal that a lost dispute brings. */
export type RefundRecord = {
  id: string;
  captureId: string;
  /** The lost dispute, where this is a reversal. */
  disputeId?: string;
  status: 'PENDING' | 'COMPLETED' | 'FAILED' | 'CANCELLED';
  amountCents: Cents;
  /** All that has gone back of the capture up to and with this one. */
  totalRefundedCents: Cents;
  customId?: string;
  invoiceId?: string;
  note?: string;
  createdAt: string;
  /** When it was settled, where that was later. */
  updatedAt?: string;
};

export type DisputeStatus = 'OPEN' | 'WAITING_FOR_SELLER_RESPONSE' | 'UNDER_REVIEW' | 'RESOLVED';

/** A buyer's complaint about a capture. While it is not resolved its amount is held back from the balance. */
export type DisputeRecord = {
  id: string;
  captureId: string;
  /** The capture's id as the buyer knows it. */
  buyerTransactionId: string;
  reason: string;
  status: DisputeStatus;
  amountCents: Cents;
  outcome?: 'RESOLVED_SELLER_FAVOUR' | 'RESOLVED_BUYER_FAVOUR' | 'CANCELED_BY_BUYER';
  /** The refund record of a lost dispute. */
  reversalId?: string;
  createdAt: string;
  updatedAt: string;
};

export type BatchRecord = {
  id: string;
  senderBatchId?: string;
  status: 'PENDING' | 'PROCESSING' | 'SUCCESS' | 'DENIED';
  emailSubject?: string;
  itemIds: string[];
  createdAt: string;
  completedAt?: string;
};

export type ItemStatus =
  | 'SUCCESS'
  | 'FAILED'
  | 'PENDING'
  | 'UNCLAIMED'
  | 'RETURNED'
  | 'ONHOLD'
  | 'BLOCKED'
  | 'REFUNDED'
  | 'REVERSED';

export type ItemRecord = {
  id: string;
  batchId: string;
  senderItemId?: string;
  recipientType: 'EMAIL';
  receiver: string;
  amountCents: Cents;
  note?: string;
  status: ItemStatus;
  /** What is still going to happen to it, soonest first. */
  steps: ItemStep[];
  transactionId?: string;
  issue?: string;
  createdAt: string;
  processedAt?: string;
};

export type ItemStep = { at: string; status: ItemStatus; issue?: string };

/** A movement of the merchant's balance; the balance is the sum of these and nothing else. */
export type MoveRecord = {
  id: string;
  at: string;
  amountCents: Cents;
  reason: MoveReason;
  /** The capture, refund, payout item or dispute that it belongs to. */
  objectId: string;
};

export type MoveReason =
  | 'capture'
  | 'fee'
  | 'refund'
  | 'payout'
  | 'payout-returned'
  | 'dispute-hold'
  /** The held sum comes back: for good where the dispute was won, and for the reversal beside it where it was lost. */
  | 'dispute-released'
  | 'reversal';

/** What an idempotency key or a sender_batch_id has made. */
export type KeyRecord = { id: string; targetId: string; firstAt: string };

export type EventRecord = { id: string; type: string; body: string; createdAt: string };

export type DeliveryRecord = {
  /** The event's id. */
  id: string;
  state: 'waiting' | 'delivered' | 'abandoned';
  attempts: number;
  nextAttemptAt: string;
};
