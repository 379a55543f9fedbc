import { refuse } from '#kernel/errors.ts';
import { Id } from '#kernel/id.ts';
import { toDecimal } from '#kernel/money.ts';
import { decodeCursor, encodeCursor } from '#kernel/page.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Actor } from '#platform/server/session.ts';
import type { Payment } from '../contract.ts';
import type { Earnings } from '../earnings-contract.ts';
import { attemptFacts } from './attempts.ts';
import { earnings } from './balance-service.ts';
import { readPayee } from './holds.ts';
import { type After, countPaymentsOf, listPaymentsOf } from './listing-store.ts';
import { findNewestPayouts, isLive } from './payment-store.ts';

interface Page {
  limit: number;
  cursor?: string | undefined;
}

const FIRST_PAGE: Page = { limit: 100 };

/** The marketer's own payments, newest first, each with what it waits for. */
export async function listPayments(
  deps: Deps,
  actor: Pick<Actor, 'userId'>,
  { limit, cursor }: Page = FIRST_PAGE,
): Promise<Payment[]> {
  const after = cursor === undefined ? null : readCursor(cursor);
  const rows = await listPaymentsOf(deps.db, actor.userId, { limit, after });
  if (rows.length === 0) return [];
  const attempts = await findNewestPayouts(
    deps.db,
    rows.map(({ id }) => id),
  );
  const payee = await readPayee(deps.db, deps, actor.userId);
  return rows.map((row) => ({
    id: row.id,
    campaignId: row.purposeId,
    campaignTitle: row.purposeTitle,
    amount: toDecimal(row.amountCents),
    platformFee: toDecimal(row.feeCents),
    status: row.status,
    waitsFor: row.status === 'completed' || isLive(attempts.get(row.id)) ? [] : payee.waitsFor(row),
    ...attemptFacts(attempts.get(row.id)),
    receipt: row.status === 'completed',
    createdAt: row.createdAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
  }));
}

/** The rows after a full page, as path and query; null where there are none. */
export function pageAfter(payments: readonly Payment[], { limit }: Page): string | null {
  const last = payments.length < limit ? undefined : payments.at(-1);
  if (!last) return null;
  const cursor = encodeCursor({ sortedBy: last.createdAt, id: last.id });
  return `/api/payments?${new URLSearchParams({ limit: String(limit), cursor })}`;
}

function readCursor(text: string): After {
  const cursor = decodeCursor(text);
  const id = Id.safeParse(cursor?.id);
  const createdAt = new Date(cursor?.sortedBy ?? '');
  if (!id.success || Number.isNaN(createdAt.getTime())) {
    throw refuse('request/invalid', { fields: { cursor: 'This page does not exist' } });
  }
  return { id: id.data, createdAt };
}

/** What the marketer has earned, and how many payments that was. */
export async function readEarnings(deps: Deps, { userId }: Pick<Actor, 'userId'>): Promise<Earnings> {
  const { paidCents, inFlightCents, payableCents } = await earnings(deps.db, userId);
  return {
    paid: toDecimal(paidCents),
    inFlight: toDecimal(inFlightCents),
    waiting: toDecimal(payableCents),
    ...(await countPaymentsOf(deps.db, userId)),
  };
}
