import { and, inArray, sql } from 'drizzle-orm';
import { application } from '#applications/server/tables.ts';
import { LATE_WITHDRAWAL_MS, UNSEEN_APPROVAL_MS } from '#applications/strike-contract.ts';
import { milliseconds } from '#platform/server/db/milliseconds.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import { ON_TIME_TOLERANCE_MS, type Punctuality } from '#profiles/marketers-contract.ts';
import { proof } from './tables.ts';

/**
 * Returns the applications that ever had a proof, in any state. Answers part of the port `listBegunApplications` of
 * applications.
 */
export async function listWithProof(reader: Reader, applicationIds: readonly string[]): Promise<string[]> {
  if (applicationIds.length === 0) return [];
  const ids = [...applicationIds];
  const marketers = reader
    .select({ id: application.marketerId })
    .from(application)
    .where(inArray(application.id, ids));
  const rows = await reader
    .selectDistinct({ id: proof.applicationId })
    .from(proof)
    // The filter by marketer is redundant, but lets the database use that index.
    .where(and(inArray(proof.marketerId, marketers), inArray(proof.applicationId, ids)));
  return rows.map(({ id }) => id);
}

/**
 * Returns how many finished gigs with a required position and a recorded session a marketer has, and in how many the
 * first session began on time. Leaves out those whose place the marketer may have learned of too late. Answers a port
 * of profiles.
 */
export async function loadPunctuality(
  reader: Reader,
  marketerIds: readonly string[],
): Promise<(marketerId: string) => Punctuality> {
  if (marketerIds.length === 0) return () => noGigs;
  const { rows } = await reader.execute<Punctuality & { marketerId: string }>(sql`
    select p.marketer_id as "marketerId", count(*)::int as gigs,
      count(*) filter (where s.began_at <= c.start_time + ${milliseconds(ON_TIME_TOLERANCE_MS)})::int as "onTime"
    from proof p
    join application a on a.id = p.application_id
    join campaign c on c.id = p.campaign_id
    -- The marketer of the session is redundant, but lets the database use that index.
    cross join lateral (
      select min(started_at) as began_at from tracking_session
      where application_id = p.application_id and campaign_id = p.campaign_id and marketer_id = p.marketer_id
    ) s
    where p.marketer_id = any(${sql.param([...marketerIds])}::uuid[]) and p.status = 'approved'
      and c.campaign_type = 'wearable' and c.requires_location_check and s.began_at is not null
      and a.approved_at < c.start_time
        - case when a.has_moved_up then ${milliseconds(LATE_WITHDRAWAL_MS)} else ${milliseconds(UNSEEN_APPROVAL_MS)} end
    group by p.marketer_id`);
  const found = new Map(rows.map(({ marketerId, gigs, onTime }) => [marketerId, { gigs, onTime }]));
  return (marketerId) => found.get(marketerId) ?? noGigs;
}

const noGigs: Punctuality = { gigs: 0, onTime: 0 };
