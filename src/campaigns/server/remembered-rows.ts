import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/server/db/open-database.ts';
import type { WritableRow } from './campaign-json.ts';
import { campaign } from './tables.ts';

/** Names one version of a row: who wrote it and where it lies. A change makes another, whoever makes it and in which process. */
export function versionOf(relation: SQL | typeof campaign): SQL<string> {
  return sql<string>`${relation}.xmin::text || ${relation}.ctid::text`;
}

export interface ListedRow {
  id: string;
  version: string;
}

/**
 * The rows of a list, of which the database has said only id and version: what was read before in this very version is not
 * read again. Most of what a page of campaigns costs is turning fifty columns of text into values. The rows are shared, so
 * nobody may change them. A row that has vanished since is left out. What is `askedOften` is remembered from the first reading on.
 */
export async function readRemembered(
  db: Db,
  listed: readonly ListedRow[],
  { askedOften = false } = {},
): Promise<WritableRow[]> {
  const memory = memoryOf(db);
  const rows = new Map<string, WritableRow>();
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

/** With the version that comes with the row: it may have changed since it was listed. */
type VersionedRow = WritableRow & { version: string };

/** What no answer of a campaign is made of. */
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
 * Past drizzle, which looks at each of some thousand values of a page to find that our parsers (values.ts) have made of it what
 * it would have made; a test holds the two together.
 */
async function readRows(db: Db, ids: readonly string[]): Promise<VersionedRow[]> {
  const { rows } = await db.$client.query<VersionedRow>({ ...readStatement, values: [ids] });
  return rows;
}

/** About four kilobytes each, with what is written of them for answers; enough for the pages that many look at. */
const KEPT_ROWS = 5000;

interface Memory {
  rows: Map<string, VersionedRow>;
  /** Ids of rows that were read lately, the newer and the older half of them. */
  newer: Set<string>;
  older: Set<string>;
}

/**
 * Only what is read a second time before many others are is kept. Whoever goes through the whole list does not push out what
 * everybody looks at; and to keep for a while what nobody asks for again costs the collector of garbage more than to read it.
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

/** In the place of its last version, or of the one that was kept first. */
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

function memoryOf(db: Db): Memory {
  const known = memories.get(db) ?? { rows: new Map(), newer: new Set(), older: new Set() };
  memories.set(db, known);
  return known;
}
