import type { Deps } from '#platform/server/deps.ts';
import type { Campaign, CampaignQuery } from '../contract.ts';
import { toCampaign } from './campaign-answer.ts';
import { searchCampaigns } from './campaign-search.ts';
import type { Viewer } from './rules.ts';

/** Without parameters the specification's array has up to 100 rows; a page that was asked for has 50. */
const PLAIN_LIMIT = 100;
const PAGE_LIMIT = 50;

export interface CampaignList {
  campaigns: Campaign[];
  /** The same query for the rows after these, as path and query; null on the last page. */
  nextPage: string | null;
}

/** Campaigns that are or were public, as the query filters and sorts them; newest first where it says nothing. */
export async function listCampaigns(deps: Deps, viewer: Viewer, query: CampaignQuery): Promise<CampaignList> {
  const isPlain = Object.values(query).every((value) => value === undefined);
  const { rows, nextCursor } = await searchCampaigns(
    deps.db,
    query,
    query.limit ?? (isPlain ? PLAIN_LIMIT : PAGE_LIMIT),
  );
  const now = deps.clock.now();
  return {
    campaigns: rows.map((row) => toCampaign(row, viewer, now)),
    nextPage: nextCursor === null ? null : pageAfter(query, nextCursor),
  };
}

function pageAfter(query: CampaignQuery, cursor: string): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, cursor })) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  return `/api/campaigns?${parameters}`;
}
