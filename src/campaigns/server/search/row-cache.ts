import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/server/db/open-database.ts';
import type { CachedRow } from './campaign-json.ts';
import { campaign } from '../tables.ts';

/**
 * Returns SQL that identifies a version of a row: its writer (xmin) and its location (ctid). Any change by
 * any process creates a new version.
 */
export function rowVersion(relation: SQL | typeof campaign): SQL<string> {
  return sql<string>`${relation}.xmin::text || ${relation}.ctid::text`;
}

export interface ListedRow {
  id: string;
  version: string;
}

/**
 * Returns the listed rows, and reads only those not cached in this version. Most of the cost of a page is
 * parsing fifty text columns per row. Rows are shared, so callers must not change them. Rows deleted since
 * are left out. With `askedOften`, rows are cached from the first read.
 */
export async function readCachedRows(
  db: Db,
  listed: readonly ListedRow[],
  { askedOften = false } = {},
): Promise<CachedRow[]> {
  const memory = getCache(db);
  const rows = new Map<string, CachedRow>();
  for (const { id, version } of listed) {
    const known = memory.rows.get(id);
    if (known?.version === version) rows.set(id, known);
  }
  const unknown = listed.filter(({ id }) => !rows.has(id)).map(({ id }) => id);
  for (const row of unknown.length > 0 ? await readRows(db, unknown) : []) {
    rows.set(row.id, row);
    if (askedOften || wasReadLately(memory, row.id)) keep(memory, row);
  }
  return listed.flatMap(({ id }) => rows.get(id) ?? []);
}

/** The version is read with the row, because the row may have changed since it was listed. */
type VersionedRow = CachedRow & { version: string };

const {
  submissionKey: _submissionKey,
  hourlyCents: _hourlyCents,
  released: _released,
  followersNeeded: _followersNeeded,
  updatedAt: _updatedAt,
  completedAt: _completedAt,
  isOpen: _isOpen,
  lane: _lane,
  ...answeredColumns
} = getTableColumns(campaign);

const readStatement = {
  name: 'campaigns_to_remember',
  text: `
    select ${Object.entries(answeredColumns)
      .map(([key, { name }]) => `"${name}" as "${key}"`)
      .join(', ')}, xmin::text || ctid::text as version
    from campaign where id = any($1::uuid[])`,
};

/**
 * Bypasses drizzle, which would check thousands of values per page although our parsers (value-parsers.ts) already
 * return the right types. A test checks that both agree.
 */
async function readRows(db: Db, ids: readonly string[]): Promise<VersionedRow[]> {
  const { rows } = await db.$client.query<VersionedRow>({ ...readStatement, values: [ids] });
  return rows;
}

/** About 4 KB each with its cached JSON; enough for the pages that many users view. */
const KEPT_ROWS = 5000;

interface Memory {
  rows: Map<string, VersionedRow>;
  /** Ids of recently read rows, split into a newer and an older half. */
  newer: Set<string>;
  older: Set<string>;
}

/**
 * Caches a row only on its second read within a while. So a client that reads the whole list does not evict
 * popular rows. Short-lived cache entries would also cost the garbage collector more than reading them again.
 */
function wasReadLately(memory: Memory, id: string): boolean {
  const { rows, newer, older } = memory;
  if (rows.has(id) || newer.has(id) || older.has(id)) return true;
  newer.add(id);
  if (newer.size === KEPT_ROWS) {
    memory.older = newer;
    memory.newer = new Set();
  }
  return false;
}

/** Replaces the row's last version, or evicts the oldest row. */
function keep({ rows }: Memory, row: VersionedRow): void {
  rows.delete(row.id);
  for (const oldest of rows.keys()) {
    if (rows.size < KEPT_ROWS) break;
    rows.delete(oldest);
  }
  row.written = {};
  rows.set(row.id, row);
}

const memories = new WeakMap<Db, Memory>();

function getCache(db: Db): Memory {
  const known = memories.get(db) ?? { rows: new Map(), newer: new Set(), older: new Set() };
  memories.set(db, known);
  return known;
}
