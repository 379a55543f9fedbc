import { toDecimal } from '#kernel/money.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Actor } from '#platform/server/session.ts';
import type { Payment } from '../contract.ts';
import { readPayee } from './holds.ts';
import { findNewestPayouts, isLive, listPaymentsOf } from './payment-store.ts';

/** More than this nobody reads at once; a later issue pages. */
const LONGEST_LIST = 500;

/** The marketer's own payments, newest first, each with what it waits for. */
export async function listPayments(deps: Deps, actor: Pick<Actor, 'userId'>): Promise<Payment[]> {
  const rows = await listPaymentsOf(deps.db, actor.userId, LONGEST_LIST);
  if (rows.length === 0) return [];
  const attempts = await findNewestPayouts(
    deps.db,
    rows.map(({ id }) => id),
  );
  const payee = await readPayee(deps.db, deps, actor.userId);
  return rows.map((row) => ({
    id: row.id,
    campaignId: row.purposeId,
    campaignTitle: row.purposeTitle,
    amount: toDecimal(row.amountCents),
    platformFee: toDecimal(row.feeCents),
    status: row.status,
    waitsFor: row.status === 'completed' || isLive(attempts.get(row.id)) ? [] : payee.waitsFor(row),
    createdAt: row.createdAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
  }));
}
