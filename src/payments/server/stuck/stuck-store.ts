import { type SQL, sql } from 'drizzle-orm';
import { Id } from '#kernel/id.ts';
import type { Cents } from '#kernel/money.ts';
import { IsoTime } from '#kernel/time.ts';
import type { Deps, StuckSearch } from '../ports.ts';
import type { StuckFacts } from './stuck-facts.ts';

export interface StuckRow extends Omit<StuckFacts, 'obstacle'> {
  id: string;
  since: Date;
  /** The search that found it, and its key there. With `since` they define the position in the list. */
  search: number;
  key: string;
  amountCents: Cents | null;
  personId: Id | null;
  about: string | null;
  canRetry: boolean;
}

export type ListPosition = Pick<StuckRow, 'since' | 'search' | 'key'>;

const payouts = {
  kind: 'payout',
  key: sql`o.id`,
  state: sql`o.state`,
  issue: sql`o.last_issue`,
  amount: sql`o.amount_cents`,
  person: sql`o.marketer_id`,
  about: sql`p.campaign_title`,
  isCancelAsked: sql`o.cancel_asked_at is not null`,
} as const;
const payoutsWithPayment = sql`payout o join payment p on p.id = o.payment_id`;
/** Joins the cancellation effect of `requestCancel`, by its ref, if it was given up. */
const payoutsWithCancel = sql`${payoutsWithPayment} left join outbox x
  on x.kind = 'payment.cancel-payout' and x.ref = o.id || ':' || (extract(epoch from o.cancel_asked_at) * 1000)::bigint
  and x.state = 'dead' and o.state = 'unclaimed'`;

const refunds = {
  kind: 'refund',
  from: sql`refund r join payment_order b on b.id = r.order_id`,
  key: sql`r.id`,
  state: sql`r.state`,
  issue: sql`r.last_issue`,
  amount: sql`r.amount_cents`,
  person: sql`b.created_by`,
  about: sql`b.description`,
} as const;

const purpose = sql`case when b.shortfall_id is not null then 'shortfall' when b.chargeback_id is not null then 'debt'
  when b.tip_id is not null then 'tip' else 'campaign' end`;
const orders = {
  kind: 'order',
  purpose,
  from: sql`payment_order b`,
  key: sql`b.id`,
  state: sql`b.state`,
  issue: sql`b.last_issue`,
  amount: sql`b.amount_cents`,
  person: sql`b.created_by`,
  about: sql`b.description`,
} as const;

/** Prevents a second payment, even by an admin, until the contradiction is resolved. */
const isContradicted = sql`exists (select from payout c where c.payment_id = o.payment_id and c.last_issue in ('PAID_AFTER_RETURN', 'PAID_TWICE'))`;

const leftOn = (account: SQL) =>
  sql`coalesce((select a.balance from ledger.account a where a.code = ${account}), 0)`;
/**
 * True if another refund has replaced this one, as happens automatically after a dispute. The order is taken
 * from the ledger, because timestamps can be equal and clocks differ.
 */
const isReplaced = sql`exists (select from refund n
  join ledger.txn sent on sent.dedupe_key = 'refund_submit:' || n.id
  join ledger.txn back on back.dedupe_key = 'refund_fail:' || r.id
  where n.campaign_id = r.campaign_id and n.origin = r.origin and n.retry_of is null and sent.id > back.id
    and (n.origin = 'escrow' or n.order_id = r.order_id))`;

const leftInEscrow = leftOn(sql`'escrow:' || r.campaign_id`);
const leftOfFee = leftOn(sql`'fee_unearned:' || r.campaign_id`);

