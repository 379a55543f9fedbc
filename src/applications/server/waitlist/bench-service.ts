import { refuse } from '#applications/domain.ts';
import { lockCampaign, checkOpen } from '#campaigns/server/service.ts';
import type { CampaignRow } from '#campaigns/server/tables.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '../ports.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import type { Actor } from '#platform/server/security/session.ts';
import type { Application } from '../../contract.ts';
import {
  presentApplication,
  toEventPayload,
  approveApplicant,
  toWorkTime,
} from '../application-transitions.ts';
import { lockToDecide } from '../decision-lock.ts';
import { listCampaignsToMoveUp } from '../due-store.ts';
import { listAvailableMarketers } from '../eligibility-service.ts';
import { applicationBenched } from '../events.ts';
import { getWaitlistEnd, checkBenchable } from '../rules.ts';
import * as store from '../store.ts';
import type { ApplicationRow } from '../tables.ts';

/**
 * The bench is the waitlist. If one of the first thousand can take a place, no place stays free. Freeing a place and
 * moving up are one transaction under the campaign's lock.
 */

/**
 * Idempotent. Throws 'application/not-found', 'team/not-allowed', 'application/decided' with the state,
 * 'application/places-left', and 'campaign/not-active' if moving up has ended.
 */
export async function benchApplication(
  deps: Deps,
  actor: Actor,
  id: string,
  { isOnBench }: { isOnBench: boolean },
): Promise<Application> {
  return transact(deps.db, async (tx) => {
    const { campaign, present } = await lockToDecide(tx, actor, id);
    if (present.status !== 'pending') throw refuse('application/decided', { state: present.status });
    if (isOnBench === (present.benchTurn !== null))
      return presentApplication(tx, deps, present, 'advertiser');
    if (!isOnBench) {
      const row = await store.updateApplication(tx, id, { benchTurn: null });
      return presentApplication(tx, deps, row, 'advertiser');
    }
    const refusal = checkBenchable(getPlaces(campaign, deps.clock.now()), deps.clock.now());
    if (refusal) throw refuse(refusal);
    const benchTurn = await store.nextBenchTurn(tx, campaign.id);
    const row = await store.updateApplication(tx, id, { benchTurn });
    await announce(tx, applicationBenched, { ref: id, payload: toEventPayload(row, campaign) }, deps.clock);
    return presentApplication(tx, deps, row, 'advertiser');
  });
}

/** Bounds the cost of each query, however long the bench is. */
const PAGE_SIZE = 100;
/** The search stops after them, because it holds the campaign's lock. */
const MAX_CHECKED = 1000;

/** Call it whenever a place becomes free, with the campaign locked. */
export async function fillFreePlaces(tx: Tx, deps: Deps, campaignId: string): Promise<void> {
  const campaign = await lockCampaign(tx, campaignId);
  const { whyNotOpen: closed, waitlistEndsAt: end } = getPlaces(campaign, deps.clock.now());
  if (closed !== null || end === null || end <= deps.clock.now()) return;
  const open = (campaign.needed ?? 0) - campaign.hired;
  const waiting = await store.lockOnBench(tx, await listAbleOnBench(tx, deps, campaign, open));
  if (waiting.length === 0) return;
  const people = waiting.map(({ marketerId }) => marketerId);
  if (toWorkTime(campaign)) await store.lockMarketers(tx, people);
  // Another campaign may have taken one of them before the lock. The sweep retries later.
  const able = await listAvailableMarketers(tx, deps, people, campaign);
  for (const row of waiting.filter(({ marketerId }) => able.has(marketerId)).slice(0, open)) {
    await approveApplicant(tx, deps, row, campaign, { hasMovedUp: true });
  }
}

/**
 * Checked without locks. Only these are locked afterwards, all at once: locking one by one could deadlock with another
 * campaign's bench.
 */
async function listAbleOnBench(
  tx: Tx,
  deps: Deps,
  campaign: CampaignRow,
  open: number,
): Promise<ApplicationRow[]> {
  const found: ApplicationRow[] = [];
  let afterTurn = 0;
  for (let asked = 0; asked < MAX_CHECKED && found.length < open; asked += PAGE_SIZE) {
    const page = await store.listBench(tx, campaign.id, afterTurn, PAGE_SIZE);
    const people = page.map(({ marketerId }) => marketerId);
    const able = await listAvailableMarketers(tx, deps, people, campaign);
    found.push(...page.filter(({ marketerId }) => able.has(marketerId)));
    if (page.length < PAGE_SIZE) break;
    afterTurn = page.at(-1)?.benchTurn ?? afterTurn;
  }
  return found;
}

function getPlaces(campaign: CampaignRow, now: Date) {
  return { whyNotOpen: checkOpen(campaign, now), waitlistEndsAt: getWaitlistEnd(campaign) };
}

/** Applicants who could not take a place earlier may be able to now. */
export async function retryFreePlaces(deps: Deps): Promise<void> {
  let after: string | undefined;
  do {
    const found = await listCampaignsToMoveUp(deps.db, deps.clock.now(), after);
    for (const campaignId of found) {
      await transact(deps.db, (tx) => fillFreePlaces(tx, deps, campaignId)).catch((error: unknown) =>
        deps.log.error({ err: error, campaignId }, 'failed to move up from the bench'),
      );
    }
    after = found.at(-1);
  } while (after !== undefined);
}
