import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { toDecimal } from '#kernel/money.ts';
import { spentCentsSql, tippedCentsSql } from '#payments/server/ledger/balance-service.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { loadStandings } from '#teams/server/service.ts';
import { teamMember } from '#teams/server/tables.ts';
import type { AdvertiserStats } from '../../contract.ts';
import type { Deps } from '../ports.ts';
import { campaign } from '../tables.ts';

/** All in one prepared statement. The amount spent comes from the ledger. */
export function createAdvertiserStats({ db, ports }: Pick<Deps, 'db' | 'ports'>) {
  const ownerIds = sql`${sql.placeholder('ownerIds')}::uuid[]`;
  const funded = db.$with('funded').as(
    db
      .select({ id: campaign.id, status: campaign.status })
      .from(campaign)
      .where(sql`${campaign.advertiserId} = any(${ownerIds}) and ${campaign.status} <> 'draft'`),
  );
  const load = db
    .with(funded)
    .select({
      others: sql<number>`(
        select count(*)::int from ${teamMember} where ${teamMember.ownerId} = ${sql.placeholder('actorId')})`,
      activeCampaigns: sql<number>`(count(*) filter (where ${funded.status} = 'active'))::int`,
      totalMarketers: ports.hiredMarketersSql(ownerIds),
      spentCents: spentCentsSql(sql`funded`),
      tippedCents: tippedCentsSql(sql`funded`),
    })
    .from(funded)
    .prepare('campaigns_advertiser_stats');
  return async (actor: Actor): Promise<z.infer<typeof AdvertiserStats>> => {
    const { ownerIds: ids } = await loadStandings(db, actor);
    const [found] = await load.execute({ ownerIds: [...ids], actorId: actor.userId });
    if (!found) throw new Error('unreachable: a count has one row');
    const { others, activeCampaigns, totalMarketers, spentCents, tippedCents } = found;
    return {
      teamMembers: others + 1,
      activeCampaigns,
      totalMarketers,
      totalSpent: toDecimal(spentCents),
      totalTipped: toDecimal(tippedCents),
    };
  };
}
