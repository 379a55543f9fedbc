import type { Cents } from '../money.ts';

/** Times are ISO strings in UTC. */
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

export type AccountRecord = { id: 'account'; merchantId: string; buyerId: string };

export type SigningKeyRecord = {
  id: 'key';
  privateKeyPem: string;
  certificateId: string;
  certificatePem: string;
};

export type OrderRecord = {
  id: string;
  status: 'CREATED' | 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED' | 'VOIDED';
  /** Changes the link's name and the first status. */
  hasPaymentSource: boolean;
  amountCents: Cents;
  referenceId: string;
  customId?: string;
  invoiceId?: string;
  description?: string;
  brandName: string;
  returnUrl?: string;
  cancelUrl?: string;
  isFundingSlow?: boolean;
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
  refundedCents: Cents;
  /** By lost disputes. Missing in books from before disputes existed. */
  reversedCents?: Cents;
  customId?: string;
  invoiceId?: string;
  createdAt: string;
  updatedAt: string;
};

/** Money returned to the buyer: a refund by the merchant, or the reversal of a lost dispute. */
export type RefundRecord = {
  id: string;
  captureId: string;
  disputeId?: string;
  status: 'PENDING' | 'COMPLETED' | 'FAILED' | 'CANCELLED';
  amountCents: Cents;
  totalRefundedCents: Cents;
  customId?: string;
  invoiceId?: string;
  note?: string;
  createdAt: string;
  updatedAt?: string;
};

export type DisputeStatus = 'OPEN' | 'WAITING_FOR_SELLER_RESPONSE' | 'UNDER_REVIEW' | 'RESOLVED';

/** Until it is resolved, its amount is withheld from the balance. */
export type DisputeRecord = {
  id: string;
  captureId: string;
  /** The capture's id as the buyer knows it. */
  buyerTransactionId: string;
  reason: string;
  status: DisputeStatus;
  amountCents: Cents;
  outcome?: 'RESOLVED_SELLER_FAVOUR' | 'RESOLVED_BUYER_FAVOUR' | 'CANCELED_BY_BUYER';
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
  /** Soonest first. */
  steps: ItemStep[];
  transactionId?: string;
  issue?: string;
  createdAt: string;
  processedAt?: string;
};

export type ItemStep = { at: string; status: ItemStatus; issue?: string };

/** The balance is the sum of all moves. */
export type MoveRecord = {
  id: string;
  at: string;
  amountCents: Cents;
  reason: MoveReason;
  objectId: string;
};

export type MoveReason =
  | 'capture'
  | 'fee'
  | 'refund'
  | 'payout'
  | 'payout-returned'
  | 'dispute-hold'
  /**
   * The withheld amount returns: for good if the dispute was won, or offset by the reversal if it was lost.
   */
  | 'dispute-released'
  | 'reversal';

export type KeyRecord = { id: string; targetId: string; firstAt: string };

export type EventRecord = { id: string; type: string; body: string; createdAt: string };

export type DeliveryRecord = {
  id: string;
  state: 'waiting' | 'delivered' | 'abandoned';
  attempts: number;
  nextAttemptAt: string;
};
