import type { NotificationSchedule } from '#notifications/schedule-contract.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { findSchedule, moveWaiting, saveSchedule } from './delivery-store.ts';
import { emailDueAt, pushDueAt, type Schedule } from './schedule.ts';

export async function readSchedule(
  reader: Reader,
  userId: string,
): Promise<{ schedule: NotificationSchedule | null }> {
  const schedule = await findSchedule(reader, userId);
  return { schedule: schedule && toContract(schedule) };
}

/** What already waits follows the new schedule too. */
export async function setSchedule(
  deps: Deps,
  { userId }: Pick<Actor, 'userId'>,
  { timeZone, quietHours, digestHour }: NotificationSchedule,
): Promise<{ schedule: NotificationSchedule | null }> {
  const quiet = quietHours && { from: toMinutes(quietHours.from), until: toMinutes(quietHours.until) };
  const schedule = { timeZone, quiet, digestHour };
  const now = deps.clock.now();
  return transact(deps.db, async (tx) => {
    await saveSchedule(tx, userId, schedule, now);
    await moveWaiting(tx, userId, 'email', emailDueAt(now, schedule, null) ?? now);
    await moveWaiting(tx, userId, 'push', pushDueAt(now, schedule, null) ?? now);
    return readSchedule(tx, userId);
  });
}

function toContract({ timeZone, quiet, digestHour }: Schedule): NotificationSchedule {
  const quietHours = quiet && { from: toTime(quiet.from), until: toTime(quiet.until) };
  return { timeZone, quietHours, digestHour };
}

function toMinutes(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

const toTime = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
