/** Invariant 36: work that is neither payable, nor waits for a named thing, nor is in a list with a way out. */
import type { Id } from '#kernel/id.ts';
import type { Deps } from '#payments/server/ports.ts';
import { listMarketersWithUnpaid } from '#payments/server/payouts/payment-store.ts';
import { listPayments } from '#payments/server/payouts/payments.ts';
import { listStuck } from '#payments/server/stuck/stuck-store.ts';
import { listWeakProofs } from '#proofs/server/due-store.ts';
import type { TestDatabase } from '../databases/database.ts';

interface Work extends Record<string, unknown> {
  id: Id;
  status: 'pending' | 'approved';
  strength: string;
  reviewDueAt: Date;
  marketerId: Id;
  paymentId: Id | null;
  isPaid: boolean | null;
  payoutId: Id | null;
  shortfall: string | null;
}

const ALL = 100_000;
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Returns the pending and approved proofs that no sweep and no list would ever find again. Empty if all is well. */
export async function findLostWork(deps: Deps, database: Pick<TestDatabase, 'pool'>): Promise<string[]> {
  const now = deps.clock.now();
  const { rows } = await database.pool.query<Work>(`
    select p.id, p.status, p.strength, p.review_due_at as "reviewDueAt", p.marketer_id as "marketerId",
      y.id as "paymentId", y.status = 'completed' as "isPaid", s.state as shortfall,
      (select o.id from payout o where o.payment_id = y.id order by o.created_at desc, o.id desc limit 1) as "payoutId"
    from proof p left join payment y on y.source_id = p.id left join shortfall s on s.payment_id = y.id
    where p.status in ('pending', 'approved')`);
  // Everything that is in the list at once, or will be within its hour of patience.
  const loadStuck = once(async () => {
    const stuck = await listStuck(deps, { before: now, after: null, limit: ALL });
    return new Set(stuck.map(({ id }) => id));
  });
  const loadForAdmins = once(async () => {
    const weak = await listWeakProofs(deps.db, now, { limit: ALL, after: null });
    return new Set(weak.map(({ id }) => id));
  });
  const loadToPay = once(async () => new Set(await listMarketersWithUnpaid(deps.db, NO_ID, ALL)));
  const paymentsTo = new Map<Id, Awaited<ReturnType<typeof listPayments>>>();
  const lost: string[] = [];
  for (const work of rows) {
    if (!(await isLookedAfter(work))) lost.push(`${work.status} proof ${work.id}`);
  }
  return lost;

  async function isLookedAfter(work: Work): Promise<boolean> {
    if (work.status === 'pending') {
      // Until then the advertiser decides, and then silence does, whatever the escrow holds.
      return work.reviewDueAt > now || work.strength !== 'weak' || (await loadForAdmins()).has(work.id);
    }
    const { paymentId, payoutId } = work;
    if (paymentId === null) return false;
    if (work.isPaid) return true;
    // The platform no longer waits, and both sides were told. If renounced, the marketer no longer waits either.
    if (work.shortfall === 'given-up' || work.shortfall === 'renounced') return true;
    if (work.shortfall === 'open') return (await loadStuck()).has(paymentId);
    const { marketerId } = work;
    const payments =
      paymentsTo.get(marketerId) ?? (await listPayments(deps, { userId: marketerId }, { limit: ALL }));
    paymentsTo.set(marketerId, payments);
    const payment = payments.find(({ id }) => id === paymentId);
    if (!payment) return false;
    if (payment.waitsFor.length > 0) return true;
    const isAtWallet = ['sent', 'unclaimed', 'onHold'].includes(payment.attempt ?? '');
    return isAtWallet || (await loadStuck()).has(payoutId ?? '') || (await loadToPay()).has(marketerId);
  }
}

/** Most checks need none of the lists. */
function once<Result>(load: () => Promise<Result>): () => Promise<Result> {
  let loaded: Promise<Result> | undefined;
  return () => (loaded ??= load());
}
