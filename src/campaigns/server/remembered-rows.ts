import { inArray, sql } from 'drizzle-orm';
import type { Db } from '#platform/server/db/open-database.ts';
import { campaign, type CampaignRow } from './tables.ts';

/** Names one version of a row: who wrote it and where it lies. A change makes another, whoever makes it and in which process. */
export const rowVersion = sql<string>`${campaign}.xmin::text || ${campaign}.ctid::text`;

export interface ListedRow {
  id: string;
  version: string;
}

/**
 * The rows of a list, of which the database has said only id and version: what was read before in this very version is not
 * read again. Most of what a page of campaigns costs is turning fifty columns of text into values. The rows are shared, so
 * nobody may change them. A row that has vanished since is left out.
 */
export async function readRemembered(db: Db, listed: readonly ListedRow[]): Promise<CampaignRow[]> {
  const memory = memoryOf(db);
  const rows = new Map<string, CampaignRow>();
  for (const { id, version } of listed) {
    const known = memory.get(id);
    if (known?.version === version) rows.set(id, known.row);
  }
  const unknown = listed.filter(({ id }) => !rows.has(id)).map(({ id }) => id);
  if (memory.size + unknown.length > KEPT_ROWS) memory.clear();
  // With the version that comes with the row: it may have changed since it was listed.
  for (const { row, version } of unknown.length > 0 ? await readRows(db, unknown) : []) {
    memory.set(row.id, { row, version });
    rows.set(row.id, row);
  }
  return listed.flatMap(({ id }) => rows.get(id) ?? []);
}

async function readRows(db: Db, ids: readonly string[]): Promise<{ row: CampaignRow; version: string }[]> {
  return db
    .select({ row: campaign, version: rowVersion })
    .from(campaign)
    .where(inArray(campaign.id, [...ids]));
}

/** About two kilobytes each; enough for the pages that everybody looks at. */
const KEPT_ROWS = 2000;

type Memory = Map<string, { row: CampaignRow; version: string }>;
const memories = new WeakMap<Db, Memory>();

function memoryOf(db: Db): Memory {
  const known = memories.get(db) ?? new Map();
  memories.set(db, known);
  return known;
}
