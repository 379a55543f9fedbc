import { encodeCursor } from '#kernel/page.ts';
import type { Db } from '#platform/server/db/open-database.ts';
import type { CampaignQuery } from '../../contract.ts';
import type { CachedRow } from './campaign-json.ts';
import { type Filters, parseFilters } from './campaign-search-filters.ts';
import { findNearest } from './campaign-search-nearest.ts';
import { type Order, parseOrder, formatCursorKey } from './campaign-search-order.ts';
import { type Found, gather, walk, type Walk } from './campaign-search-walk.ts';
import { readCachedRows } from './row-cache.ts';

export interface Page {
  rows: CachedRow[];
  /** The cursor of the last row, or null on the last page. */
  nextCursor: string | null;
}

/** How far each search strategy goes before the next one is tried. Tests use small values. */
export interface Reach {
  /** Rows that the first walk passes. */
  stretch: number;
  /** If at least this many of them match, a second walk is expected to find enough. */
  promising: number;
  /** The maximum number of matches to gather and sort. */
  few: number;
}

/**
 * Tuned with a million campaigns. The worst case is a word in one of 140 titles: 7,000 rows either way, about
 * 10 ms. Walking is faster for more frequent matches, gathering for rarer ones.
 */
const usualReach: Reach = { stretch: 800, promising: 6, few: 8000 };

/**
 * Returns one page of the campaigns that are or were public. Refuses 'request/invalid' for parameters that
 * contradict each other.
 */
export async function searchCampaigns(
  db: Db,
  query: CampaignQuery,
  limit: number,
  reach: Reach = usualReach,
): Promise<Page> {
  // One extra row tells whether there is a next page.
  const found = await findMatching(db, parseFilters(query), parseOrder(query), limit + 1, reach);
  return toPage(found, limit, await readCachedRows(db, found.slice(0, limit)));
}

/** Returns a page. `found` has one more entry than `limit` if there is a next page. */
export function toPage(found: readonly Pick<Found, 'id' | 'key'>[], limit: number, rows: CachedRow[]): Page {
  const last = found[limit - 1];
  const hasNext = found.length > limit && last !== undefined;
  return {
    rows,
    nextCursor: hasNext ? encodeCursor({ sortedBy: formatCursorKey(last.key), id: last.id }) : null,
  };
}

/**
 * One of two strategies is fast: walking the list if matches are frequent where the page begins, or gathering
 * all matches by index and sorting them if they are rare. The planner cannot know which: it assumes
 * independent filters and evenly spread words. So the first rows are walked to find out.
 */
async function findMatching(
  db: Db,
  filters: Filters,
  order: Order,
  limit: number,
  { stretch, promising, few }: Reach,
): Promise<Found[]> {
  const go = (rows: number): Promise<Walk> => {
    const { point } = order;
    return point
      ? findNearest(db, filters, { ...order, point }, limit, rows)
      : walk(db, filters, order, limit, rows);
  };
  const first = await go(Math.max(stretch, limit));
  if (first.isWhole) return first.found;
  if (first.met >= promising) {
    const second = await go(Math.ceil((1.5 * stretch * limit) / first.met));
    if (second.isWhole) return second.found;
  }
  if (filters.isIndexed) {
    const gathered = await gather(db, filters, order, limit, few);
    if (gathered.total <= few) return gathered.found;
  }
  // Many match, but far from the start of the page.
  return (await go(Number.MAX_SAFE_INTEGER)).found;
}
