/** What must be once everything has come to rest: equal books on both sides, by our own comparison and by this one. */
import type { Id } from '#kernel/id.ts';
import { fromDecimal } from '#kernel/money.ts';
import type { City } from '../city.ts';

/** What still waits for somebody or something; empty at rest. Mail is not sent here. */
export async function unsettled(city: City, reserveId: Id): Promise<string[]> {
  const waiting = await city.wallet.round();
  await city.runOutbox();
  const { rows } = await city.database.pool.query<{ what: string }>(
    `select 'outbox ' || kind || ' ' || state || ' ' || coalesce(last_error, '') as what from outbox
      where state not in ('done', 'dead') and kind <> 'mail'
    union all select 'order ' || state || ' ' || coalesce(last_issue, '') from payment_order
      where state in ('creating', 'open', 'capturing', 'pending', 'captured')
    union all select 'payout ' || state || ' ' || coalesce(last_issue, '') from payout
      where state in ('queued', 'submitting', 'processing', 'unclaimed', 'held')
    union all select 'payment ' || status from payment where status <> 'completed'
    union all select 'refund ' || state || ' ' || coalesce(last_issue, '') from refund where state in ('submitting', 'pending')
    union all select 'chargeback ' || state from chargeback where state = 'open'
    union all select 'campaign ' || title from campaign where status = 'active' and id <> $1
    union all select 'webhook ' || event_type from webhook_event where handled_at is null
    order by 1`,
    [reserveId],
  );
  return [...rows.map(({ what }) => what), ...(waiting > 0 ? [`${waiting} deliveries`] : [])];
}

/** Both books side by side, object by object; empty where they agree. */
export async function differences(city: City): Promise<string[]> {
  const books = await city.wallet.books();
  const query = async (text: string): Promise<Record<string, string>[]> =>
    (await city.database.pool.query(text)).rows;
  const found: string[] = [];
  const expectSame = (what: string, theirs: unknown, ours: unknown) => {
    if (theirs !== ours) found.push(`${what}: the wallet has ${String(theirs)}, we have ${String(ours)}`);
  };

  const orders = new Map(
    (
      await query(`select provider_capture_id as id, amount_cents as cents, psp_fee_cents as fee, state
        from payment_order where captured_at is not null`)
    ).map((row) => [row['id'], row]),
  );
  for (const { id, status, amount = '', fee = '' } of books.captures) {
    const ours = orders.get(id);
    orders.delete(id);
    if (status === 'PENDING' || status === 'DECLINED')
      expectSame(`capture ${id}`, undefined, ours?.['state']);
    else
      expectSame(
        `capture ${id}`,
        `${fromDecimal(amount)} fee ${fromDecimal(fee)}`,
        `${ours?.['cents']} fee ${ours?.['fee']}`,
      );
  }
  for (const id of orders.keys()) expectSame(`capture ${id}`, undefined, 'booked');

  const refunds = new Map(
    (await query('select id, amount_cents as cents, state from refund')).map((row) => [row['id'], row]),
  );
  for (const { customId, status, amount = '' } of books.refunds) {
    const ours = refunds.get(customId);
    refunds.delete(customId);
    expectSame(
      `refund ${customId}`,
      `${status} ${fromDecimal(amount)}`,
      `${ours?.['state']?.toUpperCase()} ${ours?.['cents']}`,
    );
  }
  for (const [id, row] of refunds)
    if (row['state'] !== 'failed') expectSame(`refund ${id}`, undefined, row['state']);

  const payouts = new Map(
    (await query('select id, amount_cents as cents, state, receiver_email as receiver from payout')).map(
      (row) => [row['id'], row],
    ),
  );
  const items = new Set<string | undefined>();
  for (const { senderItemId, senderBatchId, status = '', amount = '', receiver } of books.payouts) {
    if (items.has(senderItemId)) found.push(`payout ${senderItemId} left twice`);
    items.add(senderItemId);
    const ours = payouts.get(senderItemId);
    payouts.delete(senderItemId);
    expectSame(`payout ${senderItemId}`, senderBatchId, `po_${senderItemId}`);
    expectSame(
      `payout ${senderItemId}`,
      `${endings[status]} ${fromDecimal(amount)} to ${receiver}`,
      `${ours?.['state']} ${ours?.['cents']} to ${ours?.['receiver']}`,
    );
  }
  for (const [id, { state }] of payouts)
    if (state !== 'withdrawn' && state !== 'failed') expectSame(`payout ${id}`, undefined, state);

  const chargebacks = new Map(
    (await query('select provider_dispute_id as id, amount_cents as cents, state from chargeback')).map(
      (row) => [row['id'], row],
    ),
  );
  for (const { id, outcome, amount = '' } of books.disputes) {
    const ours = chargebacks.get(id);
    chargebacks.delete(id);
    const state = outcome === 'RESOLVED_BUYER_FAVOUR' ? 'lost' : outcome === undefined ? 'open' : 'won';
    // One that had ended without a loss before we heard of it was never booked.
    if (!ours && state === 'won') continue;
    expectSame(`dispute ${id}`, `${state} ${fromDecimal(amount)}`, `${ours?.['state']} ${ours?.['cents']}`);
  }
  for (const id of chargebacks.keys()) expectSame(`dispute ${id}`, undefined, 'booked');

  const [psp] = await query(`select coalesce(sum(e.amount), 0)::bigint as cents from ledger.entry e
    join ledger.account a on a.id = e.account_id where a.family = 'psp'`);
  expectSame('balance', centsOf(books.balance), psp?.['cents']);
  return found;
}

