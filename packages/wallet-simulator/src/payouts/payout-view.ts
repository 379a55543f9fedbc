import { toDecimal, type Cents } from '../money.ts';

import type { BatchRecord, ItemRecord } from '../books/records.ts';
import type { Simulator } from '../simulator.ts';

export function newBatchView(simulator: Simulator, batch: BatchRecord): object {
  return { batch_header: header(batch), links: [batchLink(simulator, batch.id)] };
}

export function batchView(simulator: Simulator, batch: BatchRecord, items: ItemRecord[]): object {
  const total = items.reduce((sum, item) => sum + item.amountCents, 0);
  return {
    total_items: items.length,
    total_pages: 1,
    batch_header: {
      ...header(batch),
      time_completed: batch.completedAt,
      funding_source: 'BALANCE',
      amount: moneyV1(total),
      fees: moneyV1(0),
    },
    items: items.map((item) => itemView(simulator, item, batch)),
    links: [batchLink(simulator, batch.id)],
  };
}

export function itemView(simulator: Simulator, item: ItemRecord, batch: BatchRecord): object {
  const base = `${simulator.publicUrl()}/v1/payments`;
  return {
    payout_item_id: item.id,
    transaction_id: item.transactionId,
    transaction_status: item.status,
    // The real wallet may charge a fee per payout. The simulator charges none.
    payout_item_fee: moneyV1(0),
    payout_batch_id: item.batchId,
    sender_batch_id: batch.senderBatchId,
    payout_item: {
      recipient_type: item.recipientType,
      amount: moneyV1(item.amountCents),
      note: item.note,
      receiver: item.receiver,
      sender_item_id: item.senderItemId,
      recipient_wallet: 'PAYPAL',
    },
    time_processed: item.processedAt,
    errors: item.issue === undefined ? undefined : itemError(item.id, item.issue),
    links: [
      { href: `${base}/payouts-item/${item.id}`, rel: 'item', method: 'GET' },
      { href: `${base}/payouts/${item.batchId}`, rel: 'batch', method: 'GET' },
    ],
  };
}

export function batchLink(
  simulator: Simulator,
  batchId: string,
): { href: string; rel: string; method: string } {
  return { href: `${simulator.publicUrl()}/v1/payments/payouts/${batchId}`, rel: 'self', method: 'GET' };
}

function header(batch: BatchRecord): object {
  return {
    payout_batch_id: batch.id,
    batch_status: batch.status,
    time_created: batch.createdAt,
    sender_batch_header: {
      sender_batch_id: batch.senderBatchId,
      email_subject: batch.emailSubject,
    },
  };
}

function itemError(itemId: string, issue: string): object {
  const messages: Record<string, string> = {
    RECEIVER_UNREGISTERED: 'Receiver is unregistered.',
    RECEIVER_ACCOUNT_LOCKED: 'Receiver account is locked or inactive.',
    RISK_DECLINE: 'The transaction was declined due to risk.',
    SELF_PAY_NOT_ALLOWED: 'Paying oneself is not allowed.',
  };
  return { name: issue, message: messages[issue] ?? issue, debug_id: itemId.toLowerCase(), links: [] };
}

function moneyV1(cents: Cents): object {
  return { currency: 'USD', value: toDecimal(cents) };
}
