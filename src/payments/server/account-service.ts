import { and, asc, eq, isNotNull, or, sql } from 'drizzle-orm';
import { isAmong } from '#platform/server/db/is-among.ts';
import type { AccountTies, ErasePerson, ExportPart } from '#auth/server/ports.ts';
import { formatDollars } from '#kernel/money.ts';
import { type Message, msg } from '#kernel/text.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import { renounceShortfalls } from './shortfalls/renounce.ts';
import { chargeback, payment, paymentOrder, payout, refund, shortfall } from './tables.ts';
import { invoice } from './invoices/invoice-tables.ts';
import { tip } from './tips/tip-tables.ts';
import { walletConnection } from './wallet-connection/wallet-connection-tables.ts';

interface Sums extends Record<string, unknown> {
  unpaid_cents: number;
  given_up_cents: number;
  paid: number;
  orders: number;
  open_orders: number;
  back_cents: number;
  kept_cents: number;
  disputed: number;
  owed_cents: number;
  short_cents: number;
}

/**
 * One statement, so that no amount can move between two reads. Payments that are not completed are in the
 * marketer's balance, on hold, or in flight.
 */
async function loadSums(reader: Reader, userId: string): Promise<Sums> {
  const { rows } = await reader.execute<Sums>(sql`
    with own_order as (select id, campaign_id, state from payment_order where created_by = ${userId}),
    own_campaign as (select distinct campaign_id from own_order)
    select
      (select coalesce(sum(amount_cents), 0)::bigint from payment where marketer_id = ${userId} and status <> 'completed'
        and not (is_short and status = 'failed')) as unpaid_cents,
      (select coalesce(sum(p.amount_cents), 0)::bigint from payment p join shortfall f on f.payment_id = p.id
        where p.marketer_id = ${userId} and f.state = 'given-up') as given_up_cents,
      (select coalesce(sum(case f.state when 'covered' then f.covered_cents - coalesce(f.recovered_cents, 0)
          else f.short_cents + f.short_fee_cents end), 0)::bigint
        from shortfall f where f.payer_id = ${userId} and (f.state in ('open', 'given-up') or (f.state = 'covered'
          and exists (select from chargeback c where c.campaign_id = f.campaign_id and c.state in ('open', 'lost')))))
        as short_cents,
      (select count(*)::int from payment where marketer_id = ${userId}) as paid,
      (select count(*)::int from own_order) as orders,
      (select count(*)::int from own_order where state in ('creating', 'open', 'capturing', 'pending', 'captured'))
        as open_orders,
      (select coalesce(sum(r.amount_cents), 0)::bigint from refund r join own_order o on o.id = r.order_id
        where r.state in ('submitting', 'pending')) as back_cents,
      (select coalesce(sum(a.balance), 0)::bigint from ledger.account a where a.code in (
        select family || ':' || campaign_id
          from own_campaign, unnest(array['escrow', 'fee_unearned']) family
        union all select 'suspense:' || id from own_order)) as kept_cents,
      (select count(*)::int from chargeback where payer_id = ${userId} and state = 'open') as disputed,
      (select coalesce(sum(a.balance), 0)::bigint from ledger.account a where a.code = 'receivable:' || ${userId}::text)
        as owed_cents`);
  const [sums] = rows;
  if (!sums) throw new Error('the query returned no row');
  return sums;
}

export const paymentTies: AccountTies = async (reader, userId) => {
  const sums = await loadSums(reader, userId);
  const earned = '/payments';
  const spent = '/advertiser';
  return [
    ...(sums.unpaid_cents > 0
      ? [
          open(
            msg('{amount} of your earnings hasn’t been paid out yet.', {
              amount: formatDollars(sums.unpaid_cents),
            }),
            earned,
          ),
        ]
      : []),
    ...(sums.given_up_cents > 0
      ? [
          {
            text: msg(
              'You’re still owed {amount} for approved work. You give it up if you delete your account.',
              { amount: formatDollars(sums.given_up_cents) },
            ),
            isOpen: false,
            isGivenUp: true,
            href: earned,
          },
        ]
      : []),
    ...(sums.open_orders > 0 ? [open(msg('A payment you started is still in progress.'), spent)] : []),
    ...(sums.kept_cents > 0
      ? [
          open(
            msg('{amount} of your payments is still in escrow.', { amount: formatDollars(sums.kept_cents) }),
            spent,
          ),
        ]
      : []),
    ...(sums.back_cents > 0
      ? [open(msg('{amount} is being refunded to you.', { amount: formatDollars(sums.back_cents) }), spent)]
      : []),
    ...(sums.disputed > 0 ? [open(msg('One of your payments is disputed at PayPal.'), spent)] : []),
    ...(sums.owed_cents > 0
      ? [
          open(
            msg('You owe {amount} after a PayPal dispute.', { amount: formatDollars(sums.owed_cents) }),
            spent,
          ),
        ]
      : []),
    ...(sums.short_cents > 0
      ? [
          open(
            msg('You owe {amount} for approved work after a PayPal dispute.', {
              amount: formatDollars(sums.short_cents),
            }),
            spent,
          ),
        ]
      : []),
    ...(sums.paid > 0 ? [{ text: msg('You’ve been paid for campaigns.'), isOpen: false, href: earned }] : []),
    ...(sums.orders > 0 ? [{ text: msg('You’ve paid for campaigns.'), isOpen: false, href: spent }] : []),
  ];
};

