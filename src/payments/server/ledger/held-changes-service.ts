import { type SQL, sql } from 'drizzle-orm';
import type { TimeSpan } from '#kernel/calendar.ts';
import type { Id } from '#kernel/id.ts';
import type { Cents } from '#kernel/money.ts';
import { formatInvoiceNumber } from '../invoices/invoice-number.ts';
import type { InvoiceRow } from '../invoices/invoice-tables.ts';
import type { Reader } from '#platform/server/db/open-database.ts';

/** Kinds of ledger transaction that change what is held for an advertiser. */
export type HeldMove =
  | 'capture'
  | 'release'
  | 'take_back'
  | 'tip_capture'
  | 'refund_submit'
  | 'refund_fail'
  | 'dispute_hold'
  | 'dispute_release'
  | 'dispute_lost'
  | 'cover'
  | 'recover'
  | 'debt_paid'
  | 'correction';

export interface HistoryEntry {
  /** The transaction's id in the ledger. */
  number: number;
  move: HeldMove;
  at: Date;
  campaignId: Id;
  /** Positive if more is held afterwards. */
  amountCents: Cents;
  /** The part of the amount that is platform fee. */
  feeCents: Cents;
  heldCents: Cents;
  marketerId: Id | null;
  /** What the captured order paid for. Null for other moves. */
  purpose: 'campaign' | 'shortfall' | 'debt' | 'tip' | null;
  /** Whether the refund has arrived, or the dispute has ended. Null for other moves. */
  isDone: boolean | null;
  /** The captured payment, if an invoice can be issued for it: the wallet's id, and who paid. Otherwise null. */
  order: { id: string; payerId: Id } | null;
  /** The invoice of a captured payment, or the credit notes of a refund or a lost dispute. */
  invoices: { id: Id; number: string }[];
}

export interface EntryPosition {
  at: Date;
  number: number;
}

/**
 * Every change of what is held for these campaigns: escrow, unearned fee, and captured orders that fund nothing yet.
 * Money that only changes its account, such as a capture that funds its campaign, is not a change. `held` is the sum up
 * to the row, of all time.
 */
const changes = (campaignIds: readonly Id[], until: Date | null): SQL => {
  const ids = sql.param([...campaignIds]);
  return sql`
    code as (
      select family || ':' || id as code, id as campaign_id, null::uuid as order_id
      from unnest(${ids}::uuid[]) id, unnest(array['escrow', 'fee_unearned']) family
      union all
      select 'suspense:' || o.id, o.campaign_id, o.id from payment_order o where o.campaign_id = any(${ids}::uuid[])
    ),
    change as (
      select t.id, t.kind, t.dedupe_key, t.occurred_at, code.campaign_id,
        (array_agg(code.order_id) filter (where code.order_id is not null))[1] as order_id,
        -sum(e.amount) as amount,
        coalesce(-sum(e.amount) filter (where a.family = 'fee_unearned'), 0) as fee
      from code
      join ledger.account a on a.code = code.code
      join ledger.entry e on e.account_id = a.id
      join ledger.txn t on t.id = e.txn_id
      ${until === null ? sql`` : sql`where t.occurred_at < ${until}`}
      group by t.id, code.campaign_id
      having sum(e.amount) <> 0
    )`;
};

