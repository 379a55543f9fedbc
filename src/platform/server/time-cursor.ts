import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { Id } from '#kernel/id.ts';
import { decodeCursor, encodeCursor } from '#kernel/page.ts';
import { t } from '#kernel/text.ts';
import { IsoTime } from '#kernel/time.ts';
import { refuse } from '#platform/domain.ts';
import { linkToPage } from './http/page-link.ts';

export interface RowPosition {
  at: Date;
  id: string;
}

/** `after` is null for the first page. */
export interface TimePage {
  limit: number;
  after: RowPosition | null;
}

/** Refuses with 'request/invalid' if the cursor is not valid. */
export function parseTimePage({ limit, cursor }: { limit: number; cursor?: string | undefined }): TimePage {
  if (cursor === undefined) return { limit, after: null };
  const { id: someId, sortedBy } = decodeCursor(cursor) ?? {};
  const id = Id.safeParse(someId);
  const at = IsoTime.safeParse(sortedBy);
  if (!id.success || !at.success) {
    throw refuse('request/invalid', { fields: { cursor: t('This page does not exist') } });
  }
  return { limit, after: { id: id.data, at: new Date(at.data) } };
}

/** Undefined at the start of the list. 'rising' lists the oldest rows first. */
export function isAfterRow(
  row: { at: AnyColumn; id: AnyColumn },
  after: RowPosition | null,
  order: 'rising' | 'falling',
): SQL | undefined {
  if (after === null) return undefined;
  const here = sql`(${row.at}, ${row.id})`;
  const there = sql`(${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`;
  return order === 'rising' ? sql`${here} > ${there}` : sql`${here} < ${there}`;
}

export function linkToNext<Query extends { limit: number }>(
  path: string,
  query: Query,
  rowsOnPage: number,
  last: { at: string; id: string } | undefined,
): string | null {
  if (last === undefined || rowsOnPage < query.limit) return null;
  return linkToPage(path, query, encodeCursor({ sortedBy: last.at, id: last.id }));
}
