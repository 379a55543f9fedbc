import type { z } from 'zod';
import { toTimeSpan } from '#kernel/calendar.ts';
import type { ResponseInput } from '#kernel/endpoint.ts';
import { type Cents, toDecimal } from '#kernel/money.ts';
import { decodeCursor, encodeCursor } from '#kernel/page.ts';
import { IsoTime } from '#kernel/time.ts';
import { t } from '#kernel/text.ts';
import {
  type EntryPosition,
  type HeldMove,
  type HistoryEntry,
  listHistory,
  streamHistory,
  sumHistory,
} from '#payments/server/ledger/held-changes-service.ts';
import { refuse } from '#campaigns/domain.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import { linkToPage } from '#platform/server/http/page-link.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { loadNames } from '#profiles/server/service.ts';
import { loadStandings } from '#teams/server/service.ts';
import {
  type downloadPaymentHistory,
  type getPaymentTotals as totalsContract,
  type HistoryLine,
  type HistoryMove,
  type HistoryTotals,
  listPaymentHistory as listContract,
} from '../../payment-history-contract.ts';
import type { Deps } from '../ports.ts';
import { getCampaignFor } from '../service.ts';
import { createHistoryCsv } from './payment-history-csv.ts';
import * as store from './payment-history-store.ts';

type Query = z.infer<(typeof downloadPaymentHistory)['query']>;
type PageQuery = z.infer<(typeof listContract)['query']>;

/** Refuses 'campaign/not-found' if the query names a campaign that the caller may not read. */
export async function listPaymentHistory(
  deps: Deps,
  actor: Actor,
  query: PageQuery,
): Promise<{ lines: ResponseInput<typeof listContract>; link: string | null }> {
  const after = query.cursor === undefined ? null : parseCursor(query.cursor);
  const ids = await listReadableCampaigns(deps.db, actor, query.campaignId);
  const entries = await listHistory(deps.db, ids, toTimeSpan(query), { limit: query.limit, after });
  const last = entries.at(-1);
  const cursor = last && encodeCursor({ sortedBy: last.at.toISOString(), id: String(last.number) });
  return {
    lines: await toLines(deps.db, deps, actor, entries),
    link: cursor && entries.length === query.limit ? linkToPage(listContract.path, query, cursor) : null,
  };
}

/** Keeps a file below about 15 MB. */
const MOST_LINES = 100_000;

/**
 * Returns all lines and the sums of the period as a CSV file, of one moment. It is complete before it is sent, because
 * a slow reader would otherwise keep the transaction open.
 */
export async function createHistoryFile(
  deps: Deps,
  actor: Actor,
  query: Query,
  mostLines = MOST_LINES,
): Promise<Buffer[]> {
  const csv = createHistoryCsv(query.timeZone);
  return transact(
    deps.db,
    async (tx) => {
      const ids = await listReadableCampaigns(tx, actor, query.campaignId);
      const parts = [csv.formatHeading()].map((text) => Buffer.from(text));
      let count = 0;
      for await (const entries of streamHistory(tx, ids, toTimeSpan(query))) {
        count += entries.length;
        if (count > mostLines) throw refuse('campaign/history-too-long');
        parts.push(Buffer.from(csv.formatLines(await toLines(tx, deps, actor, entries))));
      }
      parts.push(Buffer.from(csv.formatTotals(await sumUp(tx, ids, query))));
      return parts;
    },
    { readOnlySnapshot: true },
  );
}

export async function getPaymentTotals(
  deps: Deps,
  actor: Actor,
  query: Query,
): Promise<ResponseInput<typeof totalsContract>> {
  const ids = await listReadableCampaigns(deps.db, actor, query.campaignId);
  return {
    ...(await sumUp(deps.db, ids, query)),
    canIssueInvoices:
      deps.config.operator !== null && (await store.includesOwnCampaign(deps.db, ids, actor.userId)),
  };
}

