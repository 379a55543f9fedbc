import { findCampaign } from '#campaigns/server/service.ts';
import { formatTimeIn } from '#kernel/time.ts';
import { findTimeZone } from '#kernel/time-zone.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import { findSchedule } from './delivery/delivery-store.ts';

/**
 * Returns a function that formats a time for a user's notification, in the reader's language and the time zone of the
 * campaign's place. If the user has chosen another one, their own time follows in brackets, unless `accountId` is null
 * because several users read it. Without a place, formats it in the user's time zone, or in UTC.
 */
export async function formatTimeFor(
  reader: Reader,
  { accountId, campaignId }: { accountId: string | null; campaignId: string | null },
  moment: Date,
): Promise<() => string> {
  const schedule = accountId === null ? null : await findSchedule(reader, accountId);
  const campaign = campaignId === null ? undefined : await findCampaign(reader, campaignId);
  const place = campaign ? findTimeZone(campaign) : null;
  return () => {
    const own = schedule && formatTimeIn(schedule.timeZone, moment);
    if (place === null) return own ?? formatTimeIn('UTC', moment);
    const there = formatTimeIn(place, moment);
    return own === null || own === there ? there : `${there} (${own})`;
  };
}
