import { type SQL, sql } from 'drizzle-orm';
import { refuse } from '#kernel/errors.ts';
import { decodeCursor, encodeCursor } from '#kernel/page.ts';
import { IsoTime } from '#kernel/time.ts';
import type { CampaignQuery } from '../../contract.ts';
import { distanceFrom, parsePoint, type Point } from './distance.ts';
import { campaign } from '../tables.ts';

/** The position of a campaign in the list: a time, cents or metres, and the id, which breaks ties. */
export interface Position extends Record<string, unknown> {
  key: Date | number;
  id: string;
}

export interface Order {
  sort: NonNullable<CampaignQuery['sort']>;
  key: SQL;
  direction: SQL;
  /** The condition for rows after the cursor. */
  after: SQL | undefined;
  /** The point to measure from, for the distance order. */
  point: Point | undefined;
}

const keys = { newest: campaign.createdAt, pay: campaign.payCents, start: campaign.startTime };

/**
 * Returns the query's order. Refuses 'request/invalid' for a cursor that this order cannot have produced, and
 * for distance without a point.
 */
export function parseOrder({ sort = 'newest', cursor, near }: CampaignQuery): Order {
  const point = sort === 'distance' ? parsePoint({ near }) : undefined;
  const key = sort === 'distance' ? distanceFrom(parsePoint({ near })) : sql`${keys[sort]}`;
  const isRising = sort === 'start' || sort === 'distance';
  const order = { sort, key, point, direction: isRising ? sql`asc` : sql`desc` };
  if (cursor === undefined) return { ...order, after: undefined };
  const last = decodeCursor(cursor);
  if (!last || !uuidPattern.test(last.id)) throw unreadable();
  const value = parseKey(sort, last.sortedBy);
  const after = sql`(${key}, ${campaign.id}) ${isRising ? sql`>` : sql`<`} (${value}, ${last.id}::uuid)`;
  return { ...order, after };
}

export function encodePosition({ key, id }: Position): string {
  return encodeCursor({ sortedBy: key instanceof Date ? key.toISOString() : String(key), id });
}

const uuidPattern = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

function parseKey(sort: Order['sort'], text: string): SQL {
  if (sort === 'newest' || sort === 'start') {
    const moment = IsoTime.safeParse(text);
    if (!moment.success) throw unreadable();
    return sql`${moment.data}::timestamptz`;
  }
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (sort === 'pay' ? !Number.isSafeInteger(value) : !Number.isFinite(value)) throw unreadable();
  return sort === 'pay' ? sql`${value}::bigint` : sql`${value}::double precision`;
}

function unreadable() {
  return refuse('request/invalid', { fields: { cursor: 'This page does not exist' } });
}
