import { isSuspended } from '#auth/server/service.ts';
import { listSuspensions } from '#auth/server/account/suspension-service.ts';
import { lockCampaign } from '#campaigns/server/service.ts';
import type { CampaignRow } from '#campaigns/server/tables.ts';
import { addMilliseconds, MINUTE } from '#kernel/time.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '../ports.ts';
import { forEachApplication } from '../waitlist/confirmation-service.ts';
import * as due from '../due-store.ts';
import { isExcused, type WorkSpans } from './outage-rules.ts';
import { getAttendanceCheckTime, isNoShow } from '../rules.ts';
import { hasBegun, lockApplication } from '../service.ts';
import * as store from '../store.ts';
import { giveStrike } from './strike-service.ts';
import { listOutages } from './uptime-service.ts';

/** Each place is checked only once, so later rule changes don't affect the past. */
export async function giveNoShowStrikes(deps: Deps): Promise<void> {
  await forEachApplication(
    deps,
    (after) => due.listUncheckedAttendance(deps.db, deps.clock.now(), after),
    'failed to check attendance', // not for users
    (id, campaignId) =>
      transact(deps.db, async (tx) => {
        const now = deps.clock.now();
        const campaign = await lockCampaign(tx, campaignId);
        const present = await lockApplication(tx, id);
        const knownAt = getAttendanceCheckTime(campaign);
        if (present.status !== 'approved' || present.attendanceJudgedAt !== null) return;
        if (knownAt === null || now < knownAt) return;
        const row = await store.updateApplication(tx, id, { attendanceJudgedAt: now });
        const spans = toWorkSpans(campaign, knownAt);
        if (spans === null || !isNoShow(present, campaign)) return;
        const hasCome = await hasBegun(tx, deps, id);
        const isSuspendedNow = await isSuspended(tx, row.marketerId);
        const outages = await listOutages(tx, spans.whole.from, now);
        const suspensions = await listSuspensions(tx, row.marketerId, now);
        // A suspension or an outage may have kept the marketer from coming.
        if (hasCome || isSuspendedNow || isExcused([...outages, ...suspensions], spans)) return;
        await giveStrike(tx, deps, row, 'no-show');
      }),
  );
}

/** Null if the work has no fixed hours, so that no advertiser waits for the marketer. */
function toWorkSpans({ opensAt, startTime, durationMinutes }: CampaignRow, knownAt: Date): WorkSpans | null {
  if (opensAt === null || startTime === null || durationMinutes === null) return null;
  const workEndsAt = addMilliseconds(startTime, durationMinutes * MINUTE);
  return { hours: { from: opensAt, until: workEndsAt }, whole: { from: opensAt, until: knownAt } };
}
