import { and, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/server/db/open-database.ts';
import { type Filters, isPublic } from './campaign-search-filters.ts';
import { degreesFrom, isInOutlineAround, type Point } from './campaign-search-point.ts';
import type { Order } from './campaign-search-order.ts';
import type { Found, Walk } from './campaign-search-walk.ts';
import { rowVersion } from './row-cache.ts';
import { campaign } from '../tables.ts';

export type NearestOrder = Order & { point: Point };

/**
 * Returns the nearest matches. The index sorts by degrees, whose length varies with latitude. So the first
 * `limit` matches in degrees, within at most `stretch` rows, only give a radius that surely contains the
 * nearest in metres.
 */
export async function findNearest(
  db: Db,
  filters: Filters,
  order: NearestOrder,
  limit: number,
  stretch: number,
): Promise<Walk> {
  const { rows } = await db.execute<{ found: number; reach: number | null; isCut: boolean | null }>(sql`
    select count(*) filter (where near.matches) as found, max(near.distance) filter (where near.matches) as reach,
      bool_or(near.walked = ${stretch}) as "isCut"
    from (
      select passed.* from (
        select ${order.key} as distance, ${and(filters.rest, matchesRest(filters), order.after)} as matches,
          ${degreesFrom(order.point)} as degrees, row_number() over (order by ${degreesFrom(order.point)}) as walked
        from ${campaign}
        where ${isListed(filters)}
        order by ${degreesFrom(order.point)}
        limit ${stretch}
      ) passed
      where passed.matches or passed.walked = ${stretch}
      order by passed.degrees
      limit ${limit}
    ) near`);
  const [seen] = rows;
  const met = seen?.found ?? 0;
  const isWhole = !seen?.isCut || met === limit;
  if (!isWhole || seen?.reach == null) return { found: [], met, isWhole };
  return { found: await findWithin(db, filters, order, limit, seen.reach), met, isWhole };
}

/** Materialized, so that the planner uses the point index and not the index of a frequent word. */
async function findWithin(
  db: Db,
  filters: Filters,
  order: NearestOrder,
  limit: number,
  radiusMeters: number,
): Promise<Found[]> {
  const { rows } = await db.execute<Found>(sql`
    with inside as materialized (
      select ${campaign.id}, ${campaign}.xmin, ${campaign}.ctid, ${order.key} as key,
        ${and(filters.rest, matchesRest(filters), order.after)} as matches
      from ${campaign}
      where ${isListed(filters)} and ${isInOutlineAround(order.point, radiusMeters)}
        and ${order.key} <= ${radiusMeters}::double precision
    )
    select id, ${rowVersion(sql`inside`)} as version, key
    from inside where matches
    order by key, id limit ${limit}`);
  return rows;
}

/** Written to match one of the two partial point indexes. */
function isListed({ opens }: Filters): SQL {
  return opens.includes(false) ? isPublic : sql`${campaign.isOpen}`;
}

function matchesRest({ opens, city, lanes }: Filters): SQL | undefined {
  return and(
    sql`${campaign.isOpen} = any(${sql.param(opens)}::boolean[])`,
    city === undefined ? undefined : sql`lower(${campaign.city}) = lower(${city})`,
    lanes === null ? undefined : sql`${campaign.lane} = any(${sql.param(lanes)}::smallint[])`,
  );
}
