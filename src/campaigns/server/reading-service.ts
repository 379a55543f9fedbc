import { refuse } from '#kernel/errors.ts';
import { toDecimal } from '#kernel/money.ts';
import { spentCents } from '#payments/server/balance-service.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Actor } from '#platform/server/session.ts';
import type { z } from 'zod';
import type { AdvertiserStats, Campaign, OwnCampaign, PricingTier } from '../contract.ts';
import { toCampaign, toOwnCampaign, toPricingTier } from './campaign-answer.ts';
import { maySee, type Viewer } from './rules.ts';
import { countHiredMarketers } from './service.ts';
import * as store from './store.ts';

/** Refuses 'campaign/not-found' for a draft of somebody else, as if it were not there. */
export async function getCampaign(deps: Deps, viewer: Viewer, id: string): Promise<Campaign> {
  const row = await store.findCampaign(deps.db, id);
  if (!row || !maySee(row, viewer)) throw refuse('campaign/not-found');
  return toCampaign(row, viewer, deps.clock.now());
}

/** Newest first, drafts included. */
export async function listOwnCampaigns(deps: Deps, actor: Actor): Promise<OwnCampaign[]> {
  const rows = await store.listCampaignsOf(deps.db, actor.userId);
  const now = deps.clock.now();
  return rows.map((row) => toOwnCampaign(row, actor, now));
}

export async function listPricingTiers(deps: Deps): Promise<PricingTier[]> {
  const rows = await store.listPricingTiers(deps.db);
  return rows.map(toPricingTier);
}

/** The dashboard's figures; what was spent comes from the ledger. */
export async function getAdvertiserStats(deps: Deps, actor: Actor): Promise<z.infer<typeof AdvertiserStats>> {
  const ids = await store.listCampaignIdsOf(deps.db, actor.userId);
  return {
    // An advertiser works alone until there are teams.
    teamMembers: 1,
    activeCampaigns: await store.countActiveCampaignsOf(deps.db, actor.userId),
    totalMarketers: await deps.slots.get(countHiredMarketers)(deps.db, actor.userId),
    totalSpent: toDecimal(await spentCents(deps.db, ids)),
  };
}
