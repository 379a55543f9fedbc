import { type SQL, sql } from 'drizzle-orm';
import { refuse } from '#campaigns/domain.ts';
import { type Cursor, decodeCursor } from '#kernel/page.ts';
import { IsoTime } from '#kernel/time.ts';
import type { CampaignQuery } from '../../contract.ts';
import { distanceFrom, type Point, parsePoint } from './campaign-search-point.ts';
import { campaign } from '../tables.ts';

/** The sort key: a time, cents or metres. */
export type Key = Date | number;

export interface Order {
  key: SQL;
  /** The direction of the key, and of the ids that break ties. */
  direction: 'asc' | 'desc';
  after: SQL | undefined;
  /**
   * True if one index has all public campaigns in this order. Otherwise open and closed ones have separate
   * indexes.
   */
  isOneList?: boolean;
  /** The point to measure from; set only for the distance order. */
  point?: Point;
}

/**
 * Returns the query's order. Refuses 'request/invalid' for a cursor that this order cannot have produced, and
 * for distance without a point.
 */
export function parseOrder(query: CampaignQuery): Order {
  const cursor = query.cursor === undefined ? undefined : readCursor(query.cursor);
  const after = (key: SQL, comparison: SQL, value: (text: string) => SQL) =>
    cursor && sql`(${key}, ${campaign.id}) ${comparison} (${value(cursor.sortedBy)}, ${cursor.id}::uuid)`;
  switch (query.sort ?? 'newest') {
    case 'newest': {
      const key = sql`${campaign.createdAt}`;
      return { key, direction: 'desc', after: after(key, sql`<`, parseCursorTime), isOneList: true };
    }
    case 'pay': {
      const key = sql`${campaign.payCents}`;
      return { key, direction: 'desc', after: after(key, sql`<`, parseCursorCents) };
    }
    case 'start': {
      const key = sql`${campaign.startTime}`;
      return { key, direction: 'asc', after: after(key, sql`>`, parseCursorTime) };
    }
    case 'distance': {
      const point = parsePoint(query);
      const key = distanceFrom(point);
      return { key, direction: 'asc', after: after(key, sql`>`, parseCursorMeters), point };
    }
  }
}

export function formatCursorKey(key: Key): string {
  return key instanceof Date ? key.toISOString() : String(key);
}

const uuidPattern = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

function readCursor(text: string): Cursor {
  const cursor = decodeCursor(text);
  if (!cursor || !uuidPattern.test(cursor.id)) throw unreadable();
  return cursor;
}

function parseCursorTime(text: string): SQL {
  const moment = IsoTime.safeParse(text);
  if (!moment.success) throw unreadable();
  return sql`${moment.data}::timestamptz`;
}

function parseCursorCents(text: string): SQL {
  const value = parseCursorNumber(text);
  if (!Number.isSafeInteger(value)) throw unreadable();
  return sql`${value}::bigint`;
}

function parseCursorMeters(text: string): SQL {
  return sql`${parseCursorNumber(text)}::double precision`;
}

function parseCursorNumber(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) throw unreadable();
  return value;
}

function unreadable() {
  return refuse('request/invalid', { fields: { cursor: 'This page does not exist' } });
}
