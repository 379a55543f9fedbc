import { createHash } from 'node:crypto';
import { inArray, sql } from 'drizzle-orm';
import type { Clock } from '#kernel/time.ts';
import type { Db, Reader, Tx } from './db/open-database.ts';
import { auditSeal, auditUnsealed } from './db/tables.ts';
import { transact } from './db/transact.ts';
import type { Logger } from './log/log.ts';

/**
 * The chain over the audit log. Every entry gets a seal: the hash of the seal before it and of all that the entry says. Whoever
 * changes, removes or slips in an entry breaks the chain there, and whoever makes a new chain from there on no longer meets
 * the seals that were written down elsewhere: in the log after each sealing, or by whoever verified.
 */

/** A seal by its number and hash, the chain's end where nothing else is said. */
export interface Seal {
  number: number;
  /** sha256, hexadecimal. */
  hash: string;
}

/** Before the first. */
const GENESIS: Seal = { number: 0, hash: '0'.repeat(64) };

/** Any number that nobody else uses as an advisory lock in this database. */
const SEALING_LOCK = 7_305_418_212;
const SEALED_AT_ONCE = 500;

/** Seals what waits, oldest first; several processes may call it at once. Answers how many entries it sealed. */
export async function sealAudit(deps: { db: Db; clock: Clock; log?: Logger }): Promise<number> {
  let sealed = 0;
  for (;;) {
    const seals = await transact(deps.db, (tx) => sealSome(tx, deps.clock.now()));
    const head = seals.at(-1);
    // Out of reach of whoever can write to the database: half of the hash is enough to know it by.
    if (head) deps.log?.info({ sealId: head.number, headId: head.hash.slice(0, 32) }, 'audit log sealed');
    sealed += seals.length;
    if (seals.length < SEALED_AT_ONCE) return sealed;
  }
}

async function sealSome(tx: Tx, now: Date): Promise<Seal[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(${SEALING_LOCK}::bigint)`);
  const { rows } = await tx.execute<Content & Record<string, unknown>>(sql`
    select ${content} from audit_entry e join audit_unsealed u on u.position = e.position
    order by e.position limit ${SEALED_AT_ONCE}`);
  let last = await readHead(tx);
  const seals = rows.map((entry) => {
    last = { number: last.number + 1, hash: hashOf(last, entry) };
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

async function readHead(reader: Reader): Promise<Seal> {
  const { rows } = await reader.execute<Seal & Record<string, unknown>>(
    sql`select number, hash from audit_seal order by number desc limit 1`,
  );
  return rows[0] ?? GENESIS;
}

/** Everything that an entry says, each part as a text that no setting of the connection changes. */
interface Content {
  position: number;
  parts: (string | null)[];
}

const content = sql.raw(`e.position, array[
  e.id::text, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), e.actor_id::text, e.actor_role, e.action,
  e.object_kind, e.object_id, e.reason, e.details::text, e.request_id, e.ip_prefix] as parts`);

function hashOf(before: Seal, { position, parts }: Content): string {
  return createHash('sha256')
    .update(JSON.stringify([before.hash, before.number + 1, position, ...parts]))
    .digest('hex');
}

export interface AuditProblem {
  /** The entry's position, or the seal's number where it has none. */
  at: number;
  kind: 'altered' | 'removed' | 'seal-missing' | 'never-sealed' | 'other-chain';
}

export interface AuditVerdict {
  /** Entries whose seal was compared. */
  sealed: number;
  /** Older sealed ones that were left out, because no more were asked for. */
  skipped: number;
  /** Entries that wait for the next sealing, which comes within a minute or two. */
  waiting: number;
  /** To be written down elsewhere: a later verification can be asked whether the chain still has it. */
  head: Seal;
  /** The first hundred. */
  problems: AuditProblem[];
}

const READ_AT_ONCE = 2000;
const MOST_PROBLEMS = 100;

/**
 * Reads the chain and compares it with what the entries say; `known` is a seal that an earlier verification answered. Of a longer
 * chain than `atMost` entries only the youngest are compared, from a seal on that is taken for right.
 */
export async function verifyAudit(
  db: Db,
  known?: Seal,
  atMost = Number.POSITIVE_INFINITY,
): Promise<AuditVerdict> {
  const problems: AuditProblem[] = [];
  const start = await readStart(db, atMost);
  let last: Seal = { number: start.number, hash: start.hash };
  let sealed = 0;
  let hasKnown = known === undefined;
  for (;;) {
    const { rows } = await db.execute<SealedEntry & Record<string, unknown>>(sql`
      select s.number, s.hash, s.position as sealed_position, e.position is null as is_removed, ${content}
      from audit_seal s left join audit_entry e on e.position = s.position
      where s.number > ${last.number} order by s.number limit ${READ_AT_ONCE}`);
    for (const row of rows) {
      if (row.number !== last.number + 1) problems.push({ at: last.number + 1, kind: 'seal-missing' });
      else if (row.is_removed) problems.push({ at: row.sealed_position, kind: 'removed' });
      else if (row.hash !== hashOf(last, row)) problems.push({ at: row.position, kind: 'altered' });
      // From here on with what is there, so that one broken place counts once.
      last = { number: row.number, hash: row.hash };
      hasKnown ||= row.number === known?.number && row.hash === known.hash;
      sealed += 1;
    }
    if (rows.length < READ_AT_ONCE) break;
  }
  if (!hasKnown && known) problems.push({ at: known.number, kind: 'other-chain' });
  problems.push(...(await listUnsealable(db, start.position)));
  return {
    sealed,
    skipped: start.number,
    waiting: await db.$count(auditUnsealed),
    head: last,
    problems: problems.slice(0, MOST_PROBLEMS),
  };
}

/** The seal before the first that is compared. */
async function readStart(reader: Reader, atMost: number): Promise<Seal & { position: number }> {
  const beforeAll = { ...GENESIS, position: 0 };
  const head = await readHead(reader);
  if (head.number <= atMost) return beforeAll;
  // One may be missing, which the youngest before it does not hide.
  const { rows } = await reader.execute<Seal & { position: number } & Record<string, unknown>>(sql`
    select number, hash, position from audit_seal where number <= ${head.number - atMost}
    order by number desc limit 1`);
  return rows[0] ?? beforeAll;
}

type SealedEntry = Seal & Content & { sealed_position: number; is_removed: boolean };

/**
 * What no sealing will ever reach: entries behind a position that neither wait nor have a seal, and entries that were removed
 * while they waited. One statement sees one moment: an entry either waits in it or has its seal.
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
