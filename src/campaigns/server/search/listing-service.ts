import type { Deps } from '#platform/server/deps.ts';
import { linkToPage } from '#platform/server/http/page-link.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { type Standings, loadStandings } from '#teams/server/service.ts';
import { type CampaignQuery, listCampaigns as listContract } from '../../contract.ts';
import { serializeCampaign, getCampaignJsonExpiry } from './campaign-json.ts';
import { type Page, searchCampaigns } from './campaign-search.ts';
import { type CachedBody, type CachedPage, isFirstPage, readFirstPage } from './first-page-cache.ts';

/** The specification's list without parameters has up to 100 rows; a requested page has 50 by default. */
const PLAIN_LIMIT = 100;
const PAGE_LIMIT = 50;

export interface CampaignList {
  /** The JSON array of the contract's response. */
  json: Buffer;
  /** The Link header with the next page; null on the last page. */
  link: string | null;
}

/** Returns campaigns that are or were public, filtered and sorted by the query, by default newest first. */
export async function listCampaigns(
  deps: Deps,
  actor: Actor | null,
  query: CampaignQuery,
): Promise<CampaignList> {
  const isPlain = Object.values(query).every((value) => value === undefined);
  const limit = query.limit ?? (isPlain ? PLAIN_LIMIT : PAGE_LIMIT);
  const standings = await loadStandings(deps.db, actor);
  const now = deps.clock.now();
  if (isFirstPage(query)) {
    const page = await readFirstPage(deps.db, query.open !== undefined, limit);
    return { json: hotJson(deps, page, standings, now), link: linkAfter({ ...query, limit }, page) };
  }
  const page = await searchCampaigns(deps.db, query, limit);
  return { json: pageJson(deps, page, standings, now), link: linkAfter({ ...query, limit }, page) };
}

function pageJson(deps: Deps, { rows }: Page, standings: Standings, now: Date): Buffer {
  // Buffers, because text would have to be encoded again for each response.
  const parts: Buffer[] = [];
  for (const row of rows) {
    parts.push(
      parts.length === 0 ? open : comma,
      serializeCampaign(deps, row, standings.with(row.advertiserId), now),
    );
  }
  return Buffer.concat(parts.length === 0 ? [open, close] : [...parts, close]);
}

const [open, comma, close] = [Buffer.from('['), Buffer.from(','), Buffer.from(']')];

/**
 * Caches one body per role: users without their own or team campaigns see the same as others of their role.
 */
function hotJson(deps: Deps, page: CachedPage, standings: Standings, now: Date): Buffer {
  if (standings.ownerIds.length > 0) return pageJson(deps, page, standings, now);
  const role = standings.with('').role ?? 'visitor';
  const known = page.bodies.get(role);
  if (known && isTrue(known, now)) return known.json;
  const ends = page.rows.flatMap(
    (row) => getCampaignJsonExpiry(row, standings.with(row.advertiserId), now) ?? [],
  );
  const until = ends.length > 0 ? new Date(Math.min(...ends.map(Number))) : null;
  const json = pageJson(deps, page, standings, now);
  page.bodies.set(role, { json, from: now, until });
  return json;
}

function isTrue({ from, until }: CachedBody, now: Date): boolean {
  return now >= from && (until === null || now < until);
}

function linkAfter(query: CampaignQuery, { nextCursor }: Page): string | null {
  return nextCursor === null ? null : linkToPage(listContract.path, query, nextCursor);
}
