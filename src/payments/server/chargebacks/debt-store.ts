import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Refusal } from '#kernel/errors.ts';
import type { Id } from '#kernel/id.ts';
import type { Cents } from '#kernel/money.ts';
import { t } from '#kernel/text.ts';
import { refuse } from '#payments/domain.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '../ports.ts';
import { isUnusedRefundInFlight } from '../refunds/refund-store.ts';
import { chargeback, type ChargebackRow } from '../tables.ts';

export const getDebtCents = ({
  owedCents,
  repaidCents,
  recoveredCents,
  writtenOffCents,
}: ChargebackRow): Cents => owedCents - repaidCents - recoveredCents - writtenOffCents;

const isOpenDebt = sql`${chargeback.owedCents} > ${chargeback.repaidCents} + ${chargeback.recoveredCents} + ${chargeback.writtenOffCents}`;

/** The oldest debt first. */
export function listOpenDebts(reader: Reader, payerId: Id): Promise<ChargebackRow[]> {
  return listWhere(reader, and(eq(chargeback.payerId, payerId), isOpenDebt));
}

export function listLostDisputes(reader: Reader, campaignId: Id): Promise<ChargebackRow[]> {
  return listWhere(reader, and(eq(chargeback.campaignId, campaignId), isLost));
}

const isLost = eq(chargeback.state, 'lost');

function listWhere(reader: Reader, which: SQL | undefined): Promise<ChargebackRow[]> {
  const age = [asc(chargeback.closedAt), asc(chargeback.providerDisputeId)];
  return reader
    .select()
    .from(chargeback)
    .where(which)
    .orderBy(...age);
}

export async function findDebt(reader: Reader, id: Id): Promise<ChargebackRow | undefined> {
  const [found] = await listWhere(reader, and(eq(chargeback.id, id), isLost));
  return found;
}

export async function lockDebt(tx: Tx, deps: Deps, id: Id): Promise<ChargebackRow | undefined> {
  const known = await findDebt(tx, id);
  if (!known) return undefined;
  await deps.ports.lockPaidCampaign(tx, known.campaignId);
  const [locked] = await tx.select().from(chargeback).where(eq(chargeback.id, id)).for('update');
  return locked;
}

/** The refusal for an order of more than is owed by now. */
export const refuseOverpayment = () =>
  refuse('payment/amount-differs', {
    message: t('You owe less than this payment now. Please start a new one.'),
  });

/**
 * True while the disputed payment is being refunded and was never used. If the refund fails, its money can
 * only repay the debt: the wallet refunds no payment that its payer has got back.
 */
export const isDebtRefunding = (reader: Reader, { orderId }: ChargebackRow) =>
  isUnusedRefundInFlight(reader, orderId);

/** Locks the debt, and returns why an order of this amount must not be captured now, or null. */
export async function checkDebtDue(
  tx: Tx,
  deps: Deps,
  { chargebackId, payCents }: { chargebackId: Id; payCents: Cents },
): Promise<Refusal | null> {
  const row = await lockDebt(tx, deps, chargebackId);
  const owedCents = row ? getDebtCents(row) : 0;
  if (!row || owedCents === 0) return refuse('payment/debt-settled');
  if (await isDebtRefunding(tx, row)) return refuse('payment/debt-refunding');
  return payCents > owedCents ? refuseOverpayment() : null;
}
