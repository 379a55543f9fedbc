import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

import { MAX_CENTS, type Cents } from '../money.ts';

import type { Change } from '../books/books.ts';
import { payoutError, type ErrorDetail } from '../errors.ts';
import { findByKey, rememberKey } from '../orders/idempotency.ts';
import { stepsFor } from './payout-outcomes.ts';
import { cancelItem } from './payout-steps.ts';
import { batchForId, refusalForCancelling, refusalForNote } from './payout-test-values.ts';
import { batchLink, batchView, itemView, newBatchView } from './payout-view.ts';
import type { BatchRecord, ItemRecord } from '../books/records.ts';
import { parseWholeCents, type JsonBody } from '../request-body.ts';
import { isoNow, type Simulator } from '../simulator.ts';

export function registerPayouts(app: FastifyInstance, simulator: Simulator): void {
  // PayPal-Request-Id is ignored: the real wallet was observed to accept a second batch despite it.
  app.post<{ Body: JsonBody | undefined }>('/v1/payments/payouts', (request, reply) => {
    const payout = readNewPayout(request.body?.json);
    const refusal = refusalForNote(payout.items[0]?.note);
    if (refusal) throw refusal;
    const batch = createBatch(simulator, payout);
    reply.status(201);
    return newBatchView(simulator, batch);
  });

  app.get<{ Params: { batchId: string } }>('/v1/payments/payouts/:batchId', (request) => {
    const testValue = batchForId(simulator, request.params.batchId);
    if (testValue) return testValue;
    const batch = simulator.books.batches.get(request.params.batchId);
    if (!batch) throw resourceNotFound();
    const items = batch.itemIds.map((id) => findItem(simulator, id));
    return batchView(simulator, batch, items);
  });

  app.get<{ Params: { itemId: string } }>('/v1/payments/payouts-item/:itemId', (request) =>
    viewItem(simulator, findItem(simulator, request.params.itemId)),
  );

  app.post<{ Params: { itemId: string } }>('/v1/payments/payouts-item/:itemId/cancel', (request) => {
    const refusal = refusalForCancelling(request.params.itemId);
    if (refusal) throw refusal;
    return viewItem(simulator, cancelItem(simulator, findItem(simulator, request.params.itemId)));
  });
}

export function availableBalance(simulator: Simulator): Cents {
  let reserved = 0;
  for (const id of simulator.books.waiting.items) {
    const item = simulator.books.items.get(id);
    if (item?.status === 'PENDING') reserved += item.amountCents;
  }
  return simulator.books.balance() - reserved;
}

function createBatch(simulator: Simulator, request: NewPayout): BatchRecord {
  const senderBatchId = request.sender_batch_header.sender_batch_id;
  const knownId = findByKey(simulator, 'batch', senderBatchId);
  if (knownId !== undefined) throw duplicateBatch(simulator, knownId);

  const total = request.items.reduce((sum, item) => sum + item.amount.value, 0);
  if (total > availableBalance(simulator)) {
    throw payoutError(422, 'INSUFFICIENT_FUNDS', 'Sender does not have sufficient funds.');
  }

  const now = isoNow(simulator);
  const batchId = simulator.ids.account();
  const items = request.items.map((item): ItemRecord => ({
    id: simulator.ids.account(),
    batchId,
    senderItemId: item.sender_item_id,
    recipientType: 'EMAIL',
    receiver: item.receiver,
    amountCents: item.amount.value,
    note: item.note,
    status: 'PENDING',
    steps: stepsFor(simulator, item.receiver),
    createdAt: now,
  }));
  const batch: BatchRecord = {
    id: batchId,
    senderBatchId,
    status: 'PENDING',
    emailSubject: request.sender_batch_header.email_subject,
    itemIds: items.map((item) => item.id),
    createdAt: now,
  };
  const itemChanges = items.map((record): Change => ({ table: 'items', record }));
  simulator.books.write([
    { table: 'batches', record: batch },
    ...itemChanges,
    ...rememberKey(simulator, 'batch', senderBatchId, batch.id),
  ]);
  return batch;
}

function duplicateBatch(simulator: Simulator, batchId: string): Error {
  return payoutError(400, 'USER_BUSINESS_ERROR', 'User business error.', [
    {
      field: 'SENDER_BATCH_ID',
      location: 'body',
      issue: 'Batch with given sender_batch_id already exists',
      link: [batchLink(simulator, batchId)],
    },
  ]);
}

function viewItem(simulator: Simulator, item: ItemRecord): object {
  const batch = simulator.books.batches.get(item.batchId);
  if (!batch) throw resourceNotFound();
  return itemView(simulator, item, batch);
}

export function findItem(simulator: Simulator, itemId: string): ItemRecord {
  const item = simulator.books.items.get(itemId);
  if (!item) throw resourceNotFound();
  return item;
}

function resourceNotFound(): Error {
  return payoutError(404, 'INVALID_RESOURCE_ID', 'The requested resource ID was not found');
}

const NewItem = z.object({
  recipient_type: z.literal('EMAIL').optional(),
  receiver: z.email('Receiver is invalid or does not match with type').max(127),
  amount: z.object({
    currency: z.literal('USD'),
    value: z.union([z.string(), z.number().transform(String)]).transform((value, context) => {
      const cents = /^\d{1,10}(\.\d{1,2})?$/.test(value) ? parseWholeCents(value) : undefined;
      if (cents !== undefined && cents > 0 && cents <= MAX_CENTS) return cents;
      context.addIssue({ code: 'custom', message: 'Amount is invalid' });
      return z.NEVER;
    }),
  }),
  note: z.string().max(4000).optional(),
  sender_item_id: z.string().max(63).optional(),
});

const NewPayout = z.object({
  sender_batch_header: z.object({
    sender_batch_id: z.string().min(1).max(256).optional(),
    recipient_type: z.literal('EMAIL').optional(),
    email_subject: z.string().max(255).optional(),
  }),
  items: z.array(NewItem).min(1).max(15_000),
});
type NewPayout = z.output<typeof NewPayout>;

/** One invalid item refuses the whole batch. */
function readNewPayout(json: unknown): NewPayout {
  const read = NewPayout.safeParse(json);
  if (read.success) return read.data;
  const details = read.error.issues.map((issue): ErrorDetail => ({
    // Format items[0].receiver, as this older interface names fields.
    field: issue.path
      .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
      .join('')
      .slice(1),
    location: 'body',
    issue: issue.message,
  }));
  throw payoutError(400, 'VALIDATION_ERROR', 'Invalid request - see details', details);
}
