import type { Change } from '../books/books.ts';
import { announce } from '../webhooks/events.ts';
import { selfPayIssue } from './payout-outcomes.ts';
import { alreadyCancelled, notUnclaimed } from './payout-test-values.ts';
import { itemView, newBatchView } from './payout-view.ts';
import type { BatchRecord, ItemRecord, ItemStatus } from '../books/records.ts';
import { isoNow, move, type Simulator } from '../simulator.ts';

export function applyDueSteps(simulator: Simulator): void {
  for (const id of simulator.books.waiting.items) takeDueSteps(simulator, id);
  for (const id of simulator.books.waiting.batches) updateBatchStatus(simulator, id);
}

/** @throws the wallet's 400 unless the payout is unclaimed. */
export function cancelItem(simulator: Simulator, item: ItemRecord): ItemRecord {
  if (item.status === 'RETURNED') throw alreadyCancelled();
  if (item.status !== 'UNCLAIMED') throw notUnclaimed();
  return change(simulator, { ...item, steps: [] }, 'RETURNED', item.issue, 'PAYMENT.PAYOUTS-ITEM.CANCELED');
}

export function setItemStatus(
  simulator: Simulator,
  item: ItemRecord,
  status: Exclude<ItemStatus, 'PENDING'>,
  issue: string | undefined,
): ItemRecord {
  return change(simulator, { ...item, steps: [] }, status, issue, eventTypes[status]);
}

/** Event names differ from the statuses: SUCCEEDED for SUCCESS, HELD for ONHOLD. */
const eventTypes: Record<Exclude<ItemStatus, 'PENDING'>, string | undefined> = {
  SUCCESS: 'PAYMENT.PAYOUTS-ITEM.SUCCEEDED',
  FAILED: 'PAYMENT.PAYOUTS-ITEM.FAILED',
  UNCLAIMED: 'PAYMENT.PAYOUTS-ITEM.UNCLAIMED',
  RETURNED: 'PAYMENT.PAYOUTS-ITEM.RETURNED',
  ONHOLD: 'PAYMENT.PAYOUTS-ITEM.HELD',
  BLOCKED: 'PAYMENT.PAYOUTS-ITEM.BLOCKED',
  REFUNDED: 'PAYMENT.PAYOUTS-ITEM.REFUNDED',
  // The wallet lists this status, but no event for it.
  REVERSED: undefined,
};

/** Statuses in which the money has left the merchant's balance. */
const paidOut = new Set<ItemStatus>(['SUCCESS', 'UNCLAIMED', 'ONHOLD']);

function takeDueSteps(simulator: Simulator, itemId: string): void {
  const now = simulator.clock.now().getTime();
  let item = simulator.books.items.get(itemId);
  while (item?.steps[0] && Date.parse(item.steps[0].at) <= now) {
    const [step, ...steps] = item.steps;
    if (step.status === 'PENDING') return;
    item = change(simulator, { ...item, steps }, step.status, step.issue, eventTypes[step.status]);
  }
}

function change(
  simulator: Simulator,
  before: ItemRecord,
  status: ItemStatus,
  issue: string | undefined,
  eventType: string | undefined,
): ItemRecord {
  const item: ItemRecord = {
    ...before,
    status,
    issue,
    transactionId: before.transactionId ?? simulator.ids.object(),
    processedAt: isoNow(simulator),
  };
  const batch = simulator.books.batches.get(item.batchId);
  if (!batch) throw new Error(`payout item ${item.id} has no batch`);
  simulator.books.write([
    { table: 'items', record: item },
    ...balanceChange(simulator, before, item),
    ...(eventType === undefined
      ? []
      : announce(simulator, {
          type: eventType,
          resourceType: 'payouts_item',
          summary: `A payout item is now ${status}`,
          resource: itemView(simulator, item, batch),
        })),
  ]);
  return item;
}

function balanceChange(simulator: Simulator, before: ItemRecord, after: ItemRecord): Change[] {
  const wasOut = paidOut.has(before.status);
  const isOut = paidOut.has(after.status);
  if (wasOut === isOut) return [];
  return isOut
    ? [move(simulator, -after.amountCents, 'payout', after.id)]
    : [move(simulator, after.amountCents, 'payout-returned', after.id)];
}

/** PENDING, halfway PROCESSING, and SUCCESS or DENIED once every item has its first outcome. */
function updateBatchStatus(simulator: Simulator, batchId: string): void {
  const batch = simulator.books.batches.get(batchId);
  if (!batch) return;
  const items = batch.itemIds.flatMap((id) => simulator.books.items.get(id) ?? []);
  if (items.every((item) => item.status !== 'PENDING')) {
    const isDenied = items.every((item) => item.issue === selfPayIssue);
    const status = isDenied ? 'DENIED' : 'SUCCESS';
    writeBatch(simulator, { ...batch, status, completedAt: isoNow(simulator) });
    return;
  }
  const ageMs = simulator.clock.now().getTime() - Date.parse(batch.createdAt);
  if (batch.status === 'PENDING' && ageMs >= simulator.settleDelayMs / 2) {
    writeBatch(simulator, { ...batch, status: 'PROCESSING' });
  }
}

/** Batch events contain no items, so the listener must query them. */
function writeBatch(simulator: Simulator, batch: BatchRecord): void {
  simulator.books.write([
    { table: 'batches', record: batch },
    ...announce(simulator, {
      type: `PAYMENT.PAYOUTSBATCH.${batch.status}`,
      resourceType: 'payouts',
      summary: `A payouts batch is now ${batch.status}`,
      resource: newBatchView(simulator, batch),
    }),
  ]);
}
