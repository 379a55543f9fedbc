import { and, asc, desc, eq, gte, lte, type SQL, sql } from 'drizzle-orm';
import { refuse } from '#kernel/errors.ts';
import { type Cursor, decodeCursor, encodeCursor } from '#kernel/page.ts';
import type { Db } from '#platform/server/db/open-database.ts';
import type { CampaignQuery } from '../contract.ts';
import { readRemembered, rowVersion } from './remembered-rows.ts';
import { campaign, type CampaignRow } from './tables.ts';

export interface Page {
  rows: CampaignRow[];
  /** Names the last row of this page; null on the last page. */
  nextCursor: string | null;
}

/** One page of the campaigns that are or were public. Refuses 'request/invalid' for parameters that do not go together. */
export async function searchCampaigns(db: Db, query: CampaignQuery, limit: number): Promise<Page> {
  const order = orderOf(query);
  // One row more than asked for tells whether there is a next page.
  const found = isHotPage(query)
    ? await findNewest(db, query.status === 'active', limit + 1)
    : await findMatching(db, query, order, limit + 1);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const nextCursor =
    found.length > limit && last ? encodeCursor({ sortedBy: order.valueOf(last), id: last.row.id }) : null;
  return { rows: page.map(({ row }) => row), nextCursor };
}

interface Found {
  row: CampaignRow;
  /** Null where no point was given. */
  distanceMeters: number | null;
}

/** The page that nearly everybody asks for: nothing but the newest. */
function isHotPage(query: CampaignQuery): boolean {
  const { status, limit: _limit, sort, ...filters } = query;
  return (
    (sort ?? 'newest') === 'newest' &&
    status !== 'completed' &&
    Object.values(filters).every((value) => value === undefined)
  );
}

async function findNewest(db: Db, onlyActive: boolean, limit: number): Promise<Found[]> {
  const prepared = preparedFor(db);
  const listed = await (onlyActive ? prepared.active : prepared.all).execute({ limit });
  const rows = await readRemembered(db, listed);
  return rows.map((row) => ({ row, distanceMeters: null }));
}

const preparedByDb = new WeakMap<Db, ReturnType<typeof prepareNewest>>();

function preparedFor(db: Db) {
  const known = preparedByDb.get(db) ?? prepareNewest(db);
  preparedByDb.set(db, known);
  return known;
}

/** Each walks its partial index from the newest on; the conditions are written out, or the planner could not match them. */
function prepareNewest(db: Db) {
  const newest = (condition: SQL) =>
    db
      .select({ id: campaign.id, version: rowVersion })
      .from(campaign)
      .where(condition)
      .orderBy(desc(campaign.createdAt), desc(campaign.id))
      .limit(sql.placeholder('limit'));
  return {
    all: newest(isPublic).prepare('campaigns_newest'),
    active: newest(isActive).prepare('campaigns_newest_active'),
  };
}

// Literals and not parameters, so that they match the partial indexes.
const isPublic = sql`${campaign.status} <> 'draft'`;
// A closed one takes nobody any more, though it is active until the last who has a place in it is paid.
const isActive = sql`${campaign.status} = 'active' and ${campaign.closingSince} is null`;

async function findMatching(db: Db, query: CampaignQuery, order: Order, limit: number): Promise<Found[]> {
  const after = query.cursor === undefined ? undefined : order.after(readCursor(query.cursor));
  return db
    .select({ row: campaign, distanceMeters: order.distance ?? sql<null>`null` })
    .from(campaign)
    .where(and(statusOf(query), ...filtersOf(query), after))
    .orderBy(...order.by)
    .limit(limit);
}

function statusOf(query: CampaignQuery): SQL | undefined {
  if (query.status === undefined) return isPublic;
  return query.status === 'active' ? isActive : eq(campaign.status, query.status);
}

function filtersOf(query: CampaignQuery): SQL[] {
  const filters: SQL[] = [];
  if (query.q) filters.push(sql`lower(${campaign.title}) like ${containing(query.q)} escape '!'`);
  if (query.city) filters.push(sql`lower(${campaign.city}) = lower(${query.city})`);
  if (query.campaignType) filters.push(eq(campaign.campaignType, query.campaignType));
  if (query.platform) filters.push(eq(campaign.socialPlatform, query.platform));
  if (query.followers !== undefined) filters.push(lte(campaign.followersNeeded, query.followers));
  // Dollars an hour: social campaigns have no hours, so a pay band leaves them out.
  if (query.minPay !== undefined) filters.push(gte(campaign.hourlyCents, asCents(query.minPay)));
  if (query.maxPay !== undefined) filters.push(lte(campaign.hourlyCents, asCents(query.maxPay)));
  if (query.radius !== undefined) {
    const point = pointOf(query);
    filters.push(...boxAround(point, query.radius), lte(distanceFrom(point), query.radius));
  }
  return filters;
}

