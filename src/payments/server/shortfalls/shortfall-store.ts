import { and, asc, eq, exists, inArray, lte, notExists, or, sql } from 'drizzle-orm';
import type { Refusal } from '#kernel/errors.ts';
import type { Id } from '#kernel/id.ts';
import type { Cents } from '#kernel/money.ts';
import { refuse } from '#payments/domain.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { listOpenDebts, refuseOverpayment } from '../chargebacks/debt-store.ts';
import type { Deps } from '../ports.ts';
import { noSums, type RefundSums } from '../refunds/refund-rules.ts';
import {
  chargeback,
  payment,
  paymentOrder,
  type PaymentRow,
  shortfall,
  type ShortfallRow,
  type ShortfallState,
} from '../tables.ts';

/** The marketer is not paid. */
const unpaidStates: ShortfallState[] = ['open', 'given-up'];

export const isUnpaid = ({ state }: ShortfallRow) => unpaidStates.includes(state);

/** The payer still owes it, to the marketer or to the platform. */
export const isOwed = (row: ShortfallRow) => isUnpaid(row) || row.state === 'covered';

/**
 * Returns what the payer still owes: the missing pay and the fee on it, or after a cover what the platform has not
 * got back.
 */
export function getOwedSums(row: ShortfallRow): RefundSums {
  if (row.state === 'covered')
    return { payCents: (row.coveredCents ?? 0) - (row.recoveredCents ?? 0), feeCents: 0 };
  return isUnpaid(row) ? { payCents: row.shortCents, feeCents: row.shortFeeCents } : noSums;
}

export function getOwedCents(row: ShortfallRow): Cents {
  const { payCents, feeCents } = getOwedSums(row);
  return payCents + feeCents;
}

export async function insertShortfall(tx: Tx, row: typeof shortfall.$inferInsert): Promise<ShortfallRow> {
  const [inserted] = await tx.insert(shortfall).values(row).returning();
  if (!inserted) throw new Error('insert returned no row');
  return inserted;
}

export async function findShortfall(reader: Reader, paymentId: Id): Promise<ShortfallRow | undefined> {
  const [found] = await reader.select().from(shortfall).where(eq(shortfall.paymentId, paymentId));
  return found;
}

export async function lockShortfall(
  tx: Tx,
  paymentId: Id,
): Promise<{ shortfall: ShortfallRow; payment: PaymentRow } | undefined> {
  const [found] = await tx
    .select()
    .from(shortfall)
    .innerJoin(payment, eq(payment.id, shortfall.paymentId))
    .where(eq(shortfall.paymentId, paymentId))
    .for('update');
  return found;
}

export async function updateShortfall(
  tx: Tx,
  paymentId: Id,
  changes: Partial<Omit<ShortfallRow, 'paymentId' | 'turn'>>,
): Promise<void> {
  await tx.update(shortfall).set(changes).where(eq(shortfall.paymentId, paymentId));
}

export async function lockUnpaidShortfalls(
  tx: Tx,
  campaignId: Id,
): Promise<{ shortfall: ShortfallRow; payment: PaymentRow }[]> {
  return tx
    .select()
    .from(shortfall)
    .innerJoin(payment, eq(payment.id, shortfall.paymentId))
    .where(and(eq(shortfall.campaignId, campaignId), inArray(shortfall.state, unpaidStates)))
    .orderBy(asc(shortfall.turn))
    .for('update');
}

export async function listCoveredShortfalls(reader: Reader, campaignId: Id): Promise<ShortfallRow[]> {
  return reader
    .select()
    .from(shortfall)
    .where(and(eq(shortfall.campaignId, campaignId), eq(shortfall.state, 'covered')))
    .orderBy(asc(shortfall.turn));
}

/** Returns true while approved work of this campaign is not paid, also after the platform gave it up. */
export async function hasUnpaidShortfall(reader: Reader, campaignId: Id): Promise<boolean> {
  return (await selectUnpaidShortfall(reader, campaignId)).length > 0;
}

export function selectUnpaidShortfall(reader: Reader, campaignId: Id) {
  return reader
    .select({ id: shortfall.paymentId })
    .from(shortfall)
    .where(and(eq(shortfall.campaignId, campaignId), inArray(shortfall.state, unpaidStates)))
    .limit(1);
}

