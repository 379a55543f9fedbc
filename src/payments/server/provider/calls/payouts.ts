import { z } from 'zod';

import { toDecimal } from '#kernel/money.ts';

import { MoneyV1, parseExchange, type WalletError } from '../responses.ts';
import type { ApiClient } from '../api-client.ts';
import { success, unknown } from '../outcome.ts';
import type { CreatedPayout, NewPayout, Outcome, Payout, PayoutItem } from '../wallet-provider.ts';

/**
 * Sends one batch per payout, so that items cannot affect each other. The guard against paying twice is
 * sender_batch_id, not PayPal-Request-Id, which once let a second batch through.
 */
export async function createPayout(api: ApiClient, payout: NewPayout): Promise<Outcome<CreatedPayout>> {
  const exchange = await api.call({
    method: 'POST',
    path: '/v1/payments/payouts',
    requestId: `po_${payout.payoutId}`,
    body: payoutBody(payout),
  });
  if (exchange.kind === 'refused' && isDuplicate(exchange.error)) {
    const batchId = originalBatchId(exchange.error);
    // The first batch exists, but its id is missing. Any result except unknown could pay twice.
    if (batchId === undefined) return unknown('unreadable', { debugId: exchange.debugId });
    return success({ batchId, adopted: true });
  }
  return parseExchange(exchange, CreatedPayoutAnswer);
}

export async function getPayout(api: ApiClient, batchId: string): Promise<Outcome<Payout>> {
  const path = `/v1/payments/payouts/${encodeURIComponent(batchId)}`;
  return parseExchange(await api.call({ method: 'GET', path }), PayoutAnswer);
}

export async function cancelPayoutItem(api: ApiClient, itemId: string): Promise<Outcome<PayoutItem>> {
  const path = `/v1/payments/payouts-item/${encodeURIComponent(itemId)}/cancel`;
  return parseExchange(await api.call({ method: 'POST', path }), PayoutItemAnswer);
}

function payoutBody(payout: NewPayout): object {
  return {
    sender_batch_header: {
      sender_batch_id: `po_${payout.payoutId}`,
      recipient_type: 'EMAIL',
      // The wallet's email. A repeated call must be equal to the first, so it doesn't follow the reader: not for users.
      email_subject: 'You have been paid by Promenade',
    },
    items: [
      {
        recipient_type: 'EMAIL',
        // Payouts use `currency`, orders use `currency_code`.
        amount: { currency: 'USD', value: toDecimal(payout.amountCents) },
        receiver: payout.receiverEmail,
        sender_item_id: payout.payoutId,
        note: payout.note,
        recipient_wallet: 'PAYPAL',
      },
    ],
  };
}

/** Two wordings were recorded, years apart. Both name the batch, and neither has a code of its own. */
function isDuplicate(error: WalletError): boolean {
  return (
    error.name === 'USER_BUSINESS_ERROR' &&
    (error.details ?? []).some((detail) => /already exists|duplicate/i.test(detail.issue ?? ''))
  );
}

/** Returns the batch id from the link. The link itself is never followed. */
function originalBatchId(error: WalletError): string | undefined {
  const details = error.details ?? [];
  const links = details.flatMap((detail) => [...(detail.link ?? []), ...(detail.links ?? [])]);
  const ids = [...links, ...(error.links ?? [])].map(
    (link) => /\/v1\/payments\/payouts\/([A-Za-z0-9_-]+)\/?(?:[?#]|$)/.exec(link.href)?.[1],
  );
  return ids.find((id) => id !== undefined);
}

const BatchStatusAnswer = z.enum(['PENDING', 'PROCESSING', 'SUCCESS', 'DENIED', 'CANCELED']);

const CreatedPayoutAnswer = z
  .object({ batch_header: z.object({ payout_batch_id: z.string().min(1), batch_status: BatchStatusAnswer }) })
  .transform((answer): CreatedPayout => ({ batchId: answer.batch_header.payout_batch_id, adopted: false }));

const PayoutItemAnswer = z
  .object({
    payout_item_id: z.string().min(1),
    payout_batch_id: z.string().min(1),
    // Missing until the wallet has processed the item.
    transaction_status: z
      .enum([
        'SUCCESS',
        'FAILED',
        'PENDING',
        'UNCLAIMED',
        'RETURNED',
        'ONHOLD',
        'BLOCKED',
        'REFUNDED',
        'REVERSED',
      ])
      .default('PENDING'),
    transaction_id: z.string().optional(),
    payout_item_fee: MoneyV1.optional(),
    payout_item: z.object({
      amount: MoneyV1,
      receiver: z.string(),
      sender_item_id: z.string().optional(),
    }),
    errors: z.object({ name: z.string() }).optional(),
  })
  .transform((answer): PayoutItem => ({
    itemId: answer.payout_item_id,
    batchId: answer.payout_batch_id,
    payoutId: answer.payout_item.sender_item_id,
    status: answer.transaction_status,
    amountCents: answer.payout_item.amount,
    feeCents: answer.payout_item_fee,
    receiver: answer.payout_item.receiver,
    transactionId: answer.transaction_id,
    issue: answer.errors?.name,
  }));

const PayoutAnswer = z
  .object({
    batch_header: z.object({ payout_batch_id: z.string().min(1), batch_status: BatchStatusAnswer }),
    items: z.array(PayoutItemAnswer).max(1).default([]),
  })
  .transform((answer): Payout => ({
    batchId: answer.batch_header.payout_batch_id,
    batchStatus: answer.batch_header.batch_status,
    item: answer.items[0],
  }));
