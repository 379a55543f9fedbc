import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { refuse } from '#kernel/errors.ts';
import { Id } from '#kernel/id.ts';
import { decodeCursor, encodeCursor } from '#kernel/page.ts';
import { IsoTime } from '#kernel/time.ts';
import { linkToPage } from './page-link.ts';

/** Where a row stands in a list that is sorted by a moment and, among those of the same one, by id. */
export interface PlaceInList {
  at: Date;
  id: string;
}

/** The rows of a page, and behind which one they begin; null on the first. */
export interface MomentPage {
  limit: number;
  after: PlaceInList | null;
}

/** What a page's query asks for. Refuses 'request/invalid' where the cursor names no row. */
export function readMomentPage({
  limit,
  cursor,
}: {
  limit: number;
  cursor?: string | undefined;
}): MomentPage {
  if (cursor === undefined) return { limit, after: null };
  const { id: someId, sortedBy } = decodeCursor(cursor) ?? {};
  const id = Id.safeParse(someId);
  const at = IsoTime.safeParse(sortedBy);
  if (!id.success || !at.success) {
    throw refuse('request/invalid', { fields: { cursor: 'This page does not exist' } });
  }
  return { limit, after: { id: id.data, at: new Date(at.data) } };
}

/** Whether a row stands behind that place in its list; no condition where the list begins. The oldest come first where it is rising. */
export function isBehind(
  row: { at: AnyColumn; id: AnyColumn },
  after: PlaceInList | null,
  order: 'rising' | 'falling',
): SQL | undefined {
  if (after === null) return undefined;
  const here = sql`(${row.at}, ${row.id})`;
  const there = sql`(${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`;
  return order === 'rising' ? sql`${here} > ${there}` : sql`${here} < ${there}`;
}

/** The Link header's value for the rows behind a full page, of the same list with the same filters; null where there are none. */
export function linkToNext<Query extends { limit: number }>(
  path: string,
  query: Query,
  rowsOnPage: number,
  last: { at: string; id: string } | undefined,
): string | null {
  if (last === undefined || rowsOnPage < query.limit) return null;
  return linkToPage(path, query, encodeCursor({ sortedBy: last.at, id: last.id }));
}
