import { sql } from 'drizzle-orm';
import { getCampaignFor } from '#campaigns/server/service.ts';
import { listHours } from '#kernel/calendar.ts';
import type { ResponseInput } from '#kernel/endpoint.ts';
import { addMilliseconds, DAY } from '#kernel/time.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { findTimeZone } from '#kernel/time-zone.ts';
import type { Actor } from '#platform/server/security/session.ts';
import type { listSessionHours as contract } from '#tracking/report-contract.ts';

/** Sessions begin while a campaign is open, which is at most a few days, and may go on for a while after that. */
const MOST_DAYS = 31;

/** Reveals no more than the live view, which rounds starts and ends down to five minutes (decision 43.4). */
export async function listSessionHours(
  deps: Deps,
  actor: Actor,
  campaignId: string,
): Promise<ResponseInput<typeof contract>> {
  const campaign = await getCampaignFor(deps.db, actor, campaignId, 'read');
  const { createdAt, closesAt, opensAt } = campaign;
  const timeZone = findTimeZone(campaign) ?? 'UTC';
  const now = deps.clock.now();
  const end = closesAt === null ? now : addMilliseconds(closesAt, DAY);
  const until = end < now ? end : now;
  const earliest = addMilliseconds(until, -MOST_DAYS * DAY);
  const opening = opensAt ?? createdAt;
  const counts = await countByHour(
    deps.db,
    campaignId,
    now,
    listHours(opening < earliest ? earliest : opening, until, timeZone),
  );
  return {
    timeZone,
    hours: Array.from({ length: 24 }, (_, hour) => ({ hour, sessions: counts.get(hour) ?? 0 })),
  };
}

async function countByHour(
  reader: Reader,
  campaignId: string,
  now: Date,
  hours: readonly { start: Date; hour: number }[],
): Promise<Map<number, number>> {
  const starts = sql.param(hours.map(({ start }) => start.toISOString()));
  const names = sql.param(hours.map(({ hour }) => String(hour)));
  const { rows } = await reader.execute<{ hour: number; sessions: number }>(sql`
    select h.hour, count(*)::int as sessions
    from unnest(${starts}::text[]::timestamptz[], ${names}::text[]::int[]) as h (start, hour)
    join tracking_session s on s.campaign_id = ${campaignId}
      and s.started_at < h.start + interval '1 hour' and coalesce(s.ended_at, ${now}) > h.start
    group by h.hour`);
  return new Map(rows.map(({ hour, sessions }) => [hour, sessions]));
}
