import { and, asc, desc, eq, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { Id } from '#kernel/id.ts';
import type { Cents } from '#kernel/money.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { isUniqueViolation } from '#platform/server/db/constraint-errors.ts';
import { type OrderRow, paymentOrder } from '../tables.ts';

export async function findOwnOrder(
  reader: Reader,
  providerOrderId: string,
  payerId: Id,
): Promise<OrderRow | undefined> {
  const [found] = await reader
    .select()
    .from(paymentOrder)
    .where(and(eq(paymentOrder.providerOrderId, providerOrderId), eq(paymentOrder.createdBy, payerId)));
  return found;
}

/** By the wallet's order id, a capture id, or our own id. */
export async function findOrderByAnyId(
  reader: Reader,
  ids: readonly string[],
): Promise<OrderRow | undefined> {
  const list = sql.param([...ids]);
  const [found] = await reader
    .select()
    .from(paymentOrder)
    .where(
      sql`${paymentOrder.providerOrderId} = any(${list}) or ${paymentOrder.providerCaptureId} = any(${list})
        or ${paymentOrder.id}::text = any(${list})`,
    )
    .limit(1);
  return found;
}

export async function hasOrders(reader: Reader): Promise<boolean> {
  const [found] = await reader.select({ id: paymentOrder.id }).from(paymentOrder).limit(1);
  return found !== undefined;
}

export async function findPaymentInProgress(reader: Reader, campaignId: Id): Promise<OrderRow | undefined> {
  const [found] = await reader
    .select()
    .from(paymentOrder)
    .where(
      and(
        hasPurpose({ campaignId, shortfallId: null, chargebackId: null, tipId: null }),
        inArray(paymentOrder.state, ['capturing', 'pending', 'captured']),
      ),
    )
    .limit(1);
  return found;
}

export async function getOrder(reader: Reader, id: Id): Promise<OrderRow> {
  const [found] = await reader.select().from(paymentOrder).where(eq(paymentOrder.id, id));
  if (!found) throw new Error(`payment order ${id} not found`);
  return found;
}

export async function lockOrder(tx: Tx, id: Id): Promise<OrderRow> {
  const [found] = await tx.select().from(paymentOrder).where(eq(paymentOrder.id, id)).for('update');
  if (!found) throw new Error(`payment order ${id} not found`);
  return found;
}

export async function lockOwnOrder(
  tx: Tx,
  providerOrderId: string,
  payerId: Id,
): Promise<OrderRow | undefined> {
  const [found] = await tx
    .select()
    .from(paymentOrder)
    .where(and(eq(paymentOrder.providerOrderId, providerOrderId), eq(paymentOrder.createdBy, payerId)))
    .for('update');
  return found;
}

export type OrderPurpose = Pick<OrderRow, 'campaignId' | 'shortfallId' | 'chargebackId' | 'tipId'>;

export const isForCampaign = ({ shortfallId, chargebackId, tipId }: Omit<OrderPurpose, 'campaignId'>) =>
  shortfallId === null && chargebackId === null && tipId === null;

function hasPurpose({ campaignId, shortfallId, chargebackId, tipId }: OrderPurpose): SQL | undefined {
  return and(
    eq(paymentOrder.campaignId, campaignId),
    shortfallId === null ? isNull(paymentOrder.shortfallId) : eq(paymentOrder.shortfallId, shortfallId),
    chargebackId === null ? isNull(paymentOrder.chargebackId) : eq(paymentOrder.chargebackId, chargebackId),
    tipId === null ? isNull(paymentOrder.tipId) : eq(paymentOrder.tipId, tipId),
  );
}

/**
 * Also while a capture is in progress. After an order that paid too little for a shortfall or debt, another
 * may follow.
 */
export async function isPaidFor(reader: Reader, purpose: OrderPurpose): Promise<boolean> {
  const states: OrderRow['state'][] = ['capturing', 'pending', 'captured'];
  if (isForCampaign(purpose) || purpose.tipId !== null) states.push('bound');
  const [found] = await reader
    .select({ id: paymentOrder.id })
    .from(paymentOrder)
    .where(and(hasPurpose(purpose), inArray(paymentOrder.state, states)))
    .limit(1);
  return found !== undefined;
}

export const isAlreadyPaidError = (error: unknown) =>
  isUniqueViolation(error, 'payment_order_one_capture') ||
  isUniqueViolation(error, 'payment_order_one_shortfall_capture') ||
  isUniqueViolation(error, 'payment_order_one_debt_capture') ||
  isUniqueViolation(error, 'payment_order_one_tip_capture');

/** Locks this payer's orders for the same purpose that are not captured or closed, newest first. */
export async function lockUnfinishedOrders(
  tx: Tx,
  { createdBy, ...purpose }: OrderPurpose & Pick<OrderRow, 'createdBy'>,
): Promise<OrderRow[]> {
  return tx
    .select()
    .from(paymentOrder)
    .where(
      and(
        hasPurpose(purpose),
        eq(paymentOrder.createdBy, createdBy),
        inArray(paymentOrder.state, ['creating', 'open']),
      ),
    )
    .orderBy(desc(paymentOrder.createdAt), desc(paymentOrder.id))
    .for('update');
}

export async function listOrdersToPoll(reader: Reader, now: Date, limit: number): Promise<OrderRow[]> {
  return reader
    .select()
    .from(paymentOrder)
    .where(
      and(
        lte(paymentOrder.lookAt, now),
        inArray(paymentOrder.state, ['creating', 'open', 'capturing', 'pending', 'closed']),
      ),
    )
    .orderBy(asc(paymentOrder.lookAt))
    .limit(limit);
}

export interface NewOrderRow {
  id: Id;
  campaignId: Id;
  createdBy: Id;
  amountCents: Cents;
  payCents: Cents;
  feeCents: Cents;
  shortfallId: Id | null;
  chargebackId: Id | null;
  tipId: Id | null;
  description: string;
  returnUrl: string;
  cancelUrl: string;
  createRequestId: Id;
  captureRequestId: Id;
  lookAt: Date;
  createdAt: Date;
}

export async function insertOrder(tx: Tx, row: NewOrderRow): Promise<OrderRow> {
  const [inserted] = await tx
    .insert(paymentOrder)
    .values({ ...row, state: 'creating' })
    .returning();
  if (!inserted) throw new Error('insert returned no row');
  return inserted;
}

export async function updateOrder(tx: Tx, id: Id, changes: Partial<Omit<OrderRow, 'id'>>): Promise<OrderRow> {
  const [updated] = await tx.update(paymentOrder).set(changes).where(eq(paymentOrder.id, id)).returning();
  if (!updated) throw new Error(`payment order ${id} not found`);
  return updated;
}
