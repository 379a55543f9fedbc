import { campaignMatches, findCampaign, loadSummaries, checkOpen } from '#campaigns/server/service.ts';
import type { CampaignRow } from '#campaigns/server/tables.ts';
import { addMilliseconds, DAY } from '#kernel/time.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import { type FoundBySearch, savedSearchesCollected, savedSearchMatched } from '../events.ts';
import * as store from './saved-search-store.ts';
import type { SavedSearchRow } from '../tables.ts';

/** For all searches together. In-app notifications are immediate. */
const MAIL_PERIOD_MS = DAY;
const MAX_LISTED = 20;
/** If there are more, the email says so. */
const MAX_COUNTED = 200;

/** How long matches are kept. They are not needed after that. */
const RETENTION_MS = 30 * DAY;
const DELETED_AT_ONCE = 1000;

/** Once per marketer. Skips campaigns that are full or closed by the time the event is processed. */
export async function alertSearches(
  tx: Tx,
  deps: Deps,
  { campaignId }: { campaignId: string },
  fundedAt: Date,
): Promise<void> {
  const campaign = await findCampaign(tx, campaignId);
  if (!campaign || checkOpen(campaign, deps.clock.now()) !== null) return;
  const fitting = await listFitting(tx, campaign, fundedAt);
  if (fitting.length === 0) return;
  const matches = await store.insertMatches(tx, campaignId, fitting, deps.clock.now());
  for (const { searchId, accountId: marketerId, version } of matches) {
    const payload = { searchId, version, marketerId, campaignId };
    await announce(tx, savedSearchMatched, { ref: `${searchId}:${campaignId}`, payload }, deps.clock);
  }
}

async function listFitting(tx: Tx, campaign: CampaignRow, fundedAt: Date): Promise<SavedSearchRow[]> {
  const fitting: SavedSearchRow[] = [];
  let after: string | undefined;
  do {
    const searches = await store.listAlerting(tx, fundedAt, after);
    fitting.push(
      ...searches.filter(({ filters }) => campaignMatches({ ...filters, open: 'true' }, campaign)),
    );
    after = searches.at(-1)?.id;
  } while (after !== undefined);
  return fitting;
}

export async function sendAlertEmails(deps: Deps): Promise<void> {
  let after: string | undefined;
  do {
    const before = addMilliseconds(deps.clock.now(), -MAIL_PERIOD_MS);
    const accountIds = await store.listToMail(deps.db, before, after);
    for (const accountId of accountIds) {
      await mailOne(deps, accountId).catch((error: unknown) =>
        deps.log.error({ err: error, accountId }, 'failed to email saved search matches'),
      );
    }
    after = accountIds.at(-1);
  } while (after !== undefined);
}

async function mailOne(deps: Deps, marketerId: string): Promise<void> {
  await transact(deps.db, async (tx) => {
    const now = deps.clock.now();
    const last = await store.lockLastEmail(tx, marketerId);
    // Another server's sweep may have sent it already.
    if (!last || (last.mailedAt && addMilliseconds(last.mailedAt, MAIL_PERIOD_MS) > now)) return;
    const taken = await store.claimUnmailed(tx, marketerId, now, MAX_COUNTED + 1);
    const counted = taken.slice(0, MAX_COUNTED);
    const campaigns = await loadSummaries(
      tx,
      counted.map(({ campaignId }) => campaignId),
    );
    const open = counted.filter(({ campaignId }) => {
      const campaign = campaigns.get(campaignId);
      return campaign !== undefined && checkOpen(campaign, now) === null;
    });
    if (open.length === 0) return;
    await store.updateLastEmail(tx, marketerId, now);
    const payload = { marketerId, found: groupBySearch(open), isAtLeast: taken.length > counted.length };
    const ref = `${marketerId}:${now.toISOString()}`;
    await announce(tx, savedSearchesCollected, { ref, payload }, deps.clock);
  });
}

function groupBySearch(open: readonly store.Found[]): FoundBySearch[] {
  const found = new Map<string, FoundBySearch>();
  for (const [index, { searchId, version, campaignId }] of open.entries()) {
    const one = found.get(searchId) ?? { searchId, version, campaignIds: [], more: 0 };
    if (index < MAX_LISTED) one.campaignIds.push(campaignId);
    else one.more += 1;
    found.set(searchId, one);
  }
  return [...found.values()];
}

export async function deleteOldMatches(deps: Deps): Promise<void> {
  const before = addMilliseconds(deps.clock.now(), -RETENTION_MS);
  let deleted: number;
  do {
    deleted = await transact(deps.db, (tx) => store.deleteMatchesBefore(tx, before, DELETED_AT_ONCE));
  } while (deleted === DELETED_AT_ONCE);
}
