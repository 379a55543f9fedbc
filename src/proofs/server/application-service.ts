import { type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import { LATE_WITHDRAWAL_MS, UNSEEN_APPROVAL_MS } from '#applications/strike-contract.ts';
import { milliseconds } from '#platform/server/db/milliseconds.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import { ON_TIME_TOLERANCE_MS, type Punctuality } from '#profiles/marketers-contract.ts';

/** Answers a port of applications: those that ever had a session, or a proof in any state. */
export async function listBegunApplications(
  reader: Reader,
  applicationIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (applicationIds.length === 0) return new Set();
  const { rows } = await reader.execute<{ id: string }>(sql`
    select a.id from application a
    where a.id = any(${sql.param([...applicationIds])}::uuid[])
      and (exists (select from tracking_session s where s.application_id = a.id)
        -- The marketer is redundant, but lets the database use that index.
        or exists (select from proof p where p.marketer_id = a.marketer_id and p.application_id = a.id))`);
  return new Set(rows.map(({ id }) => id));
}

/**
 * The SQL expression for how many finished gigs with a required position and a recorded session a marketer has, and in
 * how many the first session began on time. Leaves out those whose place the marketer may have learned of too late.
 */
export function punctualitySql(marketerId: SQLWrapper): SQL<Punctuality> {
  return sql<Punctuality>`(
    select jsonb_build_object('gigs', count(*), 'onTime',
      count(*) filter (where s.began_at <= c.start_time + ${milliseconds(ON_TIME_TOLERANCE_MS)}))
    from proof p
    join application a on a.id = p.application_id
    join campaign c on c.id = p.campaign_id
    -- The marketer of the session is redundant, but lets the database use that index.
    cross join lateral (
      select min(started_at) as began_at from tracking_session
      where application_id = p.application_id and campaign_id = p.campaign_id and marketer_id = p.marketer_id
    ) s
    where p.marketer_id = ${marketerId} and p.status = 'approved'
      and c.campaign_type = 'wearable' and c.requires_location_check and s.began_at is not null
      and a.approved_at < c.start_time
        - case when a.has_moved_up then ${milliseconds(LATE_WITHDRAWAL_MS)} else ${milliseconds(UNSEEN_APPROVAL_MS)} end)`;
}
