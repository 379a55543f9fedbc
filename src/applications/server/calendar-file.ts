import ical, {
  ICalAlarmType,
  ICalCalendarMethod,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator';
import { refuse } from '#applications/domain.ts';
import { getPublicCampaign } from '#campaigns/server/service.ts';
import type { CampaignRow } from '#campaigns/server/tables.ts';
import { formatDollars } from '#kernel/money.ts';
import { HOUR, SECOND } from '#kernel/time.ts';
import { t } from '#kernel/text.ts';
import { getLanguage } from '#kernel/language.ts';
import type { Deps } from '#platform/server/deps.ts';
import { getPublicUrl } from '#platform/server/security/public-url.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { hideUntold } from './rules.ts';
import { findApplication } from './service.ts';
import type { ApplicationRow } from './tables.ts';

/**
 * The UID never changes, so importing the file again updates or cancels the entry. Throws 'application/not-found' for
 * other users, and 'application/never-approved'.
 */
export async function openCalendarFile(
  deps: Deps,
  actor: Actor,
  id: string,
): Promise<{ filename: string; content: string }> {
  const stored = await findApplication(deps.db, id);
  if (!stored || stored.marketerId !== actor.userId) throw refuse('application/not-found');
  const found = hideUntold(stored, deps.clock.now());
  if (found.approvedAt === null) throw refuse('application/never-approved', { state: found.status });
  const campaign = await getPublicCampaign(deps.db, found.campaignId);
  return {
    filename: `promenade-${id.slice(0, 8)}.ics`,
    content: renderCalendar(found, campaign, {
      url: `${getPublicUrl(deps)}/campaigns/${campaign.id}`,
      now: deps.clock.now(),
    }),
  };
}

function renderCalendar(
  row: ApplicationRow,
  campaign: CampaignRow,
  { url, now }: { url: string; now: Date },
): string {
  const { startTime, closesAt, durationMinutes } = campaign;
  if (startTime === null || closesAt === null)
    throw new Error(`campaign ${campaign.id} was approved for and has no time`);
  const isWearable = campaign.campaignType === 'wearable';
  const isHeld = row.status === 'approved';
  const end = isWearable ? new Date(startTime.getTime() + (durationMinutes ?? 0) * 60 * SECOND) : closesAt;
  const calendar = ical({
    prodId: { company: 'Promenade', product: 'Promenade', language: getLanguage().toUpperCase() },
    method: ICalCalendarMethod.PUBLISH,
  });
  const event = calendar.createEvent({
    id: `application-${row.id}@promenade`,
    // The cancellation needs a higher sequence: calendars ignore versions that are not newer.
    sequence: isHeld ? 0 : 1,
    stamp: now,
    lastModified: row.decidedAt,
    start: startTime,
    end,
    summary: isWearable ? campaign.title : t('Post: {title}', { title: campaign.title }),
    description: formatDescription(campaign, isWearable, url),
    url,
    status: isHeld ? ICalEventStatus.CONFIRMED : ICalEventStatus.CANCELLED,
    // A post can be written at any time in its window, so the event must not block the marketer's calendar.
    transparency: isWearable ? ICalEventTransparency.OPAQUE : ICalEventTransparency.TRANSPARENT,
    location: toCalendarLocation(campaign),
  });
  if (isHeld) {
    for (const hoursBefore of isWearable ? [24, 2] : [0]) {
      event.createAlarm({
        type: ICalAlarmType.display,
        trigger: (hoursBefore * HOUR) / SECOND,
        description: campaign.title,
      });
    }
  }
  return calendar.toString();
}

function toCalendarLocation({ location, placeAddress, lat, lng }: CampaignRow) {
  const title = location ?? placeAddress;
  if (title === null) return null;
  return {
    title,
    ...(placeAddress === null || placeAddress === title ? {} : { address: placeAddress }),
    ...(lat === null || lng === null ? {} : { geo: { lat, lon: lng } }),
  };
}

function formatDescription(
  { company, payCents, instructions }: CampaignRow,
  isWearable: boolean,
  url: string,
): string {
  return [
    t('{type, select, wearable {Work} other {A post}} for {company}, {amount} once your proof is approved.', {
      type: isWearable ? 'wearable' : 'social',
      company: company ?? t('a Promenade advertiser'),
      amount: formatDollars(payCents ?? 0),
    }),
    isWearable ? t('Tracking opens 30 minutes before the start.') : '',
    instructions ?? '',
    url,
  ]
    .filter(Boolean)
    .join('\n\n');
}
