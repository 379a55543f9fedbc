import { listWeeks } from '#kernel/calendar.ts';
import type { ResponseInput } from '#kernel/endpoint.ts';
import { toDecimal } from '#kernel/money.ts';
import type { Deps } from '../ports.ts';
import { linkToNext, parseTimePage } from '#platform/server/time-cursor.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { listPayments as listContract, type Payment } from '../../contract.ts';
import type { Earnings, listWeeklyEarnings as weeksContract } from '../../earnings-contract.ts';
import { toAttempt } from './attempts.ts';
import { earnings } from '../ledger/balance-service.ts';
import { listEarnedByPeriod } from '../ledger/history-service.ts';
import { loadPayee } from './holds.ts';
import { countPaymentsByStatus, listPaymentsByMarketer } from './listing-store.ts';
import { loadLatestPayouts, isLive } from './payment-store.ts';
import type { PaymentRow } from '../tables.ts';

interface Page {
  limit: number;
  cursor?: string | undefined;
}

const FIRST_PAGE: Page = { limit: 100 };

/** Newest first. Refuses with 'request/invalid' if the cursor names no row. */
export async function listPayments(
  deps: Deps,
  actor: Pick<Actor, 'userId'>,
  query: Page = FIRST_PAGE,
): Promise<Payment[]> {
  const rows = await listPaymentsByMarketer(deps.db, actor.userId, parseTimePage(query));
  if (rows.length === 0) return [];
  const attempts = await loadLatestPayouts(
    deps.db,
    rows.map(({ id }) => id),
  );
  const payee = await loadPayee(deps.db, deps, actor.userId);
  return rows.map((row) => ({
    id: row.id,
    kind: row.tipId === null ? 'pay' : 'tip',
    campaignId: row.campaignId,
    campaignTitle: row.campaignTitle,
    amount: toDecimal(row.amountCents),
    platformFee: toDecimal(row.feeCents),
    status: row.status,
    waitsFor: isFinal(row) || isLive(attempts.get(row.id)) ? [] : payee.waitsFor(row),
    dispute:
      row.disputeId === null || row.disputedSince === null
        ? null
        : { id: row.disputeId, since: row.disputedSince.toISOString() },
    ...toAttempt(attempts.get(row.id)),
    receipt: row.status === 'completed',
    createdAt: row.createdAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
  }));
}

const isFinal = ({ status }: PaymentRow) => status === 'completed' || status === 'cancelled';

/** Null on the last page. */
export function linkToNextPayments(payments: readonly Payment[], query: Page): string | null {
  const last = payments.at(-1);
  return linkToNext(listContract.path, query, payments.length, last && { at: last.createdAt, id: last.id });
}

export async function loadEarnings(deps: Deps, { userId }: Pick<Actor, 'userId'>): Promise<Earnings> {
  const { paidCents, inFlightCents, payableCents } = await earnings(deps.db, userId);
  return {
    paid: toDecimal(paidCents),
    inFlight: toDecimal(inFlightCents),
    waiting: toDecimal(payableCents),
    ...(await countPaymentsByStatus(deps.db, userId)),
  };
}

const WEEKS_SHOWN = 26;

export async function listWeeklyEarnings(
  deps: Deps,
  { userId }: Pick<Actor, 'userId'>,
  timeZone: string,
): Promise<ResponseInput<typeof weeksContract>> {
  const weeks = listWeeks(deps.clock.now(), { count: WEEKS_SHOWN, timeZone });
  const parts = await listEarnedByPeriod(deps.db, userId, weeks);
  return parts.map(({ date, payCents, tipCents }) => ({
    week: date,
    pay: toDecimal(payCents),
    tips: toDecimal(tipCents),
  }));
}
