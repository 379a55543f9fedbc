import { sql } from 'drizzle-orm';
import { getCampaignFor } from '#campaigns/server/service.ts';
import type { CampaignRow } from '#campaigns/server/tables.ts';
import type { ResponseInput } from '#kernel/endpoint.ts';
import { type Cents, toDecimal } from '#kernel/money.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { loadNames } from '#profiles/server/service.ts';
import type {
  getCampaignFunnel as funnelContract,
  getHourlyCosts as costsContract,
} from '#proofs/report-contract.ts';
import type { Deps } from '../ports.ts';

const MOST_ROWS = 50;

export async function getCampaignFunnel(
  deps: Deps,
  actor: Actor,
  campaignId: string,
): Promise<ResponseInput<typeof funnelContract>> {
  const { campaignType } = await getCampaignFor(deps.db, actor, campaignId, 'read');
  const { rows } = await deps.db.execute<{
    applied: number;
    hired: number;
    tracked: number;
    sent_proof: number;
    approved: number;
    paid: number;
  }>(sql`
    select count(*)::int as applied,
      (count(*) filter (where a.approved_at is not null))::int as hired,
      (count(*) filter (where exists (select from tracking_session s where s.application_id = a.id)))::int as tracked,
      (count(*) filter (where exists (select from proof p where p.application_id = a.id)))::int as sent_proof,
      (count(*) filter (where exists (
        select from proof p where p.application_id = a.id and p.status = 'approved')))::int as approved,
      (count(*) filter (where exists (
        select from proof p join payment y on y.source_id = p.id
        where p.application_id = a.id and y.status = 'completed')))::int as paid
    from application a
    where a.campaign_id = ${campaignId}`);
  const [found] = rows;
  if (!found) throw new Error('a count has one row');
  const { applied, hired, tracked, sent_proof, approved, paid } = found;
  return {
    applied,
    hired,
    tracked: campaignType === 'wearable' ? tracked : null,
    sentProof: sent_proof,
    approved,
    paid,
  };
}

export async function getHourlyCosts(
  deps: Deps,
  actor: Actor,
  campaignId: string,
): Promise<ResponseInput<typeof costsContract>> {
  const campaign = await getCampaignFor(deps.db, actor, campaignId, 'read');
  const costs = campaign.campaignType === 'social' ? [] : await listCosts(deps.db, campaignId);
  const [first] = costs;
  const names = await loadNames(
    deps.db,
    costs.map(({ marketerId }) => marketerId),
  );
  const plannedCents = getPlannedCents(campaign);
  return {
    planned: plannedCents === null ? null : toDecimal(plannedCents),
    total: toCost({ cents: first?.totalCents ?? 0, minutes: first?.totalMinutes ?? 0 }),
    marketers: costs.map(({ proofId, marketerId, cents, minutes }) => ({
      proofId,
      marketer: names.get(marketerId)?.name ?? '',
      ...toCost({ cents, minutes }),
    })),
  };
}

/** Fee included, the most expensive hours first. */
async function listCosts(reader: Reader, campaignId: string) {
  const { rows } = await reader.execute<{
    proof_id: string;
    marketer_id: string;
    cents: number;
    minutes: number;
    total_cents: number;
    total_minutes: number;
  }>(sql`
    with cost as (
      select p.id as proof_id, p.marketer_id, y.amount_cents + y.fee_cents as cents,
        coalesce((p.presence ->> 'minutesInside')::float8, 0) as minutes
      from proof p join payment y on y.source_id = p.id
      where p.campaign_id = ${campaignId} and y.released_at is not null and y.amount_cents > 0)
    select *, (sum(cents) over ())::bigint as total_cents, sum(minutes) over () as total_minutes
    from cost order by cents / nullif(minutes, 0) desc nulls last, proof_id limit ${MOST_ROWS}`);
  return rows.map((row) => ({
    proofId: row.proof_id,
    marketerId: row.marketer_id,
    cents: row.cents,
    minutes: row.minutes,
    totalCents: row.total_cents,
    totalMinutes: row.total_minutes,
  }));
}

function toCost({ cents, minutes }: { cents: Cents; minutes: number }) {
  return {
    cost: toDecimal(cents),
    minutesInside: minutes,
    costPerHour: minutes > 0 ? toDecimal(Math.round((cents * 60) / minutes)) : null,
  };
}

function getPlannedCents({ payCents, feeCents, needed, durationMinutes }: CampaignRow): Cents | null {
  if (payCents === null || feeCents === null || needed === null || durationMinutes === null) return null;
  return Math.round(((payCents + feeCents / needed) * 60) / durationMinutes);
}
