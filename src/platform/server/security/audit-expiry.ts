import { sql } from 'drizzle-orm';
import { addMilliseconds, DAY } from '#kernel/time.ts';
import type { Tx } from '../db/open-database.ts';
import { transact } from '../db/transact.ts';
import type { Deps } from '../deps.ts';
import { audit } from './audit.ts';
import { lockSealing } from './audit-chain.ts';

/** Seven years, and a margin for clocks that differ: the database refuses to delete younger entries. */
const ENTRIES_KEPT_MS = (7 * 366 + 1) * DAY;
const SEALS_AT_ONCE = 1000;
/** The rest is due at the next run. */
const MAX_BATCHES = 50;

/**
 * The newest seal of the deleted entries stays as the beginning of the chain. A new entry records it, so the chain
 * itself proves that it was shortened here and not by anyone else.
 */
export async function expireAudit(deps: Pick<Deps, 'db' | 'clock' | 'random'>): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    if ((await transact(deps.db, (tx) => expireSome(tx, deps))) < SEALS_AT_ONCE) return;
  }
}

async function expireSome(tx: Tx, deps: Pick<Deps, 'clock' | 'random'>): Promise<number> {
  await lockSealing(tx);
  const before = addMilliseconds(deps.clock.now(), -ENTRIES_KEPT_MS);
  // The first seal has no entry if the chain was shortened before.
  const { rows } = await tx.execute<{
    number: number;
    hash: string;
    is_old: boolean;
    has_entry: boolean;
  }>(sql`
    select s.number, s.hash, e.position is not null as has_entry,
      s.sealed_at < ${before} and coalesce(e.at < ${before}, s.number = first.number) as is_old
    from audit_seal s
    join (select min(number) as number from audit_seal) first on true
    left join audit_entry e on e.position = s.position
    order by s.number limit ${SEALS_AT_ONCE + 1}`);
  const end = rows.findIndex(({ is_old }) => !is_old);
  const old = end < 0 ? rows : rows.slice(0, end);
  const last = old.at(-1);
  if (!last?.has_entry) return 0;
  await audit(tx, deps, {
    actor: null,
    action: 'audit.expired',
    object: { kind: 'seal', id: String(last.number) },
    details: { hash: last.hash },
  });
  await tx.execute(sql`select expire_audit(${last.number}::bigint)`);
  return old.length;
}
