import { and, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/server/db/open-database.ts';
import type { CampaignQuery } from '../../contract.ts';
import { SocialPlatform } from '../../fields-contract.ts';
import { type CampaignCount, MOST_COUNTED } from '../../count-contract.ts';
import { buildConditions, type CampaignFilters, toLeastCents } from './campaign-match.ts';
import { encodePosition, type Order, parseOrder, type Position } from './campaign-order.ts';
import { isInCircleAround, nearnessTo } from './distance.ts';
import { campaign, type CampaignRow } from '../tables.ts';

/**
 * The rows that the first walk passes, how many of them must match for a second, longer one, and the most
 * matches that are gathered and sorted.
 */
export interface Reach {
  stretch: number;
  promising: number;
  most: number;
}

interface Narrowing {
  opens: boolean[];
  inCity: SQL | undefined;
  /** Contain all matches. */
  lanes: SQL | null;
}

interface Search extends Narrowing {
  order: Order;
  limit: number;
  /** Pay depends on the lane: the best paid of the list are mostly in lanes that are not asked for. */
  isByLane: boolean;
  matches: SQL;
}

/** A literal instead of a parameter, so that it matches the partial indexes. */
const isPublic = sql`${campaign.status} <> 'draft'`;

export interface Page {
  rows: CampaignRow[];
  nextCursor: string | null;
}

/** Leaves out drafts. Refuses 'request/invalid' for parameters that contradict each other. */
export async function searchCampaigns(
  db: Db,
  query: CampaignQuery,
  limit: number,
  reach: Reach = { stretch: 800, promising: 6, most: 8000 },
): Promise<Page> {
  const found = await findMatching(db, query, limit + 1, reach);
  const ids = found.slice(0, limit).map(({ id }) => id);
  const read = await db.$client.query<CampaignRow>({ ...readStatement, values: [ids] });
  const rows = new Map(read.rows.map((row) => [row.id, row]));
  const last = found[limit - 1];
  const nextCursor = last && found.length > limit ? encodePosition(last) : null;
  return { rows: ids.flatMap((id) => rows.get(id) ?? []), nextCursor };
}

/** Each count ends at `most` + 1. */
export async function countMatching(
  db: Db,
  query: CampaignFilters,
  most: number = MOST_COUNTED,
): Promise<CampaignCount> {
  const conditions = buildConditions(query);
  const { rows } = await db.execute<CampaignCount & Record<string, unknown>>(sql`
    select count(*)::int as found, count(*) filter (where status = 'active')::int as active from (
      select ${campaign.status} from ${campaign} where ${inIndex(narrow(query), ...conditions)}
      limit ${most + 1}::bigint
    ) counted`);
  const { found = 0, active = 0 } = rows[0] ?? {};
  if (found <= most || query.status !== undefined || query.open) return { found, active };
  // These were any matches, so the active ones need their own count.
  return { found, active: (await countMatching(db, { ...query, status: 'active' }, most)).found };
}

/** Bypasses drizzle, which would check thousands of values per page. Our parsers return the right types. */
// not for users
const columns = Object.entries(getTableColumns(campaign)).map(([key, { name }]) => `"${name}" as "${key}"`);
const text = `select ${columns.join(', ')} from campaign where id = any($1::uuid[])`;
const readStatement = { name: 'listed_campaigns', text };

/**
 * Walks the list in its order and stops at the end of the page. If few rows match there, it gathers all matches
 * by index and sorts them: the planner cannot tell, because it assumes that matches are evenly spread.
 */
async function findMatching(db: Db, query: CampaignQuery, limit: number, reach: Reach): Promise<Position[]> {
  const order = parseOrder(query);
  const narrowing = narrow(query);
  const { lanes } = narrowing;
  const search: Search = {
    ...narrowing,
    order,
    limit,
    isByLane: order.sort === 'pay' && lanes !== null,
    matches: and(...buildConditions(query), order.after) ?? sql`true`,
  };
  const isNarrowed = Boolean(query.q || lanes || query.radius !== undefined);
  const isSelected = isNarrowed || query.status !== undefined || order.point !== undefined;
  // There are up to 72 lanes, and each stops when it has filled the page.
  const first = Math.max(limit, isSelected ? Math.ceil(reach.stretch / (search.isByLane ? 4 : 1)) : 0);
  let { found, isWhole } = await walk(db, search, first);
  if (!isWhole && found.length >= reach.promising)
    ({ found, isWhole } = await walk(db, search, Math.ceil((1.5 * first * limit) / found.length)));
  // No index finds these matches.
  if (!isWhole && !isNarrowed && !search.inCity) ({ found, isWhole } = await walk(db, search, null));
  if (!isWhole) {
    const gathered = await gather(db, search, reach.most);
    if (gathered.isWhole) return gathered.found;
    // The matches are many but begin late, so the walk soon fills the page once it reaches them.
    ({ found } = await walk(db, search, null));
  }
  if (!order.point || found.length === 0) return found;
  // The index has nearly the order of the metres. The nearest are no farther than the farthest of these.
  const farthest = Math.max(...found.map(({ key }) => Number(key)));
  return (await gather(db, search, null, isInCircleAround(order.point, farthest))).found;
}

/**
 * Returns the first matches among the next `stretch` rows of the list, of each of its lanes, or with null of the
 * whole list. The matches are complete up to the first end that was reached.
 */
async function walk(db: Db, search: Search, stretch: number | null) {
  const { order, limit, opens, inCity, lanes, matches } = search;
  const sorted = order.point ? nearnessTo(order.point) : inOrder(order, order.key, sql`${campaign.id}`);
  const pass = (...list: (SQL | undefined)[]) => sql`
    select ${campaign.id}, ${order.key} as key, ${matches} as matches from ${campaign}
    where ${and(isPublic, ...list, order.point ? undefined : order.after)}
    order by ${sorted} limit ${stretch}::bigint`;
  const pick = (passed: SQL) => sql`
    select id, key, matches, walked = ${stretch}::bigint as "isEnd"
    from (select *, row_number() over () as walked from (${passed}) passed) walk
    where matches or walked = ${stretch}::bigint limit ${limit}`;
  const merge = sql`order by ${inOrder(order, sql`key`, sql`id`)} limit`;
  let statement: SQL;
  if (search.isByLane) {
    const inLane = sql`${campaign.isOpen} = opens.is_open and ${campaign.lane} = lanes.lane`;
    statement = sql`
      select picked.* from unnest(${sql.param(opens)}::boolean[]) opens (is_open)
      cross join (${lanes}) lanes (lane) cross join lateral (${pick(pass(inLane, inCity))}) picked
      ${merge} ${limit}`;
  } else if (order.point) {
    statement = pick(pass(anyOpen(opens)));
  } else if (order.sort === 'newest' && opens.length === 2 && !inCity) {
    statement = pick(pass());
  } else {
    // Each part has its own index. The planner merges two indexes row by row.
    const parts = opens.map((isOpen) => sql`(${pass(sql`${campaign.isOpen} = ${isOpen}`, inCity)})`);
    const all = sql.join(parts, sql` union all `);
    statement = pick(sql`select * from (${all}) parts ${merge} ${stretch}::bigint`);
  }
  const { rows } = await db.execute<Position & { matches: boolean; isEnd: boolean }>(statement);
  const end = rows.findIndex(({ isEnd }) => isEnd);
  const found = rows.slice(0, end === -1 ? undefined : end + 1).filter((row) => row.matches);
  return { found, isWhole: found.length === limit || end === -1 };
}

/**
 * With `most`, gives up if there are more matches. The inner limit keeps the planner from walking the list instead, or
 * from reading the index of a frequent word for the few campaigns in the circle.
 */
async function gather(db: Db, search: Search, most: number | null, inCircle?: SQL) {
  const { order, limit, opens, matches } = search;
  const { rows } = await db.execute<Position & { total: number }>(sql`
    select id, key, count(*) over () as total from (
      select ${campaign.id}, ${order.key} as key, ${matches} as matches from ${campaign}
      where ${inCircle ? and(anyOpen(opens), inCircle) : inIndex(search, matches)}
      limit ${most === null ? null : most + 1}::bigint
    ) gathered where matches order by ${inOrder(order, sql`key`, sql`id`)} limit ${limit}`);
  return { found: rows, isWhole: most === null || (rows[0]?.total ?? 0) <= most };
}

function narrow(query: CampaignFilters): Narrowing {
  return {
    opens: query.open ? [true] : query.status === 'completed' ? [false] : [true, false],
    inCity: query.city ? sql`lower(${campaign.city}) = lower(${query.city})` : undefined,
    lanes: selectLanes(query),
  };
}

function inIndex({ opens, inCity, lanes }: Narrowing, ...conditions: SQL[]): SQL | undefined {
  const inLane = lanes ? sql`${campaign.lane} = any(array(${lanes}))` : undefined;
  const isOneOf = sql`${campaign.isOpen} = any(${sql.param(opens)}::boolean[])`;
  return and(isPublic, isOneOf, inCity, inLane, ...conditions);
}

/** One index has all public campaigns, and one the open ones. */
function anyOpen(opens: boolean[]): SQL {
  return opens.includes(false) ? isPublic : sql`${campaign.isOpen}`;
}

/**
 * For lanes, see migrations/0074-campaign-search.sql. Null if the query does not restrict them. Only posts have a
 * platform, and only wearable campaigns have hourly pay.
 */
function selectLanes({ campaignType, platform, followers, minPay, maxPay }: CampaignFilters): SQL | null {
  const hasPay = minPay !== undefined || maxPay !== undefined;
  if (!hasPay && [campaignType, platform, followers].every((value) => value === undefined)) return null;
  const payLane = (dollars: number) =>
    sql`campaign_lane('wearable', ${toLeastCents(dollars)}::bigint, 60, null, 0)::int`;
  const platforms = platform ? [platform] : [null, ...SocialPlatform.options];
  return sql`select generate_series(${payLane(minPay ?? 0)}, ${payLane(maxPay ?? Infinity)})
      where ${campaignType !== 'social' && platform === undefined}::boolean
    union all select generate_series(top - top % 10, top)
      from unnest(${sql.param(platforms)}::text[]) platform,
        lateral campaign_lane('social', null, null, platform, ${followers ?? Number.MAX_SAFE_INTEGER}::bigint) top
      where ${campaignType !== 'wearable' && !hasPay}::boolean`;
}

function inOrder({ direction }: Order, key: SQL, id: SQL): SQL {
  return sql`${key} ${direction}, ${id} ${direction}`;
}
