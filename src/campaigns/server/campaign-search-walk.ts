import { and, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/server/db/open-database.ts';
import { type Filters, isPublic } from './campaign-search-filters.ts';
import type { Key, Order } from './campaign-search-order.ts';
import { versionOf } from './remembered-rows.ts';
import { campaign } from './tables.ts';

/** One of a list: which row, in which version, and what it is sorted by. */
export interface Found extends Record<string, unknown> {
  id: string;
  version: string;
  key: Key;
}

export interface Walk {
  /** The first of those that match, in order; never more than were asked for. */
  found: Found[];
  /** So many that match were met, though they need not be the first ones. */
  met: number;
  /** So many were found as were asked for, or there are no others. */
  isWhole: boolean;
}

interface Step extends Found {
  matches: boolean | null;
  isEnd: boolean;
}

/**
 * Goes through the list in its order from the cursor on, past about `stretch` rows (of closed and of open ones, but of all
 * lanes together), and picks those that match. The first end of one that was not walked to its end is as
 * far as is known of the whole; whatever comes before it matches, so no more than `limit` rows need to be seen to tell.
 */
export async function walk(
  db: Db,
  filters: Filters,
  order: Order,
  limit: number,
  stretch: number,
): Promise<Walk> {
  const lists = listsOf(filters, order);
  if (lists.opens.length === 0) return { found: [], met: 0, isWhole: true };
  const each = Math.max(
    SHORTEST_STRETCH,
    Math.ceil(stretch / (filters.lanes === null ? 1 : lists.opens.length)),
  );
  const sorted = inOrder(order, sql`${order.key}`, sql`${campaign.id}`);
  const { rows } = await db.execute<Step>(sql`
    select w.id, ${versionOf(sql`w`)} as version, w.key, w.matches, w.walked = ${each} as "isEnd"
    from unnest(${sql.param(lists.opens)}::boolean[], ${sql.param(lists.lanes)}::smallint[]) as list (is_open, lane)
    cross join lateral (
      select passed.* from (
        select ${campaign.id}, ${campaign}.xmin, ${campaign}.ctid, ${order.key} as key, ${filters.rest} as matches,
          row_number() over (order by ${sorted}) as walked
        from ${campaign}
        where ${and(
          isPublic,
          lists.areOne ? undefined : sql`${campaign.isOpen} = list.is_open`,
          filters.city === undefined ? undefined : sql`lower(${campaign.city}) = lower(${filters.city})`,
          filters.lanes === null ? undefined : sql`${campaign.lane} = list.lane`,
          order.after,
        )}
        order by ${sorted}
        limit ${each}
      ) passed
      where passed.matches or passed.walked = ${each}
      order by ${inOrder(order, sql`passed.key`, sql`passed.id`)}
      limit ${limit}
    ) w
    order by ${inOrder(order, sql`w.key`, sql`w.id`)}
    limit ${limit}`);
  const end = rows.findIndex(({ isEnd }) => isEnd);
  const known = end === -1 ? rows : rows.slice(0, end + 1);
  const found = known.filter(({ matches }) => matches).slice(0, limit);
  return { found, met: found.length, isWhole: end === -1 || found.length === limit };
}

/** Of one of many lists. */
const SHORTEST_STRETCH = 10;

interface Lists {
  /** Two arrays side by side: one entry for each index that is walked. */
  opens: boolean[];
  lanes: (number | null)[];
  /** Closed and open ones lie in one index. */
  areOne: boolean;
}

function listsOf({ opens, city, lanes }: Filters, { isOneList }: Order): Lists {
  if (isOneList && opens.length === 2 && city === undefined && lanes === null)
    return { opens: [true], lanes: [null], areOne: true };
  const pairs = opens.flatMap((isOpen) => (lanes ?? [null]).map((lane) => ({ isOpen, lane })));
  return { opens: pairs.map(({ isOpen }) => isOpen), lanes: pairs.map(({ lane }) => lane), areOne: false };
}

export interface Gathering {
  found: Found[];
  /** How many match, as far as they were counted. */
  total: number;
}

/**
 * Finds by their indexes those that match, wherever in the list they are, and then sorts them. Materialized, so that the
 * planner does not walk the list instead; and no more than `most` + 1 of them, for they are all read.
 */
export async function gather(
  db: Db,
  filters: Filters,
  order: Order,
  limit: number,
  most: number,
  within?: SQL,
): Promise<Gathering> {
  const { rows } = await db.execute<Found & { total: number }>(sql`
    with gathered as materialized (
      select ${campaign.id}, ${campaign}.xmin, ${campaign}.ctid, ${order.key} as key
      from ${campaign}
      where ${and(
        isPublic,
        sql`${campaign.isOpen} = any(${sql.param(filters.opens)}::boolean[])`,
        filters.city === undefined ? undefined : sql`lower(${campaign.city}) = lower(${filters.city})`,
        filters.lanes === null
          ? undefined
          : sql`${campaign.lane} = any(${sql.param(filters.lanes)}::smallint[])`,
        filters.rest,
        within,
        order.after,
      )}
      limit ${most + 1}
    )
    select id, ${versionOf(sql`gathered`)} as version, key, (select count(*) from gathered) as total
    from gathered order by ${inOrder(order, sql`key`, sql`id`)} limit ${limit}`);
  return { found: rows, total: rows[0]?.total ?? 0 };
}

function inOrder({ direction }: Order, key: SQL, id: SQL): SQL {
  const way = direction === 'asc' ? sql`asc` : sql`desc`;
  return sql`${key} ${way}, ${id} ${way}`;
}