const ownSearches: readonly StuckSearch[] = [
  {
    ...payouts,
    from: payoutsWithCancel,
    where: (before) => sql`o.state in ('submitting', 'processing', 'unclaimed', 'held')
      and (o.state in ('unclaimed', 'held') or o.submitted_at < ${before})`,
    since: sql`o.submitted_at`,
    issue: sql`coalesce(left(x.last_error, 200), o.last_issue)`,
    canRetry: sql`o.state in ('unclaimed', 'held') and (o.cancel_asked_at is null or x.id is not null)`,
    isCancelGivenUp: sql`x.id is not null`,
  },
  {
    ...payouts,
    from: sql`payment p join lateral (
      select * from payout n where n.payment_id = p.id order by n.created_at desc, n.id desc limit 1) o on true`,
    where: () => sql`p.status = 'failed' and o.last_issue is distinct from 'PAID_AFTER_RETURN'`,
    since: sql`p.failed_at`,
    key: sql`p.id`,
    id: sql`o.id`,
    canRetry: sql`o.state in ('failed', 'returned', 'blocked', 'refunded', 'reversed') and p.disputed_since is null
      and not ${isContradicted}`,
  },
  {
    ...payouts,
    from: payoutsWithPayment,
    where: () => sql`o.last_issue = 'PAID_AFTER_RETURN'`,
    since: sql`o.ended_at`,
    canRetry: sql`true`,
  },
  {
    ...refunds,
    where: (before) => sql`r.state in ('submitting', 'pending') and r.created_at < ${before}`,
    since: sql`r.created_at`,
  },
  {
    ...refunds,
    // If none of its money is left, another refund or a lost dispute has taken it.
    where: () => sql`r.state in ('failed', 'cancelled')
      and not exists (select from refund n where n.retry_of = r.id) and not ${isReplaced}
      and case r.origin when 'suspense' then ${leftOn(sql`'suspense:' || r.order_id`)}
        else ${leftInEscrow} + ${leftOfFee} end > 0`,
    since: sql`r.ended_at`,
    canRetry: sql`r.last_issue is distinct from 'REFUND_TIME_LIMIT_EXCEEDED'
      and not exists (select from chargeback c where c.campaign_id = r.campaign_id and c.state = 'open')`,
    isTakenBack: sql`exists (select from chargeback c where c.order_id = r.order_id and c.state = 'lost')`,
  },
  {
    ...orders,
    where: (before) => sql`b.state in ('capturing', 'pending') and b.capture_sent_at < ${before}`,
    since: sql`b.capture_sent_at`,
  },
  {
    ...orders,
    where: (before) => sql`b.state in ('captured', 'surplus') and b.captured_at < ${before}
      and ${leftOn(sql`'suspense:' || b.id`)} > 0`,
    since: sql`b.captured_at`,
    amount: leftOn(sql`'suspense:' || b.id`),
  },
  {
    ...orders,
    kind: 'chargeback',
    from: sql`chargeback c join payment_order b on b.id = c.order_id`,
    where: () => sql`c.state = 'open'`,
    since: sql`c.opened_at`,
    key: sql`c.id`,
    state: sql`c.state`,
    purpose: sql`case b.state when 'bound' then ${purpose} else 'unused' end`,
    issue: sql`null::text`,
    amount: sql`c.amount_cents`,
  },
  {
    kind: 'shortfall',
    from: sql`shortfall f join payment p on p.id = f.payment_id`,
    where: () => sql`f.state in ('open', 'given-up')`,
    since: sql`f.opened_at`,
    key: sql`f.payment_id`,
    state: sql`f.state`,
    issue: sql`null::text`,
    amount: sql`f.short_cents`,
    person: sql`f.payer_id`,
    about: sql`p.campaign_title`,
  },
  {
    ...orders,
    kind: 'debt',
    from: sql`chargeback c join payment_order b on b.id = c.order_id`,
    where: () => sql`c.owed_cents > c.repaid_cents + c.recovered_cents + c.written_off_cents`,
    since: sql`c.closed_at`,
    key: sql`c.id`,
    state: sql`'owed'`,
    issue: sql`null::text`,
    amount: sql`c.owed_cents - c.repaid_cents - c.recovered_cents - c.written_off_cents`,
  },
  {
    kind: 'effect',
    from: sql`outbox x`,
    // Payouts and refunds being sent are listed themselves, and so are payouts whose cancellation failed.
    where: (before) => sql`x.state in ('unknown', 'dead') and starts_with(x.kind, 'payment.')
      and case x.state when 'dead' then x.kind <> 'payment.cancel-payout'
        else x.first_sent_at < ${before} and x.kind not in ('payment.send-payout', 'payment.send-refund') end`,
    since: sql`x.created_at`,
    key: sql`x.id`,
    keyType: 'bigint',
    state: sql`x.state`,
    issue: sql`left(x.last_error, 200)`,
    amount: sql`null::bigint`,
    person: sql`null::uuid`,
    about: sql`null::text`,
    effect: sql`x.kind`,
  },
];

/** Work that others look for comes last, so that cursors keep their meaning. */
const listSearches = ({ ports }: Deps) => [...ownSearches, ports.overdueProofs, ports.overdueDisputes];

const no = sql`false`;
const none = sql`null::text`;

/**
 * Returns at most `limit` stuck entries, oldest first. Entries that should resolve automatically are listed
 * only if older than `before`. Each search walks its index (migrations 0061, 0063 and 0065) only as far as
 * the page needs.
 */
export async function listStuck(
  deps: Deps,
  { before, after, limit }: { before: Date; after: ListPosition | null; limit: number },
): Promise<StuckRow[]> {
  const found = listSearches(deps).map((search, number) => {
    const { kind, from, where, since, key, id = key, state, issue, amount, person, about } = search;
    const { canRetry = no, isCancelAsked = no, isCancelGivenUp = no, isTakenBack = no } = search;
    const { effect = none, purpose = none } = search;
    return sql`(
      select ${number}::int as search, ${kind}::text as kind, ${key}::text as key, ${id}::text as id,
        ${since} as since, ${state} as state, ${issue} as issue, ${amount}::bigint as "amountCents",
        ${person} as "personId", ${about} as about, ${effect} as effect, ${purpose} as purpose,
        ${canRetry} as "canRetry", ${isCancelAsked} as "isCancelAsked", ${isCancelGivenUp} as "isCancelGivenUp",
        ${isTakenBack} as "isTakenBack"
      from ${from} where ${where(before)} and ${follows(search, number, after)}
      order by ${since}, ${key} limit ${limit})`;
  });
  const { rows } = await deps.db.execute<StuckRow & Record<string, unknown>>(sql`
    select * from (${sql.join(found, sql` union all `)}) as stuck
    order by since, search, length(key), key collate "C" limit ${limit}`);
  return rows;
}

function follows(
  { since, key, keyType = 'uuid' }: Pick<StuckSearch, 'since' | 'key'> & { keyType?: string },
  number: number,
  after: ListPosition | null,
): SQL {
  if (!after) return sql`true`;
  if (number < after.search) return sql`${since} > ${after.since}`;
  if (number > after.search) return sql`${since} >= ${after.since}`;
  return sql`(${since}, ${key}) > (${after.since}::timestamptz, ${after.key}::${sql.raw(keyType)})`;
}

export function parsePlace(deps: Deps, since: string, search: string, key: string): ListPosition | null {
  const found = listSearches(deps)[Number(search)];
  const moment = IsoTime.safeParse(since);
  const isKey = found?.keyType === 'bigint' ? /^\d{1,15}$/.test(key) : Id.safeParse(key).success;
  if (!found || !isKey || !moment.success) return null;
  return { since: new Date(moment.data), search: Number(search), key };
}
