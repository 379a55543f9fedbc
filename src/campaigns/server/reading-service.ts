import { listDays } from '#kernel/calendar.ts';
import type { QueryOf, ResponseInput } from '#kernel/endpoint.ts';
import { toDecimal } from '#kernel/money.ts';
import { listCampaignMoneyByPeriod } from '#payments/server/ledger/history-service.ts';
import type { Deps } from './ports.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { linkToNext, parseTimePage } from '#platform/server/time-cursor.ts';
import { loadBusinessNames, loadStandings, loadStanding } from '#teams/server/service.ts';
import { refuse } from '#campaigns/domain.ts';
import { type Campaign, listOwnCampaigns as ownContract, type OwnCampaign } from '../contract.ts';
import type { PricingTier } from '../pricing-contract.ts';
import type { listSpendingDays as daysContract } from '../spending-contract.ts';
import { toCampaign, toOwnCampaign, toPricingTier } from './campaign-presenter.ts';
import { listOpenCities } from './search/campaign-cities.ts';
import { canSee } from './rules.ts';
import * as store from './store.ts';

/** Refuses 'campaign/not-found' for another user's draft, as if it did not exist. */
export async function getCampaign(deps: Deps, actor: Actor | null, id: string): Promise<Campaign> {
  const row = await store.findCampaign(deps.db, id);
  if (!row) throw refuse('campaign/not-found');
  const viewer = await loadStanding(deps.db, actor, row.advertiserId);
  if (!canSee(row, viewer)) throw refuse('campaign/not-found');
  return toCampaign(row, viewer, deps.clock.now());
}

export async function listCampaignCities(deps: Deps): Promise<string[]> {
  return listOpenCities(deps.db);
}

/**
 * Returns a page of the user's own and their teams' campaigns, newest first, including drafts. Refuses
 * 'request/invalid' for an unknown cursor.
 */
export async function listOwnCampaigns(
  deps: Deps,
  actor: Actor,
  query: QueryOf<typeof ownContract>,
): Promise<OwnCampaign[]> {
  const page = parseTimePage(query);
  const standings = await loadStandings(deps.db, actor);
  const rows = await store.listCampaignsByAdvertisers(deps.db, standings.ownerIds, page);
  const names = await loadBusinessNames(
    deps.db,
    standings.ownerIds.filter((id) => id !== actor.userId),
  );
  const now = deps.clock.now();
  const activeIds = rows.filter(({ status }) => status === 'active').map(({ id }) => id);
  const live = await deps.ports.countLiveMarketers(deps.db, activeIds, now);
  return rows.map((row) => {
    const viewer = standings.with(row.advertiserId);
    const role = viewer.rights.decide ? ('manager' as const) : ('viewer' as const);
    const team = viewer.rights.own ? null : { business: names.get(row.advertiserId) ?? '', role };
    return toOwnCampaign(row, viewer, { team, liveMarketers: live.get(row.id) ?? 0 }, now);
  });
}

export function linkToNextOwn(
  campaigns: readonly OwnCampaign[],
  query: QueryOf<typeof ownContract>,
): string | null {
  const last = campaigns.at(-1);
  return linkToNext(ownContract.path, query, campaigns.length, last && { at: last.createdAt, id: last.id });
}

export async function listPricingTiers(deps: Deps): Promise<PricingTier[]> {
  const rows = await store.listPricingTiers(deps.db);
  return rows.map(toPricingTier);
}

const DAYS_SHOWN = 90;

export async function listSpendingDays(
  deps: Deps,
  actor: Actor,
  timeZone: string,
): Promise<ResponseInput<typeof daysContract>> {
  const { ownerIds } = await loadStandings(deps.db, actor);
  const ids = await store.listCampaignIdsByAdvertisers(deps.db, ownerIds);
  const days = listDays(deps.clock.now(), { count: DAYS_SHOWN, timeZone });
  const money = await listCampaignMoneyByPeriod(deps.db, ids, days);
  return money.map(({ date, spentCents, refundedCents, heldCents }) => ({
    day: date,
    spent: toDecimal(spentCents),
    refunded: toDecimal(refundedCents),
    held: toDecimal(heldCents),
  }));
}
