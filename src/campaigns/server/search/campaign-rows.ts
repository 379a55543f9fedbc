import { getTableColumns } from 'drizzle-orm';
import type { Db } from '#platform/server/db/open-database.ts';
import type { CampaignResponseRow } from '../campaign-presenter.ts';
import { campaign } from '../tables.ts';

const {
  submissionKey: _submissionKey,
  hourlyCents: _hourlyCents,
  released: _released,
  followersNeeded: _followersNeeded,
  updatedAt: _updatedAt,
  completedAt: _completedAt,
  isOpen: _isOpen,
  lane: _lane,
  ...responseColumns
} = getTableColumns(campaign);

const columns = Object.entries(responseColumns).map(([key, { name }]) => `"${name}" as "${key}"`);
const statement = {
  name: 'listed_campaigns',
  text: `select ${columns.join(', ')} from campaign where id = any($1::uuid[])`,
};

/**
 * Returns the rows with these ids, in this order. Rows deleted since are left out. Bypasses drizzle, which would
 * check thousands of values per page although our parsers (value-parsers.ts) already return the right types.
 */
export async function readRows(db: Db, ids: readonly string[]): Promise<CampaignResponseRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.$client.query<CampaignResponseRow>({ ...statement, values: [ids] });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
