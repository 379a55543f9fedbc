import { refuse } from '#kernel/errors.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Actor } from '#platform/server/session.ts';
import type { Campaign, OwnCampaign, PricingTier } from '../contract.ts';
import { toCampaign, toOwnCampaign, toPricingTier } from './campaign-answer.ts';
import { maySee, type Viewer } from './rules.ts';
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
