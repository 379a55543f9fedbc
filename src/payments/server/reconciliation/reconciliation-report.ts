import { addMilliseconds, DAY } from '#kernel/time.ts';
import type {
  Outcome,
  TransactionPage,
  WalletProvider,
  WalletTransaction,
} from '../provider/wallet-provider.ts';

export type TransactionKind =
  | 'capture'
  | 'refund'
  | 'payout'
  | 'payout-back'
  | 'dispute-hold'
  | 'dispute-release'
  | 'dispute-lost'
  | 'fee'
  | 'set-aside'
  | 'other';

/** Maps the wallet's event codes (its T-code reference). Returns 'other' for codes that we do not know. */
export function classifyTransaction({ eventCode, amountCents }: WalletTransaction): TransactionKind {
  const known = happenings[eventCode];
  if (known) return known;
  if (/^T(?:13|15|21)/.test(eventCode)) return 'set-aside';
  if (eventCode.startsWith('T01')) return 'fee';
  // Checkout is T0006. A payer's money can also arrive under any other code of this group.
  return eventCode.startsWith('T00') && amountCents > 0 ? 'capture' : 'other';
}

const happenings: Readonly<Record<string, TransactionKind | undefined>> = {
  T0001: 'payout',
  T1105: 'set-aside',
  T1106: 'dispute-lost',
  T1107: 'refund',
  T1110: 'dispute-hold',
  T1111: 'dispute-release',
  T1114: 'payout-back',
  T1115: 'payout-back',
  T1201: 'dispute-lost',
};

/** The codes of returned payouts. */
export const returnedPayoutCodes: readonly string[] = Object.keys(happenings).filter(
  (code) => happenings[code] === 'payout-back',
);

export function collectIds(line: WalletTransaction): string[] {
  return [line.transactionId, line.referenceId, line.customId, line.invoiceId].filter(
    (name) => name !== undefined,
  );
}

export type Report =
  | { lines: WalletTransaction[]; completeUntil: Date | undefined }
  | { failed: Exclude<Outcome<TransactionPage>, { kind: 'success' }> }
  | { isTooLong: true };

/** The wallet's maximum period per request. */
const LONGEST_REQUEST_MS = 31 * DAY;
/** 500 lines each. */
const MOST_PAGES = 200;

/** At most 200 requests. */
export async function loadReport(
  wallet: WalletProvider,
  from: Date,
  to: Date,
  eventCode?: string,
): Promise<Report> {
  const lines: WalletTransaction[] = [];
  let completeUntil: Date | undefined;
  let left = MOST_PAGES;
  for (let start = from; start < to; start = addMilliseconds(start, LONGEST_REQUEST_MS)) {
    const end = new Date(Math.min(to.getTime(), start.getTime() + LONGEST_REQUEST_MS));
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      if (left === 0) return { isTooLong: true };
      left -= 1;
      const seen = await wallet.listTransactions({ from: start, to: end, page, eventCode });
      if (seen.kind !== 'success') return { failed: seen };
      // Periods include both ends, so a line at a boundary was in the previous request.
      const isFirst = start === from;
      lines.push(...seen.value.transactions.filter(({ at }) => isFirst || at > start));
      ({ pages } = seen.value);
      completeUntil = earlier(completeUntil, seen.value.completeUntil);
    }
  }
  return { lines, completeUntil };
}

function earlier(one: Date | undefined, other: Date | undefined): Date | undefined {
  if (!one || !other) return one ?? other;
  return one < other ? one : other;
}
