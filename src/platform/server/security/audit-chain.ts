import { createHash } from 'node:crypto';
import { inArray, sql } from 'drizzle-orm';
import type { Clock } from '#kernel/time.ts';
import type { Db, Reader, Tx } from '../db/open-database.ts';
import { auditSeal, auditUnsealed } from '../db/tables.ts';
import { transact } from '../db/transact.ts';
import type { Logger } from '../log/log.ts';

/**
 * Every entry gets a seal: the hash of the previous seal and of all content of the entry. A changed, removed or
 * inserted entry breaks the chain at that point. A chain that is rebuilt from there no longer matches seals that were
 * recorded elsewhere: in the server log after each sealing, or by an admin who verified the log.
 */

export interface Seal {
  number: number;
  /** sha256, hexadecimal. */
  hash: string;
}

const GENESIS: Seal = { number: 0, hash: '0'.repeat(64) };

/** Arbitrary number that no other code in this database uses as an advisory lock. */
const SEALING_LOCK = 7_305_418_212;
const SEALED_AT_ONCE = 500;

/** Several processes may call it at once. Returns the number of sealed entries. */
export async function sealAudit(deps: { db: Db; clock: Clock; log?: Logger }): Promise<number> {
  let sealed = 0;
  for (;;) {
    const seals = await transact(deps.db, (tx) => sealSome(tx, deps.clock.now()));
    const head = seals.at(-1);
    // The server log is out of reach for anyone who can only write to the database. Half of the hash is
    // enough to recognise a seal.
    if (head) deps.log?.info({ sealId: head.number, headId: head.hash.slice(0, 32) }, 'audit log sealed');
    sealed += seals.length;
    if (seals.length < SEALED_AT_ONCE) return sealed;
  }
}

async function sealSome(tx: Tx, now: Date): Promise<Seal[]> {
  await lockSealing(tx);
  const { rows } = await tx.execute<Content & Record<string, unknown>>(sql`
    select ${content} from audit_entry e join audit_unsealed u on u.position = e.position
    order by e.position limit ${SEALED_AT_ONCE}`);
  let last = await readHead(tx);
  const seals = rows.map((entry) => {
    last = { number: last.number + 1, hash: hashEntry(last, entry) };
    return { ...last, position: entry.position };
  });
  if (seals.length === 0) return [];
  await tx.insert(auditSeal).values(seals.map((seal) => ({ ...seal, sealedAt: now })));
  await tx.delete(auditUnsealed).where(
    inArray(
      auditUnsealed.position,
      seals.map(({ position }) => position),
    ),
  );
  return seals;
}