async function listReadableCampaigns(reader: Reader, actor: Actor, campaignId?: string): Promise<string[]> {
  if (campaignId !== undefined) return [(await getCampaignFor(reader, actor, campaignId, 'read')).id];
  const { ownerIds } = await loadStandings(reader, actor);
  return store.listPaidCampaignIds(reader, ownerIds);
}

function parseCursor(text: string): EntryPosition {
  const { id, sortedBy } = decodeCursor(text) ?? {};
  const at = IsoTime.safeParse(sortedBy);
  if (!at.success || !/^\d{1,15}$/.test(id ?? '')) {
    throw refuse('request/invalid', { fields: { cursor: t('This page does not exist') } });
  }
  return { at: new Date(at.data), number: Number(id) };
}

async function toLines(
  reader: Reader,
  deps: Deps,
  { userId }: Actor,
  entries: readonly HistoryEntry[],
): Promise<HistoryLine[]> {
  const titles = await store.loadTitles(reader, [...new Set(entries.map(({ campaignId }) => campaignId))]);
  const marketerIds = new Set(entries.flatMap(({ marketerId }) => marketerId ?? []));
  const names = await loadNames(reader, [...marketerIds]);
  return entries.map((entry) => ({
    number: entry.number,
    at: entry.at.toISOString(),
    campaignId: entry.campaignId,
    campaignTitle: titles.get(entry.campaignId) ?? '',
    move: toMove(entry),
    marketer: entry.marketerId === null ? null : (names.get(entry.marketerId)?.name ?? null),
    state: entry.state,
    amount: toDecimal(entry.amountCents),
    fee: toDecimal(entry.feeCents),
    held: toDecimal(entry.heldCents),
    invoices: entry.invoices,
    invoiceFor:
      deps.config.operator && entry.invoices.length === 0 && entry.order?.payerId === userId
        ? entry.order.id
        : null,
  }));
}

const moves: Readonly<Record<HeldMove, HistoryMove>> = {
  capture: 'paid',
  release: 'released',
  take_back: 'taken-back',
  tip_capture: 'tipped',
  refund_submit: 'refunded',
  refund_fail: 'refund-returned',
  dispute_hold: 'disputed',
  dispute_release: 'dispute-ended',
  dispute_lost: 'dispute-ended',
  cover: 'covered',
  recover: 'recovered',
  debt_paid: 'debt-repaid',
  correction: 'corrected',
};

const payments: Readonly<Record<NonNullable<HistoryEntry['purpose']>, HistoryMove>> = {
  campaign: 'paid',
  shortfall: 'paid-shortfall',
  debt: 'paid-debt',
  tip: 'paid-tip',
};

const toMove = ({ move, purpose }: HistoryEntry): HistoryMove =>
  purpose === null ? moves[move] : payments[purpose];

async function sumUp(reader: Reader, ids: readonly string[], query: Query): Promise<HistoryTotals> {
  const { heldBeforeCents, kinds } = await sumHistory(reader, ids, toTimeSpan(query));
  const sum = (...named: HeldMove[]) =>
    named.reduce((total, kind) => total + (kinds.get(kind)?.amountCents ?? 0), 0);
  const sumFees = (...named: HeldMove[]) =>
    named.reduce((total, kind) => total + (kinds.get(kind)?.feeCents ?? 0), 0);
  // 0 - 0 is 0, but -0 would be '-0.00'.
  const out = (cents: Cents) => toDecimal(0 - cents);
  const feeCents = sumFees('release', 'take_back');
  const heldAfterCents = [...kinds.values()].reduce((total, { amountCents }) => total + amountCents, 0);
  return {
    heldBefore: toDecimal(heldBeforeCents),
    paidIn: toDecimal(sum('capture')),
    released: out(sum('release', 'take_back') - feeCents),
    fee: out(feeCents),
    tipped: out(sum('tip_capture')),
    refunded: out(sum('refund_submit', 'refund_fail')),
    disputed: out(sum('dispute_hold', 'dispute_release', 'dispute_lost')),
    adjusted: toDecimal(sum('cover', 'recover', 'debt_paid', 'correction')),
    heldAfter: toDecimal(heldBeforeCents + heldAfterCents),
  };
}
