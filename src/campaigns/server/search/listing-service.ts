import type { Deps } from '#platform/server/deps.ts';
import { linkToPage } from '#platform/server/http/page-link.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { loadStandings } from '#teams/server/service.ts';
import { type Campaign, type CampaignQuery, listCampaigns as listContract } from '../../contract.ts';
import type { CampaignCount } from '../../count-contract.ts';
import { toCampaign } from '../campaign-presenter.ts';
import type { CampaignFilters } from './campaign-match.ts';
import { countMatching, searchCampaigns } from './campaign-search.ts';

/** The specification's list without parameters has up to 100 rows; a requested page has 50 by default. */
const PLAIN_LIMIT = 100;
const PAGE_LIMIT = 50;

export interface CampaignList {
  campaigns: Campaign[];
  link: string | null;
}

export async function listCampaigns(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor | null,
  query: CampaignQuery,
): Promise<CampaignList> {
  const isPlain = Object.values(query).every((value) => value === undefined);
  const limit = query.limit ?? (isPlain ? PLAIN_LIMIT : PAGE_LIMIT);
  const standings = await loadStandings(db, actor);
  const { rows, nextCursor } = await searchCampaigns(db, query, limit);
  const now = clock.now();
  return {
    campaigns: rows.map((row) => toCampaign(row, standings.with(row.advertiserId), now)),
    link: nextCursor === null ? null : linkToPage(listContract.path, { ...query, limit }, nextCursor),
  };
}

export const countCampaigns = ({ db }: Pick<Deps, 'db'>, filters: CampaignFilters): Promise<CampaignCount> =>
  countMatching(db, filters);