export async function lockSealing(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${SEALING_LOCK}::bigint)`);
}

async function readHead(reader: Reader): Promise<Seal> {
  const { rows } = await reader.execute<Seal & Record<string, unknown>>(
    sql`select number, hash from audit_seal order by number desc limit 1`,
  );
  return rows[0] ?? GENESIS;
}

/** Each part is a text that does not depend on settings of the connection. */
interface Content {
  position: number;
  parts: (string | null)[];
}

const content = sql.raw(`e.position, array[
  e.id::text, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), e.actor_id::text, e.actor_role, e.action,
  e.object_kind, e.object_id, e.reason, e.details::text, e.request_id, e.ip_prefix] as parts`);

function hashEntry(before: Seal, { position, parts }: Content): string {
  return createHash('sha256')
    .update(JSON.stringify([before.hash, before.number + 1, position, ...parts]))
    .digest('hex');
}

export interface AuditProblem {
  /** Position of the entry, or the number of the seal if there is no entry. */
  at: number;
  kind: 'altered' | 'removed' | 'seal-missing' | 'never-sealed' | 'other-chain';
}

export interface AuditReport {
  sealed: number;
  /** Older sealed entries that were skipped because of `atMost`. */
  skipped: number;
  /** The oldest entries, which the log records as deleted after seven years. */
  expired: number;
  /** Entries that wait for the next sealing, which runs every minute or two. */
  waiting: number;
  /** If it is recorded elsewhere, a later verification can check that the chain still contains it. */
  head: Seal;
  problems: AuditProblem[];
}

const READ_AT_ONCE = 2000;
const MOST_PROBLEMS = 100;

/**
 * `known` is a seal that an earlier verification returned. If the chain is longer than `atMost` entries, only the
 * newest ones are compared, from a seal that is assumed to be valid.
 */
export async function verifyAudit(
  db: Db,
  known?: Seal,
  atMost = Number.POSITIVE_INFINITY,
): Promise<AuditReport> {
  const problems: AuditProblem[] = [];
  const first = await readFirst(db);
  const start = await readStart(db, first, atMost);
  let last: Seal = { number: start.number, hash: start.hash };
  let sealed = 0;
  // A seal before the first one cannot be compared: its entry has expired.
  let hasKnown = !known || known.number < first.number || isSameSeal(known, first);
  for (;;) {
    const { rows } = await db.execute<SealedEntry & Record<string, unknown>>(sql`
      select s.number, s.hash, s.position as sealed_position, e.position is null as is_removed, ${content}
      from audit_seal s left join audit_entry e on e.position = s.position
      where s.number > ${last.number} order by s.number limit ${READ_AT_ONCE}`);
    for (const row of rows) {
      if (row.number !== last.number + 1) problems.push({ at: last.number + 1, kind: 'seal-missing' });
      else if (row.is_removed) problems.push({ at: row.sealed_position, kind: 'removed' });
      else if (row.hash !== hashEntry(last, row)) problems.push({ at: row.position, kind: 'altered' });
      // Continues with the stored hash, so that one broken entry counts once.
      last = { number: row.number, hash: row.hash };
      hasKnown ||= known !== undefined && isSameSeal(known, row);
      sealed += 1;
    }
    if (rows.length < READ_AT_ONCE) break;
  }
  if (!hasKnown && known) problems.push({ at: known.number, kind: 'other-chain' });
  problems.push(...(await listUnsealable(db, start.position)));
  return {
    sealed,
    skipped: start.number - first.number,
    expired: first.number,
    waiting: await db.$count(auditUnsealed),
    head: last,
    problems: problems.slice(0, MOST_PROBLEMS),
  };
}

const isSameSeal = (one: Seal, other: Seal) => one.number === other.number && one.hash === other.hash;

type PlacedSeal = Seal & { position: number };

/** Returns the genesis or, if the log records that its entries up to a seal have expired, that seal. */
async function readFirst(reader: Reader): Promise<PlacedSeal> {
  const { rows } = await reader.execute<PlacedSeal & Record<string, unknown>>(sql`
    select s.number, s.hash, s.position from (select * from audit_seal order by number limit 1) s
    where exists (select from audit_entry e
      where e.action = 'audit.expired' and e.object_id = s.number::text and e.details ->> 'hash' = s.hash)`);
  return rows[0] ?? { ...GENESIS, position: 0 };
}

async function readStart(reader: Reader, first: PlacedSeal, atMost: number): Promise<PlacedSeal> {
  const head = await readHead(reader);
  if (head.number - first.number <= atMost) return first;
  // That seal may be missing. The newest one before it is used, and the gap is still reported.
  const { rows } = await reader.execute<Seal & { position: number } & Record<string, unknown>>(sql`
    select number, hash, position from audit_seal where number <= ${head.number - atMost}
    order by number desc limit 1`);
  return rows[0] ?? first;
}

type SealedEntry = Seal & Content & { sealed_position: number; is_removed: boolean };

/**
 * Returns entries after a position that neither wait nor have a seal, and those removed while they waited. A single
 * statement sees one snapshot, in which an entry either waits or has its seal.
 */
async function listUnsealable(db: Db, after: number): Promise<AuditProblem[]> {
  const { rows } = await db.execute<AuditProblem & Record<string, unknown>>(sql`
    select position as at, 'never-sealed' as kind from audit_entry e
    where e.position > ${after}
      and not exists (select from audit_seal s where s.position = e.position)
      and not exists (select from audit_unsealed u where u.position = e.position)
    union all
    select position, 'removed' from audit_unsealed u
    where not exists (select from audit_entry e where e.position = u.position)
    order by at limit ${MOST_PROBLEMS}`);
  return rows.map(({ at, kind }) => ({ at, kind }));
}
