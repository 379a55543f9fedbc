import { campaignMatches, findCampaign, summaries, whyNotOpen } from '#campaigns/server/service.ts';
import type { CampaignRow } from '#campaigns/server/tables.ts';
import { addMilliseconds, DAY } from '#kernel/time.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import { type FoundBySearch, savedSearchesCollected, savedSearchMatched } from './events.ts';
import * as store from './saved-search-store.ts';
import type { SavedSearchRow } from './tables.ts';

/** Somebody gets at most one mail in this time about all of their searches; the bell rings at once. */
const MAIL_PERIOD_MS = DAY;
/** So many campaigns a mail names; the marketplace has the others. */
const MOST_NAMED = 20;
/** So many are counted; where there are more, the mail says that there are. */
const MOST_COUNTED = 200;

/** Afterwards nobody asks any more what was found. */
const KEPT_MS = 30 * DAY;
const DELETED_AT_ONCE = 1000;

/**
 * A campaign has become active: everybody hears of it whose search it fits, once. What can no longer be taken when the news
 * arrives is no news.
 */
export async function alertSearches(
  tx: Tx,
  deps: Deps,
  { campaignId }: { campaignId: string },
  fundedAt: Date,
): Promise<void> {
  const campaign = await findCampaign(tx, campaignId);
  if (!campaign || whyNotOpen(campaign, deps.clock.now()) !== null) return;
  const fitting = await listFitting(tx, campaign, fundedAt);
  if (fitting.length === 0) return;
  const matches = await store.insertMatches(tx, campaignId, fitting, deps.clock.now());
  await Promise.all(
    matches.map(({ searchId, accountId: marketerId, version }) => {
      const payload = { searchId, version, marketerId, campaignId };
      return announce(tx, savedSearchMatched, { ref: `${searchId}:${campaignId}`, payload }, deps.clock);
    }),
  );
}

async function listFitting(tx: Tx, campaign: CampaignRow, fundedAt: Date): Promise<SavedSearchRow[]> {
  const fitting: SavedSearchRow[] = [];
  let after: string | undefined;
  do {
    const searches = await store.listAlerting(tx, fundedAt, after);
    fitting.push(
      ...searches.filter(({ filters }) => campaignMatches({ ...filters, status: 'active' }, campaign)),
    );
    after = searches.at(-1)?.id;
  } while (after !== undefined);
  return fitting;
}

/** Collects what has come in for each person's searches into one mail, at most once a day. */
export async function mailCollected(deps: Deps): Promise<void> {
  let after: string | undefined;
  do {
    const before = addMilliseconds(deps.clock.now(), -MAIL_PERIOD_MS);
    const accountIds = await store.listToMail(deps.db, before, after);
    for (const accountId of accountIds) {
      await mailOne(deps, accountId).catch((error: unknown) =>
        deps.log.error({ err: error, accountId }, 'what was found for searches could not be mailed'),
      );
    }
    after = accountIds.at(-1);
  } while (after !== undefined);
}

async function mailOne(deps: Deps, marketerId: string): Promise<void> {
  await transact(deps.db, async (tx) => {
    const now = deps.clock.now();
    const last = await store.lockMailOf(tx, marketerId);
    // Another server's sweep may have been here.
    if (!last || (last.mailedAt && addMilliseconds(last.mailedAt, MAIL_PERIOD_MS) > now)) return;
    const taken = await store.takeUnmailed(tx, marketerId, now, MOST_COUNTED + 1);
    const counted = taken.slice(0, MOST_COUNTED);
    const campaigns = await summaries(
      tx,
      counted.map(({ campaignId }) => campaignId),
    );
    const open = counted.filter(({ campaignId }) => {
      const campaign = campaigns.get(campaignId);
      return campaign !== undefined && whyNotOpen(campaign, now) === null;
    });
    if (open.length === 0) return;
    await store.updateMailOf(tx, marketerId, now);
    const payload = { marketerId, found: bySearch(open), isAtLeast: taken.length > counted.length };
    const ref = `${marketerId}:${now.toISOString()}`;
    await announce(tx, savedSearchesCollected, { ref, payload }, deps.clock);
  });
}

/** The newest are named, and of each search is counted how many more it has found. */
function bySearch(open: readonly store.Found[]): FoundBySearch[] {
  const found = new Map<string, FoundBySearch>();
  for (const [index, { searchId, version, campaignId }] of open.entries()) {
    const one = found.get(searchId) ?? { searchId, version, campaignIds: [], more: 0 };
    if (index < MOST_NAMED) one.campaignIds.push(campaignId);
    else one.more += 1;
    found.set(searchId, one);
  }
  return [...found.values()];
}

/** Forgets what was found long ago; its campaigns were told, and are over. */
export async function forgetOldMatches(deps: Deps): Promise<void> {
  const before = addMilliseconds(deps.clock.now(), -KEPT_MS);
  let deleted: number;
  do {
    deleted = await transact(deps.db, (tx) => store.deleteMatchesBefore(tx, before, DELETED_AT_ONCE));
  } while (deleted === DELETED_AT_ONCE);
}
