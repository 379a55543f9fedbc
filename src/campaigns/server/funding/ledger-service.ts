import { type Cents, toDecimal } from '#kernel/money.ts';
import { t } from '#kernel/text.ts';
import { listCampaignEntries, type CampaignEntry, type CampaignMove } from '#payments/server/service.ts';
import { csvLine } from '#platform/server/security/csv.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { loadNames } from '#profiles/server/service.ts';
import { type CampaignLedger, type CampaignLedgerLine, LedgerMove } from '../../ledger-contract.ts';
import type { Deps } from '../ports.ts';
import { getCampaignFor } from '../service.ts';

const ledgerMoves: Readonly<Record<CampaignMove, LedgerMove>> = {
  fund: 'funded',
  release: 'released',
  take_back: 'taken-back',
  refund_submit: 'refunded',
  refund_fail: 'refund-returned',
  dispute_hold: 'disputed',
  dispute_release: 'dispute-ended',
  dispute_lost: 'dispute-ended',
  shortfall_paid: 'shortfall-paid',
  cover: 'covered',
  recover: 'cover-returned',
  tip_release: 'tipped',
};

export async function readCampaignLedger(deps: Deps, actor: Actor, id: string): Promise<CampaignLedger> {
  await getCampaignFor(deps.db, actor, id, 'read');
  return loadCampaignLedger(deps, id);
}

async function loadCampaignLedger(deps: Deps, id: string): Promise<CampaignLedger> {
  const entries = await listCampaignEntries(deps.db, id);
  const names = await loadNames(
    deps.db,
    entries.flatMap(({ marketerId }) => marketerId ?? []),
  );
  const lines: CampaignLedgerLine[] = [];
  let leftCents = 0;
  for (const entry of entries) {
    leftCents += entry.payCents + entry.feeCents;
    lines.push({
      at: entry.at.toISOString(),
      move: ledgerMoves[entry.move],
      marketer: entry.marketerId ? (names.get(entry.marketerId)?.name ?? null) : null,
      isArrived: entry.refundState === null ? null : entry.refundState === 'completed',
      pay: toDecimal(entry.payCents),
      fee: toDecimal(entry.feeCents),
      tip: toDecimal(entry.tipCents),
      left: toDecimal(leftCents),
    });
  }
  const holds = await deps.ports.listDisputeHolds(deps.db, id);
  return { ...sumEntries(entries), left: toDecimal(leftCents), lines, holds };
}

/** The caller has checked that the reader may see the campaign's money. */
export async function sumCampaignLedger(reader: Reader, id: string) {
  const entries = await listCampaignEntries(reader, id);
  const leftCents = entries.reduce((sum, { payCents, feeCents }) => sum + payCents + feeCents, 0);
  return { ...sumEntries(entries), left: toDecimal(leftCents) };
}

function sumEntries(entries: readonly CampaignEntry[]) {
  const sum = (moves: readonly LedgerMove[], part: (entry: CampaignEntry) => Cents) =>
    entries
      .filter(({ move }) => moves.includes(ledgerMoves[move]))
      .reduce((total, entry) => total + part(entry), 0);
  const both = ({ payCents, feeCents }: CampaignEntry) => payCents + feeCents;
  const gone = (cents: Cents) => toDecimal(cents === 0 ? 0 : -cents);
  return {
    funded: toDecimal(sum(['funded'], both)),
    repaid: toDecimal(sum(['shortfall-paid', 'covered'], both)),
    released: gone(sum(['released', 'taken-back'], ({ payCents }) => payCents)),
    feeEarned: gone(sum(['released', 'taken-back'], ({ feeCents }) => feeCents)),
    refunded: gone(sum(['refunded', 'refund-returned'], both)),
    disputed: gone(sum(['disputed', 'dispute-ended'], both)),
    recovered: gone(sum(['cover-returned'], both)),
    tipped: toDecimal(sum(['tipped'], ({ tipCents }) => tipCents)),
    sums: {
      pay: toDecimal(sum(LedgerMove.options, ({ payCents }) => payCents)),
      fee: toDecimal(sum(LedgerMove.options, ({ feeCents }) => feeCents)),
    },
  };
}

/** Amounts are in dollars. The last row has the column totals. */
export function formatLedgerCsv({ lines, sums, tipped, left: leftInAll }: CampaignLedger): string {
  const heading = [
    t('Time (UTC)'),
    t('What'),
    t('Marketer'),
    t('Pay (USD)'),
    t('Fee (USD)'),
    t('Tip (USD)'),
    t('Left (USD)'),
  ];
  const rows = lines.map(({ at, move, marketer, pay, fee, tip, left }) => [
    at,
    move,
    marketer ?? '',
    pay,
    fee,
    tip,
    left,
  ]);
  const foot = ['', t('total'), '', sums.pay, sums.fee, tipped, leftInAll];
  return [heading, ...rows, foot].map(csvLine).join('');
}
