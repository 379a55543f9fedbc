import { and, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/server/db/open-database.ts';
import { type Filters, isPublic } from './campaign-search-filters.ts';
import type { Key, Order } from './campaign-search-order.ts';
import { rowVersion } from './row-cache.ts';
import { campaign } from '../tables.ts';

export interface Found extends Record<string, unknown> {
  id: string;
  version: string;
  key: Key;
}

export interface Walk {
  /** The first matches in order, at most as many as requested. */
  found: Found[];
  /** How many matches were met. They need not be the first ones. */
  met: number;
  /** True if `limit` matches were found, or if there are no others. */
  isWhole: boolean;
}

interface Step extends Found {
  matches: boolean | null;
  isEnd: boolean;
}

/**
 * Walks the list in order from the cursor and returns the matches. It passes about `stretch` rows of open and
 * of closed campaigns each, but of all lanes together.
 * The result is complete only up to the first list that was not walked to its end. All rows before that point
 * match, so reading `limit` rows is enough.
 */
export async function walk(
  db: Db,
  filters: Filters,
  order: Order,
  limit: number,
  stretch: number,
): Promise<Walk> {
  const lists = findLists(filters, order);
  if (lists.opens.length === 0) return { found: [], met: 0, isWhole: true };
  const each = Math.max(
    SHORTEST_STRETCH,
    Math.ceil(stretch / (filters.lanes === null ? 1 : lists.opens.length)),
  );
  const sorted = inOrder(order, sql`${order.key}`, sql`${campaign.id}`);
  const { rows } = await db.execute<Step>(sql`
    select w.id, ${rowVersion(sql`w`)} as version, w.key, w.matches, w.walked = ${each} as "isEnd"
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

/** Per list, if there are several. */
const SHORTEST_STRETCH = 10;

interface Lists {
  /** Two parallel arrays, one entry per index to walk. */
  opens: boolean[];
  lanes: (number | null)[];
  /** One index contains both open and closed campaigns. */
  areOne: boolean;
}

function findLists({ opens, city, lanes }: Filters, { isOneList }: Order): Lists {
  if (isOneList && opens.length === 2 && city === undefined && lanes === null)
    return { opens: [true], lanes: [null], areOne: true };
  const pairs = opens.flatMap((isOpen) => (lanes ?? [null]).map((lane) => ({ isOpen, lane })));
  return { opens: pairs.map(({ isOpen }) => isOpen), lanes: pairs.map(({ lane }) => lane), areOne: false };
}

export interface Gathering {
  found: Found[];
  /** The number of matches, counted up to `most` + 1. */
  total: number;
}

/**
 * Finds all matches by index, and then sorts them. Materialized, so that the planner does not walk the list
 * instead. Reads at most `most` + 1 matches, because it reads all of them.
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
    select id, ${rowVersion(sql`gathered`)} as version, key, (select count(*) from gathered) as total
    from gathered order by ${inOrder(order, sql`key`, sql`id`)} limit ${limit}`);
  return { found: rows, total: rows[0]?.total ?? 0 };
}

function inOrder({ direction }: Order, key: SQL, id: SQL): SQL {
  const way = direction === 'asc' ? sql`asc` : sql`desc`;
  return sql`${key} ${way}, ${id} ${way}`;
}
