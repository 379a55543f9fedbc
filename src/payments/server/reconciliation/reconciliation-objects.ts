import { type SQL, sql } from 'drizzle-orm';
import type { Id } from '#kernel/id.ts';
import type { Cents } from '#kernel/money.ts';
import { isAmong } from '#platform/server/db/is-among.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import {
  chargeback,
  type ChargebackRow,
  type OrderRow,
  paymentOrder,
  payout,
  type PayoutRow,
  refund,
  type RefundRow,
} from '../tables.ts';

export interface Objects {
  orders: Map<string, OrderRow>;
  refunds: Map<string, RefundRow>;
  payouts: Map<string, PayoutRow>;
  chargebacks: ChargebackRow[];
}

interface Booked {
  captures: string[];
  refunds: Id[];
  payouts: Id[];
  chargebacks: Id[];
}

const bookings = {
  capture: 'captures',
  psp_fee: 'captures',
  refund_submit: 'refunds',
  refund_settle: 'refunds',
  payout_submit: 'payouts',
  payout_settle: 'payouts',
  payout_fee: 'payouts',
  payout_reverse: 'payouts',
  write_off: 'payouts',
  dispute_hold: 'chargebacks',
  dispute_release: 'chargebacks',
  dispute_lost: 'chargebacks',
} as const satisfies Record<string, keyof Booked>;

async function findBooked(reader: Reader, from: Date, to: Date): Promise<Booked> {
  const { rows } = await reader.execute<{ kind: keyof typeof bookings; id: string }>(sql`
    select distinct kind, split_part(dedupe_key, ':', 2) as id from ledger.txn
    where occurred_at between ${from} and ${to} and kind = any(${sql.param(Object.keys(bookings))})`);
  const booked: Booked = { captures: [], refunds: [], payouts: [], chargebacks: [] };
  for (const { kind, id } of rows) booked[bookings[kind]].push(id);
  return booked;
}

/** Objects with postings in the period, and all that the wallet names, of any date. */
export async function loadObjects(
  reader: Reader,
  { from, to, names }: { from: Date; to: Date; names: readonly string[] },
): Promise<Objects> {
  const booked = await findBooked(reader, from, to);
  const ids = names.filter((name) => uuid.test(name));
  const orders = [
    ...(await inBatches([...booked.captures, ...names], (part) =>
      reader.select().from(paymentOrder).where(isAmong(paymentOrder.providerCaptureId, part)),
    )),
    ...(await inBatches(ids, (part) =>
      reader.select().from(paymentOrder).where(isAmong(paymentOrder.id, part)),
    )),
  ];
  const refunds = [
    ...(await inBatches(names, (part) =>
      reader.select().from(refund).where(isAmong(refund.providerRefundId, part)),
    )),
    ...(await inBatches([...booked.refunds, ...ids], (part) =>
      reader.select().from(refund).where(isAmong(refund.id, part)),
    )),
  ];
  const payouts = [
    ...(await inBatches(names, (part) =>
      reader.select().from(payout).where(isAmong(payout.providerTransactionId, part)),
    )),
    ...(await inBatches([...booked.payouts, ...ids], (part) =>
      reader.select().from(payout).where(isAmong(payout.id, part)),
    )),
  ];
  const chargebacks = [
    ...(await inBatches(booked.chargebacks, (part) =>
      reader.select().from(chargeback).where(isAmong(chargeback.id, part)),
    )),
    ...(await inBatches(
      orders.map(({ id }) => id),
      (part) => reader.select().from(chargeback).where(isAmong(chargeback.orderId, part)),
    )),
  ];
  return {
    orders: named(orders, (order) => [order.id, order.providerCaptureId]),
    refunds: named(refunds, (row) => [row.id, row.providerRefundId]),
    payouts: named(payouts, (row) => [row.id, row.providerTransactionId]),
    chargebacks: [...named(chargebacks, (row) => [row.id]).values()],
  };
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

function named<Row>(rows: readonly Row[], namesOf: (row: Row) => (string | null)[]): Map<string, Row> {
  const found = new Map<string, Row>();
  for (const row of rows) for (const name of namesOf(row)) if (name !== null) found.set(name, row);
  return found;
}

/** Number of values that one statement handles easily. */
const BATCH_SIZE = 5000;

async function inBatches<Value, Row>(
  values: readonly Value[],
  find: (part: Value[]) => Promise<Row[]>,
): Promise<Row[]> {
  const different = [...new Set(values)];
  const rows: Row[] = [];
  for (let start = 0; start < different.length; start += BATCH_SIZE) {
    rows.push(...(await find(different.slice(start, start + BATCH_SIZE))));
  }
  return rows;
}

/** The wallet balance change of one posting. Debits are positive. */
export interface Posting {
  at: Date;
  freeCents: Cents;
  /** Change of the available balance plus what the wallet keeps for disputes. */
  wholeCents: Cents;
}

export async function loadPostings(reader: Reader, keys: readonly string[]): Promise<Map<string, Posting>> {
  const rows = await inBatches(keys, (part) =>
    readPostings(reader, sql`t.dedupe_key = any(${sql.param(part)})`),
  );
  return new Map(rows);
}

export async function loadPostingsWithin(
  reader: Reader,
  from: Date,
  to: Date,
): Promise<Map<string, Posting>> {
  const rows = await readPostings(reader, sql`t.occurred_at between ${from} and ${to}`);
  return new Map(rows.filter(([, { wholeCents }]) => wholeCents !== 0));
}

async function readPostings(reader: Reader, which: SQL): Promise<[key: string, Posting][]> {
  // Selects the few transactions first: nearly every transaction has an entry on the wallet's account.
  const { rows } = await reader.execute<{ key: string; at: Date; free: number; whole: number }>(sql`
    with meant as materialized (select t.id, t.dedupe_key, t.occurred_at from ledger.txn t where ${which})
    select t.dedupe_key as key, t.occurred_at as at, sum(e.amount)::bigint as whole,
      coalesce(sum(e.amount) filter (where e.family = 'psp'), 0)::bigint as free
    from meant t cross join lateral (
      select e.amount, a.family from ledger.entry e join ledger.account a on a.id = e.account_id
      where e.txn_id = t.id and a.family in ('psp', 'psp_held') offset 0
    ) e
    group by t.id, t.dedupe_key, t.occurred_at`);
  return rows.map(({ key, at, free, whole }) => [key, { at, freeCents: free, wholeCents: whole }]);
}
