import { refuse } from '#applications/domain.ts';
import { countApplication, lockCampaign, refuseUnlessOpen } from '#campaigns/server/service.ts';
import type { CampaignRow } from '#campaigns/server/tables.ts';
import type { CloseReason } from '#campaigns/contract.ts';
import { addMilliseconds } from '#kernel/time.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from './ports.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { requireTeamPermission } from '#teams/server/service.ts';
import { type Application, UNDO_PERIOD_MS } from '../contract.ts';
import {
  presentApplication,
  toEventPayload,
  approveApplicant,
  reject,
  type Transition,
  toWorkTime,
} from './application-transitions.ts';
import { decideEach, type DecisionResult } from './decision-results.ts';
import { listMissing, refuseUnlessAvailable } from './eligibility-service.ts';
import { applicationSubmitted } from './events.ts';
import { acceptOpenInvitation } from './invitations/invitation-service.ts';
import { withdraw } from './withdrawal-service.ts';
import { type Decision, checkDecision, type Party } from './rules.ts';
import { findApplication, lockApplication } from './service.ts';
import * as store from './store.ts';
import { takeBackDecision } from './undo/undo-service.ts';
import { fillFreePlaces } from './waitlist/bench-service.ts';
import type { ApplicationRow } from './tables.ts';
import { closedReasons } from './platform-reasons.ts';

/**
 * Creates an application, once per campaign, and accepts an open invitation with it. If the campaign approves
 * automatically, takes a place at once.
 */
export async function apply(
  deps: Deps,
  actor: Actor,
  campaignId: string,
  note?: string,
): Promise<Application> {
  return transact(deps.db, async (tx) => {
    const now = deps.clock.now();
    // The lock makes the second request of a double click wait for the first.
    const campaign = await lockCampaign(tx, campaignId);
    // Only the owner may know that a draft exists.
    if (campaign.status === 'draft') throw refuse('campaign/not-found');
    // If the marketer gets two places at the same moment, the second check must see the first place.
    if (toWorkTime(campaign)) await store.lockMarketers(tx, [actor.userId]);
    const [lack] = await listMissing(tx, deps, actor.userId, campaign);
    if (lack) throw refuse(lack.code, lack.details);

    const inserted = await store.insertApplication(tx, {
      id: deps.random.uuid(),
      campaignId,
      marketerId: actor.userId,
      status: 'pending',
      appliedAt: now,
      note: note || null,
    });
    await countApplication(tx, campaignId);
    await acceptOpenInvitation(tx, deps, { campaignId, marketerId: actor.userId });
    const payload = toEventPayload(inserted, campaign);
    await announce(tx, applicationSubmitted, { ref: inserted.id, payload }, deps.clock);
    const row = campaign.autoApprove ? await approveApplicant(tx, deps, inserted, campaign, {}) : inserted;
    return presentApplication(tx, deps, row, 'marketer');
  });
}

const approve: Transition = async (tx, deps, present, campaign, reason, undoUntil) => {
  refuseUnlessOpen(campaign, deps.clock.now());
  // Otherwise two campaigns that approve at the same moment could both find the marketer's time free.
  if (toWorkTime(campaign)) await store.lockMarketers(tx, [present.marketerId]);
  await refuseUnlessAvailable(tx, deps, present.marketerId, campaign);
  return approveApplicant(tx, deps, present, campaign, { reason, undoUntil });
};

interface Wanted<Status extends Decision> {
  status: Status;
  reason?: string | undefined;
  canUndo?: boolean;
}

/**
 * The advertiser or a manager approves or rejects; the marketer withdraws. Idempotent. Throws 'application/not-found'
 * for other users, 'team/not-allowed' for viewers, and 'application/decided' with the current state.
 */
export async function decideApplication(
  deps: Deps,
  actor: Actor,
  id: string,
  decision: Wanted<Decision>,
): Promise<Application> {
  const party: Party = actor.role === 'advertiser' ? 'advertiser' : 'marketer';
  const reason = decision.reason || null;
  return transact(deps.db, async (tx) => {
    const found = await findApplication(tx, id);
    if (!found) throw refuse('application/not-found');
    const campaign = await lockCampaign(tx, found.campaignId);
    // Check behind the lock: the user may have been removed from the team while waiting for it.
    await requireParty(tx, actor, found, campaign);
    const locked = await lockApplication(tx, id);
    // For the marketer, a decision that they don't know of has not been made.
    const isUndone = party === 'marketer' && (await takeBackDecision(tx, deps, locked));
    const present = isUndone ? await lockApplication(tx, id) : locked;
    const checked = checkDecision(present.status, decision.status, party);
    if (checked.do === 'refuse') {
      throw refuse(checked.code, checked.code === 'application/decided' ? { state: present.status } : {});
    }
    if (checked.do === 'repeat') return presentApplication(tx, deps, present, party);
    const steps = { approved: approve, rejected: reject, withdrawn: withdraw };
    const undoUntil = decision.canUndo ? addMilliseconds(deps.clock.now(), UNDO_PERIOD_MS) : null;
    const row = await steps[decision.status](tx, deps, present, campaign, reason, undoUntil);
    if (isUndone) await fillFreePlaces(tx, deps, campaign.id);
    return presentApplication(tx, deps, row, party);
  });
}

/** Each in its own transaction, so other decisions may come in between. Safe to retry after an abort. */
export async function decideApplications(
  deps: Deps,
  actor: Actor,
  { ids, ...decision }: { ids: readonly string[] } & Wanted<'approved' | 'rejected'>,
): Promise<{ results: DecisionResult[] }> {
  return { results: await decideEach(ids, (id) => decideApplication(deps, actor, id, decision)) };
}

/** Throws 'application/not-found' if the user is on neither side, and 'team/not-allowed' for viewers. */
async function requireParty(
  tx: Tx,
  actor: Actor,
  { marketerId }: Pick<ApplicationRow, 'marketerId'>,
  { advertiserId }: Pick<CampaignRow, 'advertiserId'>,
): Promise<void> {
  if (actor.role === 'advertiser')
    await requireTeamPermission(tx, actor, advertiserId, 'decide', () => refuse('application/not-found'));
  else if (marketerId !== actor.userId) throw refuse('application/not-found');
}

/** Rejects all pending applications of a closed campaign, with the reason. Idempotent. */
export async function rejectWaiting(
  tx: Tx,
  deps: Deps,
  { campaignId, closeReason }: { campaignId: string; closeReason: CloseReason },
): Promise<void> {
  const campaign = await lockCampaign(tx, campaignId);
  for (const row of await store.lockPending(tx, campaignId)) {
    await reject(tx, deps, row, campaign, closedReasons[closeReason].text);
  }
}