/** The text anywhere in it; % and _ are letters here. */
function containing(text: string): SQL {
  return sql`'%' || lower(${text.replaceAll(/[!%_]/g, '!$&')}) || '%'`;
}

function asCents(dollars: number): SQL<number> {
  return sql<number>`${dollars * 100}::double precision`;
}

interface Order {
  by: SQL[];
  /** What a cursor remembers of the last row. */
  valueOf(found: Found): string;
  /** The rows that come after the cursor's. */
  after(cursor: Cursor): SQL;
  distance?: SQL<number>;
}

function orderOf(query: CampaignQuery): Order {
  switch (query.sort ?? 'newest') {
    case 'newest':
      return {
        by: [desc(campaign.createdAt), desc(campaign.id)],
        valueOf: ({ row }) => row.createdAt.toISOString(),
        after: ({ sortedBy, id }) =>
          sql`(${campaign.createdAt}, ${campaign.id}) < (${timeIn(sortedBy)}::timestamptz, ${id}::uuid)`,
      };
    case 'pay':
      return {
        by: [desc(campaign.payCents), desc(campaign.id)],
        valueOf: ({ row }) => String(row.payCents),
        after: ({ sortedBy, id }) =>
          sql`(${campaign.payCents}, ${campaign.id}) < (${numberIn(sortedBy)}::numeric, ${id}::uuid)`,
      };
    case 'start':
      return {
        by: [asc(campaign.startTime), asc(campaign.id)],
        valueOf: ({ row }) => row.startTime?.toISOString() ?? '',
        after: ({ sortedBy, id }) =>
          sql`(${campaign.startTime}, ${campaign.id}) > (${timeIn(sortedBy)}::timestamptz, ${id}::uuid)`,
      };
    case 'distance': {
      const distance = distanceFrom(pointOf(query));
      return {
        by: [asc(distance), asc(campaign.id)],
        valueOf: ({ distanceMeters }) => String(distanceMeters),
        after: ({ sortedBy, id }) =>
          sql`(${distance}, ${campaign.id}) > (${numberIn(sortedBy)}::double precision, ${id}::uuid)`,
        distance,
      };
    }
  }
}

interface Point {
  lat: number;
  lng: number;
}

function pointOf(query: CampaignQuery): Point {
  const [lat, lng] = (query.near ?? '').split(',').map(Number);
  if (lat === undefined || lng === undefined)
    throw invalid('near', 'A point is needed to measure distances from');
  if (Math.abs(lat) > 90 || Math.abs(lng) > 180) throw invalid('near', 'This is no point on the earth');
  return { lat, lng };
}

const EARTH_RADIUS_METERS = 6_371_008.8;
const METERS_PER_DEGREE = (EARTH_RADIUS_METERS * Math.PI) / 180;

/** Metres along the sphere (haversine). */
function distanceFrom({ lat, lng }: Point): SQL<number> {
  return sql<number>`(${2 * EARTH_RADIUS_METERS}::double precision * asin(least(1, sqrt(
    power(sin(radians(${campaign.lat} - ${lat}::double precision) / 2), 2)
    + cos(radians(${lat}::double precision)) * cos(radians(${campaign.lat}))
      * power(sin(radians(${campaign.lng} - ${lng}::double precision) / 2), 2)))))`;
}

/** What an index can find: a box that holds the circle. Near the poles and across the date line only its latitudes. */
function boxAround({ lat, lng }: Point, radiusMeters: number): SQL[] {
  // A hair more than the radius, so that rounding leaves nobody out whom the exact distance would let in.
  const latSpan = (radiusMeters / METERS_PER_DEGREE) * 1.001 + 1e-6;
  const box = [gte(campaign.lat, lat - latSpan), lte(campaign.lat, lat + latSpan)];
  const widest = Math.abs(lat) + latSpan;
  if (widest >= 89) return box;
  const lngSpan = latSpan / Math.cos((widest * Math.PI) / 180);
  if (lng - lngSpan < -180 || lng + lngSpan > 180) return box;
  return [...box, gte(campaign.lng, lng - lngSpan), lte(campaign.lng, lng + lngSpan)];
}

const uuidPattern = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

function readCursor(text: string): Cursor {
  const cursor = decodeCursor(text);
  if (!cursor || !uuidPattern.test(cursor.id)) throw unreadableCursor();
  return cursor;
}

function timeIn(text: string): string {
  const moment = new Date(/^\d{4}-/.test(text) ? text : '');
  if (Number.isNaN(moment.getTime())) throw unreadableCursor();
  return moment.toISOString();
}

function numberIn(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) throw unreadableCursor();
  return value;
}

function unreadableCursor() {
  return invalid('cursor', 'This page does not exist');
}

function invalid(field: string, message: string) {
  return refuse('request/invalid', { fields: { [field]: message } });
}