/** Returns the changes of a time, newest first. `page` is null for all of them. */
export async function listHistory(
  reader: Reader,
  campaignIds: readonly Id[],
  { from, until }: TimeSpan,
  page: { limit: number; after: EntryPosition | null } | null,
): Promise<HistoryEntry[]> {
  const after = page?.after ?? null;
  const { rows } = await reader.execute<{
    number: number;
    move: HeldMove;
    at: Date;
    campaign_id: Id;
    amount: number;
    fee: number;
    held: number;
    marketer_id: Id | null;
    purpose: HistoryEntry['purpose'];
    is_done: boolean | null;
    order_ref: string | null;
    payer_id: Id | null;
    invoices: Pick<InvoiceRow, 'id' | 'kind' | 'year' | 'number'>[];
  }>(sql`
    with ${changes(campaignIds, until)},
    line as (
      select change.*, sum(amount) over (order by occurred_at, id) as held from change
    ),
    shown as (
      select * from line
      where true
        ${from === null ? sql`` : sql`and occurred_at >= ${from}`}
        ${after === null ? sql`` : sql`and (occurred_at, id) < (${after.at}::timestamptz, ${after.number}::bigint)`}
      order by occurred_at desc, id desc
      ${page === null ? sql`` : sql`limit ${page.limit}`}
    )
    select s.id as number, s.kind as move, s.occurred_at as at, s.campaign_id, s.amount::bigint as amount,
      s.held::bigint as held, coalesce(p.marketer_id, tip.marketer_id) as marketer_id,
      (case when s.kind = 'capture' then o.fee_cents
        when r.origin = 'suspense' then sign(s.amount)::int * r.fee_cents
        else s.fee end)::bigint as fee,
      case when s.kind <> 'capture' then null when o.tip_id is not null then 'tip'
        when o.shortfall_id is not null then 'shortfall' when o.chargeback_id is not null then 'debt'
        else 'campaign' end as purpose,
      coalesce(r.state = 'completed', c.state <> 'open') as is_done,
      case when o.state = 'bound' and o.fee_cents > 0 and o.seller is not null and o.tip_id is null and o.chargeback_id is null
        then o.provider_order_id end as order_ref,
      o.created_by as payer_id,
      coalesce(
        (select json_agg(json_build_object('id', i.id, 'kind', i.kind, 'year', i.year, 'number', i.number)
           order by i.year, i.number)
         from invoice i where case s.kind when 'capture' then i.kind = 'invoice' and i.order_id = o.id
           when 'refund_submit' then i.refund_id = r.id
           when 'dispute_hold' then i.chargeback_id = c.id and s.dedupe_key = 'dispute_hold:' || c.id end),
        '[]') as invoices
    from shown s
    left join payment_order o on s.kind = 'capture' and o.id = s.order_id
    left join payment p on s.kind in ('release', 'take_back') and p.campaign_id = s.campaign_id
      and s.dedupe_key = s.kind || ':' || case s.kind when 'release' then p.fact_id else p.dispute_id end
    left join tip on s.kind = 'tip_capture' and tip.campaign_id = s.campaign_id
      and s.dedupe_key = 'tip_capture:' || tip.id
    left join refund r on s.kind in ('refund_submit', 'refund_fail') and r.campaign_id = s.campaign_id
      and s.dedupe_key = s.kind || ':' || r.id
    left join chargeback c on s.kind = 'dispute_hold' and c.campaign_id = s.campaign_id
      and s.dedupe_key in ('dispute_hold:' || c.id, 'dispute_hold:' || c.id || ':more')
    order by s.occurred_at desc, s.id desc`);
  return rows.map((row) => ({
    number: row.number,
    move: row.move,
    at: row.at,
    campaignId: row.campaign_id,
    amountCents: row.amount,
    feeCents: row.fee,
    heldCents: row.held,
    marketerId: row.marketer_id,
    purpose: row.purpose,
    isDone: row.is_done,
    order:
      row.order_ref === null || row.payer_id === null ? null : { id: row.order_ref, payerId: row.payer_id },
    invoices: row.invoices.map((invoice) => ({ id: invoice.id, number: formatInvoiceNumber(invoice) })),
  }));
}

export interface HistorySums {
  heldBeforeCents: Cents;
  /** The sum of the changes of each kind, and of their fees. */
  kinds: ReadonlyMap<HeldMove, { amountCents: Cents; feeCents: Cents }>;
}

/** Returns the sums of the changes of a time. */
export async function sumHistory(
  reader: Reader,
  campaignIds: readonly Id[],
  { from, until }: TimeSpan,
): Promise<HistorySums> {
  const isBefore = from === null ? sql`false` : sql`occurred_at < ${from}`;
  const { rows } = await reader.execute<{
    kind: HeldMove;
    is_before: boolean;
    amount: number;
    fee: number;
  }>(sql`
    with ${changes(campaignIds, until)}
    select kind, ${isBefore} as is_before, sum(amount)::bigint as amount, sum(fee)::bigint as fee
    from change group by 1, 2`);
  const within = rows.filter((row) => !row.is_before);
  return {
    heldBeforeCents: rows.reduce((sum, row) => sum + (row.is_before ? row.amount : 0), 0),
    kinds: new Map(within.map(({ kind, amount, fee }) => [kind, { amountCents: amount, feeCents: fee }])),
  };
}
