import {
  countApplication,
  freePlace,
  getPublicCampaign,
  lockCampaign,
  refuseUnlessOpen,
  takePlace,
} from '#campaigns/server/service.ts';
import type { CampaignRow } from '#campaigns/server/tables.ts';
import type { CloseReason } from '#campaigns/contract.ts';
import { refuse } from '#kernel/errors.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import type { Actor } from '#platform/server/session.ts';
import { requireCompliance } from '#profiles/server/service.ts';
import type { Application } from '../contract.ts';
import { toApplications } from './application-answer.ts';
import {
  applicationApproved,
  applicationRejected,
  applicationSubmitted,
  applicationWithdrawn,
} from './events.ts';
import { type Decision, judge, overlaps, type Party, type WorkTime } from './rules.ts';
import { findApplication, hasBegun, lockApplication } from './service.ts';
import * as store from './store.ts';
import type { ApplicationRow } from './tables.ts';

/** Asks for a place, once per campaign; where the campaign approves by itself, the place is taken at once. */
export async function apply(deps: Deps, actor: Actor, campaignId: string): Promise<Application> {
  return transact(deps.db, async (tx) => {
    const now = deps.clock.now();
    const campaign = await lockCampaign(tx, campaignId);
    // Nobody but its owner knows of a draft.
    if (campaign.status === 'draft') throw refuse('campaign/not-found');
    // The campaign's lock makes a double click wait here for its first half.
    const present = await store.findApplicationOf(tx, campaignId, actor.userId);
    if (present) throw refuse('application/exists', { state: present.status });
    refuseUnlessOpen(campaign, now);
    await requireCompliance(tx, actor.userId, { locationConsent: campaign.campaignType === 'wearable' });
    await refuseOverlap(tx, campaign, actor.userId, 'marketer');

    const inserted = await store.insertApplication(tx, {
      id: deps.random.uuid(),
      campaignId,
      marketerId: actor.userId,
      status: 'pending',
      appliedAt: now,
    });
    await countApplication(tx, campaignId);
    await tell(tx, deps, applicationSubmitted, inserted, campaign);
    const row = campaign.autoApprove ? await approve(tx, deps, inserted, campaign, null) : inserted;
    return answerFor(tx, deps, row, 'marketer');
  });
}

/**
 * The campaign's advertiser approves or rejects, the marketer withdraws. The same decision again answers the same and
 * changes nothing. Refuses 'application/not-found' for everybody else, and 'application/decided' with the present state.
 */
export async function decideApplication(
  deps: Deps,
  actor: Actor,
  id: string,
  decision: { status: Decision; reason?: string | undefined },
): Promise<Application> {
  const party: Party = actor.role === 'advertiser' ? 'advertiser' : 'marketer';
  const reason = decision.reason || null;
  return transact(deps.db, async (tx) => {
    const found = await findApplication(tx, id);
    const owner = found && (await getPublicCampaign(tx, found.campaignId)).advertiserId;
    const isTheirs = party === 'advertiser' ? owner === actor.userId : found?.marketerId === actor.userId;
    if (!found || !isTheirs) throw refuse('application/not-found');

    const campaign = await lockCampaign(tx, found.campaignId);
    const present = await lockApplication(tx, id);
    const judged = judge(present.status, decision.status, party);
    if (judged.do === 'refuse') {
      throw refuse(judged.code, judged.code === 'application/decided' ? { state: present.status } : {});
    }
    if (judged.do === 'repeat') return answerFor(tx, deps, present, party);
    const steps = { approved: approve, rejected: reject, withdrawn: withdraw };
    const row = await steps[decision.status](tx, deps, present, campaign, reason);
    return answerFor(tx, deps, row, party);
  });
}

type Step = (
  tx: Tx,
  deps: Deps,
  present: ApplicationRow,
  campaign: CampaignRow,
  reason: string | null,
) => Promise<ApplicationRow>;

const approve: Step = async (tx, deps, present, campaign, reason) => {
  const now = deps.clock.now();
  refuseUnlessOpen(campaign, now);
  await refuseOverlap(tx, campaign, present.marketerId, 'advertiser');
  await takePlace(tx, campaign.id);
  const row = await store.updateApplication(tx, present.id, { status: 'approved', decidedAt: now, reason });
  await tell(tx, deps, applicationApproved, row, campaign);
  return row;
};

const reject: Step = async (tx, deps, present, campaign, reason) => {
  const changes = { status: 'rejected', decidedAt: deps.clock.now(), reason } as const;
  const row = await store.updateApplication(tx, present.id, changes);
  const payload = { ...factsOf(row, campaign), reason };
  await announce(tx, applicationRejected, { ref: row.id, payload }, deps.clock);
  return row;
};

const closedTexts: Readonly<Record<CloseReason, string>> = {
  cancelled: 'The campaign was closed',
  expired: 'The campaign is over',
  finished: 'The campaign is over',
};

/** A closed campaign takes nobody any more: who still waits for a place is told so. Repeating it changes nothing. */
export async function rejectWaiting(
  tx: Tx,
  deps: Deps,
  { campaignId, closeReason }: { campaignId: string; closeReason: CloseReason },
): Promise<void> {
  const campaign = await lockCampaign(tx, campaignId);
  for (const row of await store.lockPending(tx, campaignId)) {
    await reject(tx, deps, row, campaign, closedTexts[closeReason]);
  }
}

const withdraw: Step = async (tx, deps, present, campaign, reason) => {
  if (present.status === 'approved') {
    // Work that was begun may be paid: its place must not go to somebody else.
    if (await deps.slots.get(hasBegun)(tx, present.id)) throw refuse('application/session-begun');
    await freePlace(tx, campaign.id);
  }
  const changes = { status: 'withdrawn', decidedAt: deps.clock.now(), reason } as const;
  const row = await store.updateApplication(tx, present.id, changes);
  await tell(tx, deps, applicationWithdrawn, row, campaign);
  return row;
};

/** Nobody can wear two shirts at once (decisions.md 4.3); posts have no hours. */
async function refuseOverlap(
  tx: Tx,
  campaign: CampaignRow,
  marketerId: string,
  reader: Party,
): Promise<void> {
  const { campaignType, startTime, durationMinutes } = campaign;
  if (campaignType !== 'wearable' || !startTime || durationMinutes === null) return;
  await store.lockMarketer(tx, marketerId);
  const wanted: WorkTime = { startTime, durationMinutes };
  const held = await store.listHeldTimes(tx, marketerId, campaign.id);
  if (!held.some((time) => overlaps(time, wanted))) return;
  const message = 'This marketer already holds an approved campaign at that time.';
  throw refuse('application/overlap', reader === 'advertiser' ? { message } : {});
}

async function tell(
  tx: Tx,
  deps: Deps,
  event: typeof applicationSubmitted | typeof applicationApproved | typeof applicationWithdrawn,
  row: ApplicationRow,
  campaign: CampaignRow,
): Promise<void> {
  await announce(tx, event, { ref: row.id, payload: factsOf(row, campaign) }, deps.clock);
}

function factsOf(row: ApplicationRow, campaign: CampaignRow) {
  return {
    applicationId: row.id,
    campaignId: campaign.id,
    marketerId: row.marketerId,
    advertiserId: campaign.advertiserId,
  };
}

async function answerFor(tx: Tx, deps: Deps, row: ApplicationRow, party: Party): Promise<Application> {
  const [answer] = await toApplications(tx, deps, [row], party);
  if (!answer) throw new Error(`application ${row.id} was not answered`);
  return answer;
}
