import { refuse } from '#applications/domain.ts';
import { freePlace } from '#campaigns/server/service.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import { toEventPayload, type Transition } from './application-transitions.ts';
import { fillFreePlaces } from './waitlist/bench-service.ts';
import { applicationExpired, applicationWithdrawn } from './events.ts';
import { isWithdrawalLate, checkWithdrawable } from './rules.ts';
import { hasBegun } from './service.ts';
import * as store from './store.ts';
import { giveStrike } from './strikes/strike-service.ts';
import { listOutages } from './strikes/uptime-service.ts';

/**
 * A held place goes to the bench in the same transaction; a late withdrawal earns a strike. Throws 'application/over'
 * and 'application/session-begun'.
 */
export const withdraw: Transition = async (tx, deps, present, campaign, reason) => {
  const now = deps.clock.now();
  const heldPlace = present.status === 'approved';
  const refusal = checkWithdrawable({
    isCompleted: campaign.status === 'completed',
    // Without a place, the marketer can't have started.
    hasBegun: heldPlace && (await hasBegun(tx, deps, present.id)),
  });
  if (refusal) throw refuse(refusal);
  const changes = { status: 'withdrawn', decidedAt: now, benchTurn: null, reason } as const;
  const row = await store.updateApplication(tx, present.id, changes);
  const payload = { ...toEventPayload(row, campaign), heldPlace };
  await announce(tx, applicationWithdrawn, { ref: row.id, payload }, deps.clock);
  const outages = present.approvedAt === null ? [] : await listOutages(tx, present.approvedAt, now);
  if (isWithdrawalLate(present, campaign, outages, now)) await giveStrike(tx, deps, row, 'late-withdrawal');
  if (heldPlace) {
    await freePlace(tx, campaign.id);
    await fillFreePlaces(tx, deps, campaign.id);
  }
  return row;
};

/** The caller has checked that the marketer has not started. */
export const freeUnconfirmedPlace: Transition = async (tx, deps, present, campaign, reason) => {
  const changes = { status: 'withdrawn', decidedAt: deps.clock.now(), hasExpired: true, reason } as const;
  const row = await store.updateApplication(tx, present.id, changes);
  await announce(tx, applicationExpired, { ref: row.id, payload: toEventPayload(row, campaign) }, deps.clock);
  await freePlace(tx, campaign.id);
  await fillFreePlaces(tx, deps, campaign.id);
  return row;
};
