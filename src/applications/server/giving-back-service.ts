import { freePlace } from '#campaigns/server/service.ts';
import { refuse } from '#kernel/errors.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import { factsOf, type Step } from './application-steps.ts';
import { moveUp } from './bench-service.ts';
import { applicationLapsed, applicationWithdrawn } from './events.ts';
import { isWithdrawalLate, whyNotWithdrawable } from './rules.ts';
import { hasBegun } from './service.ts';
import * as store from './store.ts';
import { giveStrike } from './strike-service.ts';
import { listOutages } from './uptime-service.ts';

/**
 * The marketer steps back. A place that was held goes to the bench in the same transaction; given back late it earns a strike. Refuses
 * 'application/over' and 'application/session-begun'.
 */
export const withdraw: Step = async (tx, deps, present, campaign, reason) => {
  const now = deps.clock.now();
  const heldPlace = present.status === 'approved';
  const refusal = whyNotWithdrawable({
    isCompleted: campaign.status === 'completed',
    // Whoever waits has no work to begin.
    hasBegun: heldPlace && (await hasBegun(tx, deps, present.id)),
  });
  if (refusal) throw refuse(refusal);
  const changes = { status: 'withdrawn', decidedAt: now, benchTurn: null, reason } as const;
  const row = await store.updateApplication(tx, present.id, changes);
  const payload = { ...factsOf(row, campaign), heldPlace };
  await announce(tx, applicationWithdrawn, { ref: row.id, payload }, deps.clock);
  const outages = present.approvedAt === null ? [] : await listOutages(tx, present.approvedAt, now);
  if (isWithdrawalLate(present, campaign, outages, now)) await giveStrike(tx, deps, row, 'late-withdrawal');
  if (heldPlace) {
    await freePlace(tx, campaign.id);
    await moveUp(tx, deps, campaign.id);
  }
  return row;
};

/** Whoever was asked to confirm has not answered in time; the caller has looked that they have not begun. */
export const lapse: Step = async (tx, deps, present, campaign, reason) => {
  const changes = { status: 'withdrawn', decidedAt: deps.clock.now(), hasLapsed: true, reason } as const;
  const row = await store.updateApplication(tx, present.id, changes);
  await announce(tx, applicationLapsed, { ref: row.id, payload: factsOf(row, campaign) }, deps.clock);
  await freePlace(tx, campaign.id);
  await moveUp(tx, deps, campaign.id);
  return row;
};
