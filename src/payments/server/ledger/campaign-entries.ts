import { sql } from 'drizzle-orm';
import type { Id } from '#kernel/id.ts';
import type { Cents } from '#kernel/money.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import type { RefundState } from '../tables.ts';

export type CampaignMove =
  | 'fund'
  | 'release'
  | 'take_back'
  | 'refund_submit'
  | 'refund_fail'
  | 'dispute_hold'
  | 'dispute_release'
  | 'dispute_lost'
  | 'shortfall_paid'
  | 'cover'
  | 'recover'
  | 'tip_release';

export interface CampaignEntry {
  move: CampaignMove;
  at: Date;
  payCents: Cents;
  feeCents: Cents;
  /** A tip passes the campaign by: it comes from the advertiser and goes to the marketer. */
  tipCents: Cents;
  marketerId: Id | null;
  refundState: RefundState | null;
}

/** With tips, oldest first. */
export async function listCampaignEntries(reader: Reader, campaignId: Id): Promise<CampaignEntry[]> {
  const codes = sql.param([`escrow:${campaignId}`, `fee_unearned:${campaignId}`]);
  const { rows } = await reader.execute<{
    kind: CampaignMove;
    occurred_at: Date;
    pay: number;
    fee: number;
    tip: number;
    marketer_id: Id | null;
    refund_state: RefundState | null;
  }>(sql`
    select t.id, t.kind, t.occurred_at, p.marketer_id, r.state as refund_state, 0::bigint as tip,
      (coalesce(-sum(e.amount) filter (where a.family = 'escrow'), 0))::bigint as pay,
      (coalesce(-sum(e.amount) filter (where a.family = 'fee_unearned'), 0))::bigint as fee
    from ledger.account a
    join ledger.entry e on e.account_id = a.id
    join ledger.txn t on t.id = e.txn_id
    left join payment p on t.kind in ('release', 'take_back') and p.campaign_id = ${campaignId}
      and t.dedupe_key = t.kind || ':' || case t.kind when 'release' then p.fact_id else p.dispute_id end
    left join refund r on t.kind in ('refund_submit', 'refund_fail') and r.campaign_id = ${campaignId}
      and t.dedupe_key = t.kind || ':' || r.id
    where a.code = any(${codes})
    group by t.id, p.marketer_id, r.state
    union all
    select t.id, t.kind, t.occurred_at, p.marketer_id, null, p.amount_cents, 0, 0
    from payment p join ledger.txn t on t.dedupe_key = 'tip_release:' || p.tip_id
    where p.campaign_id = ${campaignId}
    order by id`);
  return rows.map(({ kind, occurred_at, pay, fee, tip, marketer_id, refund_state }) => ({
    move: kind,
    at: occurred_at,
    payCents: pay,
    feeCents: fee,
    tipCents: tip,
    marketerId: marketer_id,
    refundState: refund_state,
  }));
}