/** A wallet's balance may be below zero. */
const centsOf = (amount: string) =>
  amount.startsWith('-') ? -fromDecimal(amount.slice(1)) : fromDecimal(amount);

const endings: Readonly<Record<string, string>> = {
  SUCCESS: 'succeeded',
  FAILED: 'failed',
  RETURNED: 'returned',
  BLOCKED: 'blocked',
  REFUNDED: 'refunded',
  UNCLAIMED: 'unclaimed',
  ONHOLD: 'held',
  PENDING: 'processing',
};

/** Money that is left where nobody counts on it, but for this campaign's. */
export async function unexplained(city: City, reserveId: Id): Promise<string[]> {
  const { rows } = await city.database.pool.query<{ what: string }>(
    `select a.code || ' ' || a.balance from ledger.account a
      where a.family in ('escrow', 'fee_unearned', 'suspense', 'dispute_hold', 'psp_held', 'refund_in_flight',
        'payout_in_flight', 'payable', 'tax_hold') and a.balance <> 0 and a.code not like '%:' || $1
    union all select rule || ' ' || reference from ledger.violation`,
    [reserveId],
  );
  return rows.map(({ what }) => what);
}

/** What has happened at least once, told by what it has left behind. */
export async function traces(city: City): Promise<string[]> {
  const { rows } = await city.database.pool.query<{ what: string }>(`
    select 'payout ' || state as what from payout
    union select 'payout waited: ' || last_issue from payout where last_issue is not null
    union select 'refund ' || state || coalesce(': ' || last_issue, '') from refund
    union select 'refund of ' || origin from refund
    union select 'refund repeated' from refund where retry_of is not null
    union select 'order ' || state || coalesce(': ' || last_issue, '') from payment_order
    union select 'chargeback ' || state from chargeback
    union select 'chargeback of suspense' from chargeback where held_suspense_cents > 0
    union select 'chargeback owed' from chargeback where owed_cents > 0
    union select 'repeated after an unknown end: ' || kind from outbox
      where form = 'effect' and kind <> 'mail' and attempts > 1 and state = 'done'
    union select 'ledger ' || kind from ledger.txn
    order by 1`);
  return rows.map(({ what }) => what);
}
