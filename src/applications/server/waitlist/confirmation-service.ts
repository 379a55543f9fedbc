import { refuse } from '#applications/domain.ts';
import { lockCampaign, checkOpen } from '#campaigns/server/service.ts';
import type { CampaignRow } from '#campaigns/server/tables.ts';
import { addMilliseconds } from '#kernel/time.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '../ports.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { type Application, applicationProcess, CONFIRMATION_PERIOD_MS } from '../../contract.ts';
import { presentApplication, toEventPayload } from '../application-transitions.ts';
import * as due from '../due-store.ts';
import { applicationConfirmed, confirmationAsked } from '../events.ts';
import { freeUnconfirmedPlace } from '../withdrawal-service.ts';
import { covers } from '../strikes/outage-rules.ts';
import { isConfirmationOverdue, isConfirmationDue, isUnconfirmed } from '../rules.ts';
import { findApplication, hasBegun, lockApplication } from '../service.ts';
import * as store from '../store.ts';
import { listOutages } from '../strikes/uptime-service.ts';
import { notConfirmedReason } from '../platform-reasons.ts';

/**
 * Works as long as the marketer holds the place, even after the deadline. Idempotent. Throws 'application/not-found',
 * 'application/decided' with the state if the place is gone, and 'application/nothing-to-confirm' if the marketer was
 * not asked or the work has started.
 */
export async function confirmApplication(deps: Deps, actor: Actor, id: string): Promise<Application> {
  return transact(deps.db, async (tx) => {
    const found = await findApplication(tx, id);
    if (!found || found.marketerId !== actor.userId) throw refuse('application/not-found');
    const campaign = await lockCampaign(tx, found.campaignId);
    const present = await lockApplication(tx, id);
    if (present.status !== 'approved') throw refuse('application/decided', { state: present.status });
    if (present.confirmedAt !== null) return presentApplication(tx, deps, present, 'marketer');
    const now = deps.clock.now();
    if (!isUnconfirmed(present, campaign, now)) throw refuse('application/nothing-to-confirm');
    const row = await store.updateApplication(tx, id, { confirmedAt: now });
    await announce(tx, applicationConfirmed, { ref: id, payload: toEventPayload(row, campaign) }, deps.clock);
    return presentApplication(tx, deps, row, 'marketer');
  });
}

/** A day before the start (decision 17.1). */
export async function requestConfirmations(deps: Deps): Promise<void> {
  await forEachApplication(
    deps,
    (after) => due.listDueForConfirmation(deps.db, deps.clock.now(), after),
    'failed to ask for a confirmation', // not for users
    (id, campaignId) =>
      transact(deps.db, async (tx) => {
        const now = deps.clock.now();
        const campaign = await lockCampaign(tx, campaignId);
        const present = await lockApplication(tx, id);
        if (checkOpen(campaign, now) === 'campaign/not-active') return;
        if (!isConfirmationDue(present, campaign, now)) return;
        const dueAt = addMilliseconds(now, CONFIRMATION_PERIOD_MS);
        const row = await store.updateApplication(tx, id, { confirmationDueAt: dueAt });
        const payload = { ...toEventPayload(row, campaign), dueAt: dueAt.toISOString() };
        await announce(tx, confirmationAsked, { ref: id, payload }, deps.clock);
      }),
  );
}

/**
 * If an answer arrives at the same moment, only one of the two wins. If an outage covers the deadline, marketers could
 * not answer, so they get more time, until the start at most.
 */
export async function freeUnconfirmedPlaces(deps: Deps): Promise<void> {
  await forEachApplication(
    deps,
    (after) => due.listUnconfirmed(deps.db, deps.clock.now(), after),
    'failed to take back an unconfirmed place', // not for users
    (id, campaignId) =>
      transact(deps.db, async (tx) => {
        const campaign = await lockCampaign(tx, campaignId);
        const present = await lockApplication(tx, id);
        const now = deps.clock.now();
        // If the advertiser closed the campaign, all marketers keep their places (decision 16.6).
        if (checkOpen(campaign, now) === 'campaign/not-active') return;
        const dueAt = present.confirmationDueAt;
        if (dueAt === null || !isConfirmationOverdue(present, campaign, now)) return;
        const outages = await listOutages(tx, dueAt, now);
        if (outages.some((outage) => covers(outage, dueAt))) {
          await store.updateApplication(tx, id, { confirmationDueAt: nextDueAt(campaign, now) });
          return;
        }
        if (applicationProcess.next(present.status, 'expire', 'platform') === null) return;
        // A marketer who has started is clearly there.
        if (await hasBegun(tx, deps, id)) return;
        await freeUnconfirmedPlace(tx, deps, present, campaign, notConfirmedReason.text);
      }),
  );
}

function nextDueAt({ startTime }: CampaignRow, now: Date): Date {
  const dueAt = addMilliseconds(now, CONFIRMATION_PERIOD_MS);
  return startTime && startTime < dueAt ? startTime : dueAt;
}

export async function forEachApplication(
  deps: Deps,
  list: (after: string | undefined) => Promise<{ id: string; campaignId: string }[]>,
  failure: string,
  work: (id: string, campaignId: string) => Promise<void>,
): Promise<void> {
  let after: string | undefined;
  do {
    const found = await list(after);
    for (const { id, campaignId } of found) {
      await work(id, campaignId).catch((error: unknown) =>
        deps.log.error({ err: error, applicationId: id }, failure),
      );
    }
    after = found.at(-1)?.id;
  } while (after !== undefined);
}
