import { type SQL, sql } from 'drizzle-orm';
import type { TimeSpan } from '#kernel/calendar.ts';
import type { Id } from '#kernel/id.ts';
import type { Cents } from '#kernel/money.ts';
import { HOUR } from '#kernel/time.ts';
import { formatInvoiceNumber } from '../invoices/invoice-number.ts';
import type { InvoiceRow } from '../invoices/invoice-tables.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';

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

/** Of a refund: pending, completed, or failed. Of a dispute at the wallet: open, won, or lost. */
export type MoveState = 'pending' | 'completed' | 'failed' | 'open' | 'won' | 'lost';

export interface HistoryEntry {
  number: number;
  move: HeldMove;
  at: Date;
  campaignId: Id;
  amountCents: Cents;
  feeCents: Cents;
  heldCents: Cents;
  marketerId: Id | null;
  purpose: 'campaign' | 'shortfall' | 'debt' | 'tip' | null;
  /** The refund's state, or for a hold, the dispute's. Null for other moves. */
  state: MoveState | null;
  order: { id: string; payerId: Id } | null;
  invoices: { id: Id; number: string }[];
}

export interface EntryPosition {
  at: Date;
  number: number;
}

/**
 * Escrow, unearned fee, and captured orders that fund nothing yet. Money that only changes its account is not
 * a change. `change.held` counts back from the current balances. `depth` reads only that many entries of each
 * account, the latest, and changes after `edge` are complete then. Without it, `from` leaves out older
 * changes.
 */
const changes = (
  campaignIds: readonly Id[],
  { from, depth }: { from: Date | null; depth: number | null },
): SQL => {
  const ids = sql.param([...campaignIds]);
  const latest = depth === null ? sql`` : sql`order by entry.account_version desc limit ${depth}`;
  return sql`
    code as (
      select family || ':' || id as code, id as campaign_id, null::uuid as order_id, null::bigint as pay_cents
      from unnest(${ids}::uuid[]) id, unnest(array['escrow', 'fee_unearned']) family
      union all
      select 'suspense:' || o.id, o.campaign_id, o.id, o.pay_cents
      from payment_order o where o.campaign_id = any(${ids}::uuid[])
    ),
    place as (
      select a.id, a.family, a.balance, code.campaign_id, code.order_id, code.pay_cents
      from code join ledger.account a on a.code = code.code
    ),
    moved as ${depth === null ? sql`` : sql`materialized`} (
      select t.id, t.kind, t.dedupe_key, t.occurred_at, place.id as account_id, place.campaign_id, place.order_id,
        e.amount, case place.family when 'fee_unearned' then -e.amount
          -- A refund of what is left returns the pay first. So the fee of a captured order is what exceeds its pay.
          when 'suspense' then greatest(e.balance_after - place.pay_cents, 0)
            - greatest(e.balance_after + e.amount - place.pay_cents, 0)
          else 0 end as fee
      from place
      cross join lateral (
        select entry.txn_id, entry.amount, entry.balance_after from ledger.entry
        where entry.account_id = place.id ${latest}
      ) e
      join ledger.txn t on t.id = e.txn_id
      ${from === null || depth !== null ? sql`` : sql`where t.occurred_at >= ${from}`}
    ),
    edge as (
      select max(oldest) + ${`${DISORDER_MS} milliseconds`}::interval as at from (
        select min(occurred_at) as oldest from moved group by account_id having count(*) >= ${depth}::int) read
    ),
    now as (select coalesce(sum(balance), 0) as held from place),
    change as (
      select id, kind, dedupe_key, occurred_at, campaign_id,
        (array_agg(order_id) filter (where order_id is not null))[1] as order_id, -sum(amount) as amount, sum(fee) as fee
      from moved group by id, kind, dedupe_key, occurred_at, campaign_id
      having sum(amount) <> 0
    )`;
};

/** Entries of one account may be this far from the order of their times: servers differ, and posts wait for locks. */
export const DISORDER_MS = HOUR;

interface Page {
  limit: number;
  after: EntryPosition | null;
}

interface ShownRow extends Record<string, unknown> {
  number: number;
  move: HeldMove;
  at: Date;
  campaign_id: Id;
  amount: number;
  fee: number;
  held: number;
  marketer_id: Id | null;
  purpose: HistoryEntry['purpose'];
  state: MoveState | null;
  order_ref: string | null;
  payer_id: Id | null;
  invoices: Pick<InvoiceRow, 'id' | 'kind' | 'year' | 'number'>[];
}