/**
 * Returns true if this advertiser has not paid for approved work. Work that
 * the platform covered counts unless the dispute was won: then the escrow repays the platform.
 */
async function owesShortfall(reader: Reader, payerId: Id): Promise<boolean> {
  const moneyTakenBack = reader
    .select({ id: chargeback.id })
    .from(chargeback)
    .where(and(eq(chargeback.campaignId, shortfall.campaignId), inArray(chargeback.state, ['open', 'lost'])));
  const [found] = await reader
    .select({ id: shortfall.paymentId })
    .from(shortfall)
    .where(
      and(
        eq(shortfall.payerId, payerId),
        or(
          inArray(shortfall.state, unpaidStates),
          and(eq(shortfall.state, 'covered'), exists(moneyTakenBack)),
        ),
      ),
    )
    .limit(1);
  return found !== undefined;
}

export async function owesAfterDispute(reader: Reader, payerId: Id): Promise<boolean> {
  return (await owesShortfall(reader, payerId)) || (await listOpenDebts(reader, payerId)).length > 0;
}

/** Returns what the advertiser still owes for approved work, the oldest first. */
export async function listOwedShortfalls(
  reader: Reader,
  payerId: Id,
): Promise<{ shortfall: ShortfallRow; payment: PaymentRow }[]> {
  return reader
    .select()
    .from(shortfall)
    .innerJoin(payment, eq(payment.id, shortfall.paymentId))
    .where(and(eq(shortfall.payerId, payerId), inArray(shortfall.state, [...unpaidStates, 'covered'])))
    .orderBy(asc(shortfall.turn));
}

/**
 * Returns open shortfalls from before this date for which nothing is on its way: no dispute that may still be
 * won, and no payment by the advertiser.
 */
export async function listShortfallsToGiveUp(
  reader: Reader,
  { before, limit, only }: { before: Date; limit: number; only?: Id },
): Promise<Id[]> {
  const dispute = reader
    .select({ id: chargeback.id })
    .from(chargeback)
    .where(and(eq(chargeback.campaignId, shortfall.campaignId), eq(chargeback.state, 'open')));
  const order = reader
    .select({ id: paymentOrder.id })
    .from(paymentOrder)
    .where(
      and(
        eq(paymentOrder.shortfallId, shortfall.paymentId),
        inArray(paymentOrder.state, ['capturing', 'pending', 'captured']),
      ),
    );
  const rows = await reader
    .select({ id: shortfall.paymentId })
    .from(shortfall)
    .where(
      and(
        eq(shortfall.state, 'open'),
        lte(shortfall.openedAt, before),
        only === undefined ? undefined : eq(shortfall.paymentId, only),
        notExists(dispute),
        notExists(order),
      ),
    )
    .orderBy(asc(shortfall.openedAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function getCampaignPayer(reader: Reader, campaignId: Id): Promise<Id> {
  const [found] = await reader
    .select({ payerId: paymentOrder.createdBy })
    .from(paymentOrder)
    .where(
      and(
        eq(paymentOrder.campaignId, campaignId),
        eq(paymentOrder.state, 'bound'),
        sql`${paymentOrder.shortfallId} is null and ${paymentOrder.chargebackId} is null and ${paymentOrder.tipId} is null`,
      ),
    );
  if (!found) throw new Error(`campaign ${campaignId} was never paid`);
  return found.payerId;
}

/**
 * Locks the campaign, and returns why an order for this shortfall must not be captured now, or null. An order for
 * less than is owed may be: another one pays the rest.
 */
export async function checkShortfallDue(
  tx: Tx,
  deps: Deps,
  order: { campaignId: Id; shortfallId: Id; payCents: Cents; feeCents: Cents },
): Promise<Refusal | null> {
  await deps.ports.lockPaidCampaign(tx, order.campaignId);
  const found = await findShortfall(tx, order.shortfallId);
  if (!found || !isOwed(found)) return refuse('payment/shortfall-settled');
  if (order.payCents + order.feeCents <= getOwedCents(found)) return null;
  return refuseOverpayment();
}
