import { encodeCursor } from '#kernel/page.ts';
import type { Db } from '#platform/server/db/open-database.ts';
import type { CampaignQuery } from '../contract.ts';
import type { WritableRow } from './campaign-json.ts';
import { type Filters, filtersOf } from './campaign-search-filters.ts';
import { walkOutwards } from './campaign-search-nearest.ts';
import { type Order, orderOf, textOf } from './campaign-search-order.ts';
import { type Found, gather, walk, type Walk } from './campaign-search-walk.ts';
import { readRemembered } from './remembered-rows.ts';

export interface Page {
  rows: WritableRow[];
  /** Names the last row of this page; null on the last page. */
  nextCursor: string | null;
}

/** How far each way of searching goes before another one is tried. Tests make them small. */
export interface Reach {
  /** So many rows of the list are walked past at first. */
  stretch: number;
  /** Where at least so many of these match, enough are expected a little farther on. */
  promising: number;
  /** So many matches are read and sorted at most. */
  few: number;
}

/**
 * With a million campaigns a word of one title in 140 is what costs most: seven thousand rows either way, some ten milliseconds.
 * Whatever is more frequent is found sooner by walking, and whatever is rarer by gathering.
 */
const usualReach: Reach = { stretch: 800, promising: 6, few: 8000 };

/** One page of the campaigns that are or were public. Refuses 'request/invalid' for parameters that do not go together. */
export async function searchCampaigns(
  db: Db,
  query: CampaignQuery,
  limit: number,
  reach: Reach = usualReach,
): Promise<Page> {
  // One row more than asked for tells whether there is a next page.
  const found = await findMatching(db, filtersOf(query), orderOf(query), limit + 1, reach);
  return pageOf(found, limit, await readRemembered(db, found.slice(0, limit)));
}

/** Of the rows of a page and what was found for it: one more, where there is another page. */
export function pageOf(
  found: readonly Pick<Found, 'id' | 'key'>[],
  limit: number,
  rows: WritableRow[],
): Page {
  const last = found[limit - 1];
  const hasNext = found.length > limit && last !== undefined;
  return { rows, nextCursor: hasNext ? encodeCursor({ sortedBy: textOf(last.key), id: last.id }) : null };
}

/**
 * Whether what matches is frequent or rare where the page begins, one of two ways is quick: walking the list until there are
 * enough, or gathering all that match by an index and sorting them. Nobody knows beforehand, the planner's guesses included
 * (it takes filters to be independent, and words to be evenly spread), so the first rows are walked and tell.
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
      ? walkOutwards(db, filters, { ...order, point }, limit, rows)
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
  // Many, but far from where the page begins.
  return (await go(Number.MAX_SAFE_INTEGER)).found;
}