/** Selects the changes of a time, newest first. Without a page, selects all of them. */
function selectLines(
  campaignIds: readonly Id[],
  { from, until }: TimeSpan,
  { depth, page }: { depth: number | null; page: Page | null },
): SQL {
  const after = page?.after ?? null;
  return sql`
    with ${changes(campaignIds, { from, depth })},
    line as (
      select change.*,
        now.held + amount - sum(amount) over (order by occurred_at desc, change.id desc rows unbounded preceding) as held
      from change, now
    ),
    shown as (
      select *, case when kind in ('release', 'take_back', 'tip_capture', 'refund_submit', 'refund_fail', 'dispute_hold')
        then split_part(dedupe_key, ':', 2)::uuid end as fact_id
      from line
      where true
        ${depth === null ? sql`` : sql`and (occurred_at >= (select at from edge)) is not false`}
        ${from === null ? sql`` : sql`and occurred_at >= ${from}`}
        ${until === null ? sql`` : sql`and occurred_at < ${until}`}
        ${after === null ? sql`` : sql`and (occurred_at, id) < (${after.at}::timestamptz, ${after.number}::bigint)`}
      order by occurred_at desc, id desc
      ${page === null ? sql`` : sql`limit ${page.limit}`}
    )
    select s.id as number, s.kind as move, s.occurred_at as at, s.campaign_id, s.amount::bigint as amount,
      s.held::bigint as held, s.fee::bigint as fee,
      coalesce(p.marketer_id, taken.marketer_id, tip.marketer_id) as marketer_id,
      case when s.kind <> 'capture' then null when o.tip_id is not null then 'tip'
        when o.shortfall_id is not null then 'shortfall' when o.chargeback_id is not null then 'debt'
        else 'campaign' end as purpose,
      coalesce(case r.state when 'submitting' then 'pending' when 'cancelled' then 'failed' else r.state end, c.state)
        as state,
      case when o.state = 'bound' and o.fee_cents > 0 and o.seller is not null and o.tip_id is null and o.chargeback_id is null
        then o.provider_order_id end as order_ref,
      o.created_by as payer_id,
      coalesce(
        (select json_agg(json_build_object('id', i.id, 'kind', i.kind, 'year', i.year, 'number', i.number)
           order by i.year, i.number)
         from invoice i
         where (i.kind = 'invoice' and i.order_id = o.id) or (s.kind = 'refund_submit' and i.refund_id = r.id)
           or (s.dedupe_key = 'dispute_hold:' || c.id and i.chargeback_id = c.id)),
        '[]') as invoices
    from shown s
    left join payment_order o on s.kind = 'capture' and o.id = s.order_id
    left join payment p on s.kind = 'release' and p.fact_id = s.fact_id
    left join payment taken on s.kind = 'take_back' and taken.dispute_id = s.fact_id
    left join tip on s.kind = 'tip_capture' and tip.id = s.fact_id
    left join refund r on s.kind in ('refund_submit', 'refund_fail') and r.id = s.fact_id
    left join chargeback c on s.kind = 'dispute_hold' and c.id = s.fact_id
    order by s.occurred_at desc, s.id desc`;
}

/** Newest first. */
export async function listHistory(
  reader: Reader,
  campaignIds: readonly Id[],
  span: TimeSpan,
  page: Page,
): Promise<HistoryEntry[]> {
  for (const depth of [2 * page.limit, 16 * page.limit, null]) {
    const { rows } = await reader.execute<ShownRow>(selectLines(campaignIds, span, { depth, page }));
    if (depth === null || rows.length === page.limit) return rows.map(toEntry);
  }
  return [];
}

const LINES_AT_ONCE = 1000;

export async function* streamHistory(
  tx: Tx,
  campaignIds: readonly Id[],
  span: TimeSpan,
): AsyncGenerator<HistoryEntry[]> {
  const lines = selectLines(campaignIds, span, { depth: null, page: null });
  await tx.execute(sql`declare history_line no scroll cursor for ${lines}`);
  for (;;) {
    const { rows } = await tx.execute<ShownRow>(sql.raw(`fetch ${LINES_AT_ONCE} from history_line`));
    if (rows.length > 0) yield rows.map(toEntry);
    if (rows.length < LINES_AT_ONCE) break;
  }
  await tx.execute(sql`close history_line`);
}

function toEntry(row: ShownRow): HistoryEntry {
  return {
    number: row.number,
    move: row.move,
    at: row.at,
    campaignId: row.campaign_id,
    amountCents: row.amount,
    feeCents: row.fee,
    heldCents: row.held,
    marketerId: row.marketer_id,
    purpose: row.purpose,
    state: row.state,
    order:
      row.order_ref === null || row.payer_id === null ? null : { id: row.order_ref, payerId: row.payer_id },
    invoices: row.invoices.map((invoice) => ({ id: invoice.id, number: formatInvoiceNumber(invoice) })),
  };
}

export interface HistorySums {
  heldBeforeCents: Cents;
  kinds: ReadonlyMap<HeldMove, { amountCents: Cents; feeCents: Cents }>;
}

export async function sumHistory(
  reader: Reader,
  campaignIds: readonly Id[],
  { from, until }: TimeSpan,
): Promise<HistorySums> {
  const isAfter = until === null ? sql`false` : sql`occurred_at >= ${until}`;
  const { rows } = await reader.execute<{
    kind: HeldMove | null;
    is_after: boolean;
    amount: number;
    fee: number;
  }>(sql`
    with ${changes(campaignIds, { from, depth: null })}
    select kind, ${isAfter} as is_after, sum(amount)::bigint as amount, sum(fee)::bigint as fee
    from change group by 1, 2
    union all select null, false, held::bigint, 0 from now`);
  const moved = rows.filter(({ kind }) => kind !== null);
  const heldNowCents = rows.find(({ kind }) => kind === null)?.amount ?? 0;
  const within = moved.filter((row) => !row.is_after);
  return {
    heldBeforeCents: moved.reduce((held, { amount }) => held - amount, heldNowCents),
    kinds: new Map(
      within.map(({ kind, amount, fee }) => [kind as HeldMove, { amountCents: amount, feeCents: fee }]),
    ),
  };
}
