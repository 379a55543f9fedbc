import { eq, sql } from 'drizzle-orm';
import type { Id } from '#kernel/id.ts';
import type { Cents } from '#kernel/money.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import type { TipState } from '../../tip-contract.ts';
import type { OrderState } from '../tables.ts';
import { tip, type TipRow } from './tip-tables.ts';

export type NewTip = Pick<
  TipRow,
  'id' | 'proofId' | 'campaignId' | 'campaignTitle' | 'marketerId' | 'payerId' | 'mostCents' | 'createdAt'
>;

export async function saveTip(tx: Tx, row: NewTip): Promise<Id> {
  const [inserted] = await tx
    .insert(tip)
    .values(row)
    .onConflictDoNothing({ target: tip.proofId })
    .returning({ id: tip.id });
  if (inserted) return inserted.id;
  const [known] = await tx.select({ id: tip.id }).from(tip).where(eq(tip.proofId, row.proofId));
  if (!known) throw new Error(`proof ${row.proofId} has no tip`);
  return known.id;
}

export async function getTip(reader: Reader, id: Id): Promise<TipRow> {
  const [found] = await reader.select().from(tip).where(eq(tip.id, id));
  if (!found) throw new Error(`tip ${id} not found`);
  return found;
}

export async function updateTip(
  tx: Tx,
  id: Id,
  changes: Pick<TipRow, 'amountCents' | 'paidAt'>,
): Promise<void> {
  await tx.update(tip).set(changes).where(eq(tip.id, id));
}

export interface ShownTip {
  proofId: Id;
  amountCents: Cents;
  state: TipState;
}

const shownStates: Readonly<Partial<Record<OrderState, TipState>>> = {
  capturing: 'waiting',
  pending: 'waiting',
  captured: 'waiting',
  bound: 'paid',
  surplus: 'refunded',
};

/** Returns the tip of each of these proofs for which the wallet has taken money, or was asked to. */
export async function loadTips(reader: Reader, proofIds: readonly Id[]): Promise<Map<Id, ShownTip>> {
  if (proofIds.length === 0) return new Map();
  const { rows } = await reader.execute<{
    proof_id: Id;
    amount_cents: Cents;
    state: OrderState;
    is_lost: boolean;
  }>(sql`
    select distinct on (t.id) t.proof_id, o.amount_cents, o.state,
      exists (select from chargeback c where c.order_id = o.id and c.state = 'lost') as is_lost
    from tip t join payment_order o on o.tip_id = t.id
    where t.proof_id = any(${sql.param([...proofIds])})
      and o.state in ('capturing', 'pending', 'captured', 'bound', 'surplus')
    order by t.id, o.state = 'surplus', o.created_at desc, o.id`);
  const tips = new Map<Id, ShownTip>();
  for (const { proof_id: proofId, amount_cents: amountCents, state, is_lost: isLost } of rows) {
    const shown = state === 'surplus' && isLost ? 'taken-back' : shownStates[state];
    if (shown) tips.set(proofId, { proofId, amountCents, state: shown });
  }
  return tips;
}
