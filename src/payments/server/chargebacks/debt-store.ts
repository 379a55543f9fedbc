import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Refusal } from '#kernel/errors.ts';
import type { Id } from '#kernel/id.ts';
import type { Cents } from '#kernel/money.ts';
import { refuse } from '#payments/domain.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '../ports.ts';
import { chargeback, type ChargebackRow, paymentOrder } from '../tables.ts';

export type DebtRow = ChargebackRow & { payerId: Id };

/** Returns what is left of the debt, in cents. 0 if there is none. */
export const getDebtCents = ({
  owedCents,
  repaidCents,
  recoveredCents,
  writtenOffCents,
}: ChargebackRow): Cents => owedCents - repaidCents - recoveredCents - writtenOffCents;

const isOpenDebt = sql`${chargeback.owedCents} > ${chargeback.repaidCents} + ${chargeback.recoveredCents} + ${chargeback.writtenOffCents}`;

/** Returns chargebacks with their payers, the oldest first. */
async function selectDebts(reader: Reader, which: SQL | undefined): Promise<DebtRow[]> {
  const rows = await reader
    .select({ row: chargeback, payerId: paymentOrder.createdBy })
    .from(chargeback)
    .innerJoin(paymentOrder, eq(paymentOrder.id, chargeback.orderId))
    .where(which)
    .orderBy(asc(chargeback.closedAt), asc(chargeback.providerDisputeId));
  return rows.map(({ row, payerId }) => ({ ...row, payerId }));
}

/** Returns what this advertiser still owes, the oldest debt first. */
export function listOpenDebts(reader: Reader, payerId: Id): Promise<DebtRow[]> {
  return selectDebts(reader, and(eq(paymentOrder.createdBy, payerId), isOpenDebt));
}

/** Returns the lost disputes over payments of this campaign, with what is owed for each, the oldest first. */
export function listLostDisputes(reader: Reader, campaignId: Id): Promise<DebtRow[]> {
  return selectDebts(reader, and(eq(chargeback.campaignId, campaignId), eq(chargeback.state, 'lost')));
}

export async function findDebt(reader: Reader, id: Id): Promise<DebtRow | undefined> {
  const [found] = await selectDebts(reader, and(eq(chargeback.id, id), eq(chargeback.state, 'lost')));
  return found;
}

/** Locks the campaign, then the chargeback. */
export async function lockDebt(tx: Tx, deps: Deps, id: Id): Promise<DebtRow | undefined> {
  const known = await findDebt(tx, id);
  if (!known) return undefined;
  await deps.ports.lockPaidCampaign(tx, known.campaignId);
  await tx.select({ id: chargeback.id }).from(chargeback).where(eq(chargeback.id, id)).for('update');
  return findDebt(tx, id);
}

/** Locks the debt, and returns why an order of this amount must not be captured now, or null. */
export async function checkDebtDue(
  tx: Tx,
  deps: Deps,
  { chargebackId, payCents }: { chargebackId: Id; payCents: Cents },
): Promise<Refusal | null> {
  const row = await lockDebt(tx, deps, chargebackId);
  const owedCents = row ? getDebtCents(row) : 0;
  if (owedCents === 0) return refuse('payment/shortfall-settled');
  return payCents > owedCents ? refuse('payment/amount-differs') : null;
}
