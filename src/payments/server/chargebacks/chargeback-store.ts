import { and, asc, eq, inArray, isNull, lte, type SQL } from 'drizzle-orm';
import { isAmong } from '#platform/server/db/is-among.ts';
import type { Id } from '#kernel/id.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { chargeback, type ChargebackRow, paymentOrder } from '../tables.ts';

/** Nothing may leave the campaign until the chargeback is closed. */
export function hasOpenChargeback(reader: Reader, campaignId: Id): Promise<boolean> {
  return existsWhere(reader, and(eq(chargeback.campaignId, campaignId), isOpen));
}

/** True while this order itself is disputed. */
export function isOrderDisputed(reader: Reader, orderId: Id): Promise<boolean> {
  return existsWhere(reader, and(eq(chargeback.orderId, orderId), isOpen));
}

const isOpen = eq(chargeback.state, 'open');

async function existsWhere(reader: Reader, condition: SQL | undefined): Promise<boolean> {
  const [found] = await reader.select({ id: chargeback.id }).from(chargeback).where(condition).limit(1);
  return found !== undefined;
}

/** Of a payment that went to this campaign's escrow, even if the platform won. */
export function hasChargeback(reader: Reader, campaignId: Id): Promise<boolean> {
  return isFundingDisputed(reader, campaignId);
}

export function hasFundingChargeback(reader: Reader, campaignId: Id): Promise<boolean> {
  return isFundingDisputed(reader, campaignId, inArray(chargeback.state, ['open', 'lost']));
}

/** The repayment of a debt and a tip never went to the escrow (decisions 37 and 57). */
async function isFundingDisputed(reader: Reader, campaignId: Id, condition?: SQL): Promise<boolean> {
  const [found] = await reader
    .select({ id: chargeback.id })
    .from(chargeback)
    .innerJoin(paymentOrder, eq(paymentOrder.id, chargeback.orderId))
    .where(
      and(
        eq(chargeback.campaignId, campaignId),
        condition,
        eq(paymentOrder.state, 'bound'),
        isNull(paymentOrder.chargebackId),
        isNull(paymentOrder.tipId),
      ),
    )
    .limit(1);
  return found !== undefined;
}

/** By the wallet's id. Lock its campaign and order first. */
export async function lockChargebackByDispute(
  tx: Tx,
  providerDisputeId: string,
): Promise<ChargebackRow | undefined> {
  const [found] = await tx
    .select()
    .from(chargeback)
    .where(eq(chargeback.providerDisputeId, providerDisputeId))
    .for('update');
  return found;
}

export async function insertChargeback(tx: Tx, row: typeof chargeback.$inferInsert): Promise<ChargebackRow> {
  const [inserted] = await tx.insert(chargeback).values(row).returning();
  if (!inserted) throw new Error('insert returned no row');
  return inserted;
}

export async function updateChargeback(
  tx: Tx,
  id: Id,
  changes: Partial<Omit<ChargebackRow, 'id'>>,
): Promise<ChargebackRow> {
  const [updated] = await tx.update(chargeback).set(changes).where(eq(chargeback.id, id)).returning();
  if (!updated) throw new Error(`chargeback ${id} not found`);
  return updated;
}

/** The oldest first. */
export function listDisputes(reader: Reader, orderId: Id): Promise<ChargebackRow[]> {
  return reader
    .select()
    .from(chargeback)
    .where(eq(chargeback.orderId, orderId))
    .orderBy(asc(chargeback.openedAt), asc(chargeback.id));
}

export async function listChargebacksToPoll(
  reader: Reader,
  now: Date,
  limit: number,
): Promise<ChargebackRow[]> {
  return reader
    .select()
    .from(chargeback)
    .where(and(eq(chargeback.state, 'open'), lte(chargeback.lookAt, now)))
    .orderBy(asc(chargeback.lookAt))
    .limit(limit);
}

/** In any state. */
export async function listRecordedDisputeIds(
  reader: Reader,
  providerDisputeIds: readonly string[],
): Promise<Set<string>> {
  const rows = await reader
    .select({ id: chargeback.providerDisputeId })
    .from(chargeback)
    .where(isAmong(chargeback.providerDisputeId, providerDisputeIds));
  return new Set(rows.map(({ id }) => id));
}
