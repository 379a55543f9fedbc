import { sql } from 'drizzle-orm';
import type { Reader } from '#platform/server/db/open-database.ts';

/** Answers a port of tracking. Null while a proof or dispute of the application is undecided. */
export async function listDecidedWork(
  reader: Reader,
  applicationIds: readonly string[],
): Promise<Map<string, Date | null>> {
  if (applicationIds.length === 0) return new Map();
  const { rows } = await reader.execute<{ id: string; decidedAt: Date | null }>(sql`
    select p.application_id as id,
      case when bool_or(p.status = 'pending') or coalesce(bool_or(d.id is not null and d.award_cents is null), false) then null
        else greatest(max(p.decided_at), max(d.decided_at)) end as "decidedAt"
    from proof p left join dispute d on d.proof_id = p.id
    where p.application_id in ${applicationIds}
    group by p.application_id`);
  return new Map(rows.map(({ id, decidedAt }) => [id, decidedAt]));
}
