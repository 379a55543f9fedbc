import { refuse } from '#applications/domain.ts';
import { freePlace } from '#campaigns/server/service.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import { takeBackEvent } from '#platform/server/outbox/announce.ts';
import type { Actor } from '#platform/server/security/session.ts';
import type { Application } from '../../contract.ts';
import { presentApplication } from '../application-transitions.ts';
import { lockToDecide } from '../decision-lock.ts';
import { decideEach, type DecisionResult } from '../decision-results.ts';
import { applicationApproved, applicationRejected } from '../events.ts';
import type { Deps } from '../ports.ts';
import { checkUndo, isUntold } from '../rules.ts';
import { lockApplication } from '../service.ts';
import * as store from '../store.ts';
import type { ApplicationRow } from '../tables.ts';
import { fillFreePlaces } from '../waitlist/bench-service.ts';

/** Each in its own transaction. Safe to retry after an abort. */
export async function undoDecisions(
  deps: Deps,
  actor: Actor,
  ids: readonly string[],
): Promise<{ results: DecisionResult[] }> {
  return { results: await decideEach(ids, (id) => undoDecision(deps, actor, id)) };
}

/**
 * Idempotent. Throws 'application/not-found', 'team/not-allowed', and 'application/undo-over' once the marketer knows,
 * or if the campaign closes.
 */
async function undoDecision(deps: Deps, actor: Actor, id: string): Promise<Application> {
  return transact(deps.db, async (tx) => {
    const { campaign, present } = await lockToDecide(tx, actor, id);
    if (present.status === 'pending') return presentApplication(tx, deps, present, 'advertiser');
    const refusal = checkUndo(present, campaign, deps.clock.now());
    const isUndone = refusal === null && (await takeBackDecision(tx, deps, present));
    if (!isUndone) throw refuse('application/undo-over', { state: present.status });
    await fillFreePlaces(tx, deps, campaign.id);
    // It may have moved up from the waitlist.
    return presentApplication(tx, deps, await lockApplication(tx, id), 'advertiser');
  });
}

/**
 * Returns false, and changes nothing, if the decision was or is being told. The caller has locked the campaign and the
 * application, and then fills the freed place.
 */
export async function takeBackDecision(tx: Tx, deps: Deps, present: ApplicationRow): Promise<boolean> {
  if (!isUntold(present, deps.clock.now())) return false;
  const hadPlace = present.status === 'approved';
  const event = hadPlace ? applicationApproved : applicationRejected;
  if (!(await takeBackEvent(tx, event, present.id))) return false;
  await store.updateApplication(tx, present.id, {
    status: 'pending',
    decidedAt: null,
    approvedAt: null,
    reason: null,
    undoUntil: null,
    undoBenchTurn: null,
    benchTurn: present.undoBenchTurn,
  });
  if (hadPlace) await freePlace(tx, present.campaignId);
  return true;
}