const open = (text: Message, href: string) => ({ text, isOpen: true, href });

export async function campaignsWithOrders(
  reader: Reader,
  campaignIds: readonly string[],
): Promise<Set<string>> {
  if (campaignIds.length === 0) return new Set();
  const rows = await reader
    .selectDistinct({ campaignId: paymentOrder.campaignId })
    .from(paymentOrder)
    .where(isAmong(paymentOrder.campaignId, campaignIds));
  return new Set(rows.map(({ campaignId }) => campaignId));
}

/** Financial records stay. Pending wallet connections are deleted, and pay that was given up is renounced. */
export const erasePayments: ErasePerson = async (tx, deps, userId) => {
  await renounceShortfalls(tx, deps, userId);
  await tx.delete(walletConnection).where(eq(walletConnection.accountId, userId));
};

export const paymentsExport: readonly ExportPart[] = [
  {
    name: 'payments',
    tables: ['payment'],
    read: (db, _deps, userId) =>
      db.select().from(payment).where(eq(payment.marketerId, userId)).orderBy(asc(payment.createdAt)),
  },
  {
    name: 'payouts',
    tables: ['payout'],
    read: (db, _deps, userId) =>
      db.select().from(payout).where(eq(payout.marketerId, userId)).orderBy(asc(payout.createdAt)),
  },
  {
    name: 'orders',
    tables: ['payment_order'],
    // Without request keys and URLs: they say nothing about the user.
    read: (db, _deps, userId) =>
      db
        .select({
          id: paymentOrder.id,
          campaignId: paymentOrder.campaignId,
          description: paymentOrder.description,
          amountCents: paymentOrder.amountCents,
          payCents: paymentOrder.payCents,
          feeCents: paymentOrder.feeCents,
          tipId: paymentOrder.tipId,
          state: paymentOrder.state,
          providerOrderId: paymentOrder.providerOrderId,
          providerCaptureId: paymentOrder.providerCaptureId,
          createdAt: paymentOrder.createdAt,
          capturedAt: paymentOrder.capturedAt,
          boundAt: paymentOrder.boundAt,
        })
        .from(paymentOrder)
        .where(eq(paymentOrder.createdBy, userId))
        .orderBy(asc(paymentOrder.createdAt)),
  },
  {
    name: 'refunds',
    tables: ['refund'],
    read: async (db, _deps, userId) => {
      const rows = await db
        .select({ refund })
        .from(refund)
        .innerJoin(paymentOrder, eq(paymentOrder.id, refund.orderId))
        .where(eq(paymentOrder.createdBy, userId))
        .orderBy(asc(refund.createdAt));
      return rows.map(({ refund: { requestedBy, ...row } }) => ({
        ...row,
        requestedBy: requestedBy === userId ? 'you' : 'the platform', // not for users
      }));
    },
  },
  {
    name: 'tips',
    tables: ['tip'],
    read: (db, _deps, userId) =>
      db
        .select({
          id: tip.id,
          proofId: tip.proofId,
          campaignId: tip.campaignId,
          amountCents: tip.amountCents,
          createdAt: tip.createdAt,
          paidAt: tip.paidAt,
        })
        .from(tip)
        .where(or(eq(tip.payerId, userId), and(eq(tip.marketerId, userId), isNotNull(tip.paidAt))))
        .orderBy(asc(tip.createdAt)),
  },
  {
    name: 'invoices',
    tables: ['invoice'],
    read: (db, _deps, userId) =>
      db.select().from(invoice).where(eq(invoice.buyerId, userId)).orderBy(asc(invoice.issuedAt)),
  },
  {
    name: 'shortfalls',
    tables: ['shortfall'],
    read: (db, _deps, userId) =>
      db
        .select({
          paymentId: shortfall.paymentId,
          campaignId: shortfall.campaignId,
          shortCents: shortfall.shortCents,
          shortFeeCents: shortfall.shortFeeCents,
          state: shortfall.state,
          openedAt: shortfall.openedAt,
          endedAt: shortfall.endedAt,
        })
        .from(shortfall)
        .innerJoin(payment, eq(payment.id, shortfall.paymentId))
        .where(or(eq(shortfall.payerId, userId), eq(payment.marketerId, userId)))
        .orderBy(asc(shortfall.turn)),
  },
  {
    name: 'chargebacks',
    tables: ['chargeback'],
    read: (db, _deps, userId) =>
      db.select().from(chargeback).where(eq(chargeback.payerId, userId)).orderBy(asc(chargeback.openedAt)),
  },
];
