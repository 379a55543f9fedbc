import { type SQL, sql } from 'drizzle-orm';
import { DISPUTE_PERIOD_MS } from '#disputes/contract.ts';
import { addMilliseconds } from '#kernel/time.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import { MAX_PROOFS } from '#proofs/contract.ts';

/**
 * Answers a port of campaigns. Counts places that can still be paid: a proof is pending, a rejection is disputed, or a
 * new proof or dispute is still possible. The conditions match those of proofs and disputes, which refuse whatever is
 * not counted here.
 */
export async function countHeldPlaces(reader: Reader, campaignId: string, now: Date): Promise<number> {
  return countHeld(reader, { column: sql`campaign_id`, id: campaignId }, now);
}

export async function countHeldPlacesByMarketer(
  reader: Reader,
  marketerId: string,
  now: Date,
): Promise<number> {
  return countHeld(reader, { column: sql`marketer_id`, id: marketerId }, now);
}

/** Both the application and proof tables have these columns. */
async function countHeld(reader: Reader, by: { column: SQL; id: string }, now: Date): Promise<number> {
  const disputableAfter = addMilliseconds(now, -DISPUTE_PERIOD_MS);
  const { rows } = await reader.execute<{ held: number }>(sql`
    select count(*)::int as held
    from application a
    join campaign c on c.id = a.campaign_id
    left join dispute d on d.application_id = a.id
    left join (
      select application_id,
        bool_or(status = 'approved') as is_paid,
        bool_or(status = 'pending') as is_pending,
        count(*) filter (where status = 'rejected') as rejected,
        max(decided_at) filter (where status = 'rejected') as rejected_at
      from proof where ${by.column} = ${by.id} group by application_id
    ) p on p.application_id = a.id
    where a.${by.column} = ${by.id} and a.status = 'approved' and p.is_paid is not true
      and case
        when d.id is not null then d.award_cents is null
        else p.is_pending is true
          or p.rejected_at > ${disputableAfter}
          or (coalesce(p.rejected, 0) < ${MAX_PROOFS} and c.proof_due_at >= ${now})
      end`);
  return rows[0]?.held ?? 0;
}
