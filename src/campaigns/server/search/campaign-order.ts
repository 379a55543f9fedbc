import { type SQL, sql } from 'drizzle-orm';
import { refuse } from '#campaigns/domain.ts';
import { decodeCursor, encodeCursor } from '#kernel/page.ts';
import { IsoTime } from '#kernel/time.ts';
import { t } from '#kernel/text.ts';
import type { CampaignQuery } from '../../contract.ts';
import { distanceFrom, parsePoint, type Point } from './distance.ts';
import { campaign } from '../tables.ts';

export interface Position extends Record<string, unknown> {
  key: Date | number;
  id: string;
}

export interface Order {
  sort: NonNullable<CampaignQuery['sort']>;
  key: SQL;
  direction: SQL;
  after: SQL | undefined;
  point: Point | undefined;
}

const keys = {
  newest: campaign.createdAt,
  pay: campaign.payCents,
  start: campaign.startTime,
};

/** Refuses 'request/invalid' for a cursor of another order, or distance without a point. */
export function parseOrder({ sort = 'newest', cursor, near }: CampaignQuery): Order {
  const point = sort === 'distance' ? parsePoint({ near }) : undefined;
  const key = sort === 'distance' ? distanceFrom(parsePoint({ near })) : sql`${keys[sort]}`;
  const [direction, beyond] = ['start', 'distance'].includes(sort) ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`];
  if (cursor === undefined) return { sort, key, direction, point, after: undefined };
  const last = decodeCursor(cursor);
  const value = last && uuidPattern.test(last.id) ? parseKey(sort, last.sortedBy) : null;
  if (!last || !value) throw refuse('request/invalid', { fields: { cursor: t('This page does not exist') } });
  const after = sql`(${key}, ${campaign.id}) ${beyond} (${value}, ${last.id}::uuid)`;
  return { sort, key, direction, point, after };
}

export function encodePosition({ key, id }: Position): string {
  return encodeCursor({ sortedBy: key instanceof Date ? key.toISOString() : String(key), id });
}

const uuidPattern = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

function parseKey(sort: Order['sort'], text: string): SQL | null {
  if (sort === 'newest' || sort === 'start')
    return IsoTime.safeParse(text).success ? sql`${text}::timestamptz` : null;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (sort === 'pay') return Number.isSafeInteger(value) ? sql`${value}::bigint` : null;
  return Number.isFinite(value) ? sql`${value}::double precision` : null;
}
