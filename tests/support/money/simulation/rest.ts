/** At rest both books are equal, by the product's comparison and by this one. */
import type { Id } from '#kernel/id.ts';
import type { City } from '#tests/support/money/city.ts';

/** Returns all work that still waits; empty at rest. Emails are not sent here. */
export async function unfinished(city: City, reserveId: Id): Promise<string[]> {
  const waiting = await city.wallet.round();
  await city.runOutbox();
  const { rows } = await city.database.pool.query<{ what: string }>(
    `select 'outbox ' || kind || ' ' || state || ' ' || coalesce(last_error, '') as what from outbox
      where state not in ('done', 'dead') and kind not in ('mail', 'mail.code')
    union all select 'order ' || state || ' ' || coalesce(last_issue, '') from payment_order
      where state in ('creating', 'open', 'capturing', 'pending', 'captured')
    union all select 'payout ' || state || ' ' || coalesce(last_issue, '') from payout
      where state in ('submitting', 'processing', 'unclaimed', 'held')
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

interface Line {
  id: string;
  text: string;
  /** It may be missing on the other side: it was never sent, or ended before the server knew of it. */
  isOptional?: boolean;
}

/** Compares both books object by object. Returns an empty list if they agree. */
export async function differences(city: City): Promise<string[]> {
  const books = await city.wallet.books();
  const theirs: Record<string, Line[]> = {
    capture: books.captures
      .filter(({ status }) => status !== 'PENDING' && status !== 'DECLINED')
      .map(({ id = '', amount, fee }) => ({ id, text: `${amount} fee ${fee}` })),
    refund: books.refunds.map(({ customId: id = '', status, amount }) => ({
      id,
      text: `${status} ${amount}`,
    })),
    payout: books.payouts.map(({ senderItemId: id = '', senderBatchId, status = '', amount, receiver }) => ({
      id,
      text: `${endings[status]} ${amount} to ${receiver} in ${senderBatchId}`,
    })),
    dispute: books.disputes.map(({ id = '', outcome, amount }) => {
      const state = outcome === 'RESOLVED_BUYER_FAVOUR' ? 'lost' : outcome === undefined ? 'open' : 'won';
      return { id, text: `${state} ${amount}`, isOptional: state === 'won' };
    }),
    balance: [{ id: '', text: books.balance }],
  };
  const found: string[] = [];
  for (const [what, text] of Object.entries(ours)) {
    const { rows } = await city.database.pool.query<Line>(text);
    const lines = theirs[what] ?? [];
    const ids = new Set([...lines, ...rows].map(({ id }) => id));
    for (const id of ids) {
      const [wallet, twice] = lines.filter((line) => line.id === id);
      const own = rows.find((row) => row.id === id);
      if (twice) found.push(`${what} ${id} left twice`);
      const mayDiffer = !(wallet && own) && (wallet ?? own)?.isOptional;
      if (wallet?.text === own?.text || mayDiffer) continue;
      found.push(`${what} ${id}: the wallet has ${wallet?.text}, we have ${own?.text}`);
    }
  }
  return found;
}

const decimal = (cents: string) => `round(${cents} / 100.0, 2)`;
const ours: Record<string, string> = {
  capture: `select provider_capture_id as id, ${decimal('amount_cents')} || ' fee ' || ${decimal('psp_fee_cents')} as text
    from payment_order where captured_at is not null`,
  refund: `select id, upper(state) || ' ' || ${decimal('amount_cents')} as text, state = 'failed' as "isOptional" from refund`,
  payout: `select id, state || ' ' || ${decimal('amount_cents')} || ' to ' || receiver_email || ' in po_' || id as text,
    state in ('withdrawn', 'failed') as "isOptional" from payout`,
  dispute: `select provider_dispute_id as id, state || ' ' || ${decimal('amount_cents')} as text from chargeback`,
  balance: `select '' as id, ${decimal('coalesce(sum(e.amount), 0)')}::text as text from ledger.entry e
    join ledger.account a on a.id = e.account_id where a.family = 'psp'`,
};

/** The wallet's statuses of a payout, in our terms. */
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

/** Returns money that can no longer be claimed, except this campaign's. */
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

/** Returns everything that has happened at least once, by the rows it left. */
export async function traces(city: City): Promise<string[]> {
  const { rows } = await city.database.pool.query<{ what: string }>(`
    select 'payout ' || state as what from payout
    union select 'refund repeated' from refund where retry_of is not null
    union select 'chargeback ' || state from chargeback
    union select 'repeated after an unknown end: ' || kind from outbox
      where form = 'effect' and kind not in ('mail', 'mail.code') and attempts > 1 and state = 'done'
    union select 'ledger ' || kind from ledger.txn
    order by 1`);
  return rows.map(({ what }) => what);
}
