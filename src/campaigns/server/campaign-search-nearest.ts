import { and, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/server/db/open-database.ts';
import { type Filters, isPublic } from './campaign-search-filters.ts';
import { degreesFrom, isInOutlineAround, type Point } from './campaign-search-point.ts';
import type { Order } from './campaign-search-order.ts';
import type { Found, Walk } from './campaign-search-walk.ts';
import { versionOf } from './remembered-rows.ts';
import { campaign } from './tables.ts';

/** The order of distance, with the point that it is measured from. */
export type NearestOrder = Order & { point: Point };

/**
 * The nearest that match. The index knows degrees, which are longer or shorter by where they lie: so the first `limit` in
 * degrees, past at most `stretch` rows, only say how wide the circle is in which the nearest in metres surely are.
 */
export async function walkOutwards(
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

/** Materialized, so that it is the outline that is looked for, and not the most frequent word of all campaigns. */
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
    select id, ${versionOf(sql`inside`)} as version, key
    from inside where matches
    order by key, id limit ${limit}`);
  return rows;
}

/** Written so that one of the two partial indexes on points fits. */
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
