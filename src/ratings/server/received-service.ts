import { findApplication } from '#applications/server/service.ts';
import { findCampaign, getPublicCampaign } from '#campaigns/server/service.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { findListedAccount } from '#profiles/server/marketers/marketers-service.ts';
import { noRatings, type RatingFigures } from '#profiles/server/ports.ts';
import type { RatingsReceived } from '#ratings/contract.ts';
import { refuse } from '#ratings/domain.ts';
import { requireTeamPermission } from '#teams/server/service.ts';
import { toRatings } from './rating-presenter.ts';
import * as store from './store.ts';

const MAX_SHOWN = 50;

export async function loadRatingFigures(
  reader: Reader,
  accountIds: readonly string[],
  now: Date,
): Promise<(accountId: string) => RatingFigures> {
  const rows = await store.listFigures(reader, accountIds, now);
  const byAccount = new Map(
    rows.map(({ accountId, average, count }) => [accountId, { rating: average, ratingCount: count }]),
  );
  return (accountId) => byAccount.get(accountId) ?? noRatings;
}

export { isRatedAtLeast, ratingFiguresSql } from './store.ts';

export async function listApplicantRatings(
  deps: Deps,
  actor: Actor,
  applicationId: string,
): Promise<RatingsReceived> {
  const found = await findApplication(deps.db, applicationId);
  const campaign = found && (await findCampaign(deps.db, found.campaignId));
  if (!campaign) throw refuse('application/not-found');
  await requireTeamPermission(deps.db, actor, campaign.advertiserId, 'read', () =>
    refuse('application/not-found'),
  );
  return loadReceived(deps, found.marketerId, { seesNames: true });
}

export async function listMarketerRatings(deps: Deps, listingId: string): Promise<RatingsReceived> {
  const marketerId = await findListedAccount(deps.db, listingId);
  if (marketerId === null) throw refuse('listing/not-found');
  return loadReceived(deps, marketerId, { seesNames: true });
}

/** Visitors see no names of marketers. */
export async function listCampaignRatings(
  deps: Deps,
  actor: Actor | null,
  campaignId: string,
): Promise<RatingsReceived> {
  const { advertiserId } = await getPublicCampaign(deps.db, campaignId);
  return loadReceived(deps, advertiserId, { seesNames: actor !== null });
}

async function loadReceived(
  deps: Deps,
  accountId: string,
  { seesNames }: { seesNames: boolean },
): Promise<RatingsReceived> {
  const now = deps.clock.now();
  const figures = (await loadRatingFigures(deps.db, [accountId], now))(accountId);
  const found = await store.listReceived(deps.db, accountId, now, MAX_SHOWN);
  return {
    ...figures,
    ratings: await toRatings(deps.db, found, { seesNames, seesHidden: () => false }, now),
  };
}
