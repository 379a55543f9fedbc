import { and, asc, eq } from 'drizzle-orm';
import { account } from '#auth/server/tables.ts';
import { audit } from '#platform/server/security/audit.ts';
import type { Db, Reader } from '#platform/server/db/open-database.ts';
import { auditEntry } from '#platform/server/db/tables.ts';
import { transact } from '#platform/server/db/transact.ts';
import { systemRandom } from '#platform/server/security/random.ts';

const RECORD = { kind: 'demo-world', id: 'demo-world' } as const;
const BEGUN = 'demo-world.begun';
const FINISHED = 'demo-world.finished';

/**
 * From the audit log. 'begun': an earlier run was interrupted. Its plans are relative to `endsAt`, which a
 * resumed run must reuse. 'foreign': the database has other users.
 */
export type SeedState =
  | { kind: 'empty' }
  | { kind: 'foreign' }
  | { kind: 'begun'; endsAt: Date }
  | { kind: 'finished' };

export async function readSeedState(reader: Reader): Promise<SeedState> {
  const entries = await reader
    .select({ action: auditEntry.action, details: auditEntry.details })
    .from(auditEntry)
    .where(and(eq(auditEntry.objectKind, RECORD.kind), eq(auditEntry.objectId, RECORD.id)))
    .orderBy(asc(auditEntry.position));
  const begun = entries.find(({ action }) => action === BEGUN);
  if (!begun) {
    const accounts = await reader.select({ id: account.id }).from(account).limit(1);
    return accounts.length > 0 ? { kind: 'foreign' } : { kind: 'empty' };
  }
  if (entries.some(({ action }) => action === FINISHED)) return { kind: 'finished' };
  return { kind: 'begun', endsAt: new Date(String(begun.details['endsAt'])) };
}

/** Call it before the first step, so that an interrupted run can be resumed. */
export async function recordBegin(db: Db, endsAt: Date): Promise<void> {
  await record(db, endsAt, BEGUN, { endsAt: endsAt.toISOString() });
}

export async function recordEnd(db: Db, endsAt: Date): Promise<void> {
  await record(db, endsAt, FINISHED, {});
}

async function record(
  db: Db,
  at: Date,
  action: typeof BEGUN | typeof FINISHED,
  details: Record<string, string>,
): Promise<void> {
  const entry = { actor: null, action, object: RECORD, details };
  await transact(db, (tx) => audit(tx, { clock: { now: () => at }, random: systemRandom }, entry));
}
