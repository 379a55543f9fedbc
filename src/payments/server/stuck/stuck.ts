import { loadContacts } from '#auth/server/service.ts';
import type { QueryOf } from '#kernel/endpoint.ts';
import type { Id } from '#kernel/id.ts';
import { toDecimal } from '#kernel/money.ts';
import { decodeCursor, encodeCursor } from '#kernel/page.ts';
import { type Message, msg, t } from '#kernel/text.ts';
import { addMilliseconds, HOUR } from '#kernel/time.ts';
import { refuse } from '#payments/domain.ts';
import { audit } from '#platform/server/security/audit.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '../ports.ts';
import type { LateSweep } from '#platform/server/outbox/outbox-worker.ts';
import { linkToPage } from '#platform/server/http/page-link.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { formatFullName, loadNameParts } from '#profiles/server/service.ts';
import { listStuckMoney as listContract, type StuckMoney } from '../../admin-contract.ts';
import { resolvePaidAfterReturn, type Resolution } from '../payouts/paid-after-return.ts';
import { findPayout, PAID_AFTER_RETURN } from '../payouts/payment-store.ts';
import { retryPayout } from '../payouts/payout-retry.ts';
import { findRetryObstacle, retryRefund } from '../refunds/refund-retry.ts';
import { listStuck, type ListPosition, parsePlace, type StuckRow } from './stuck-store.ts';
import type { StuckFacts } from './stuck-facts.ts';
import { stuckMessages } from './stuck-messages.ts';

/** Time that the wallet and the sweeps have to finish on their own. */
const STUCK_AFTER_MS = HOUR;

/**
 * Oldest first, with the Link header for the next page. The first page starts with what all money may depend
 * on: a restore, and late sweeps. Refuses with 'request/invalid' if the cursor is invalid.
 */
export async function loadStuckMoney(
  deps: Deps,
  query: QueryOf<typeof listContract>,
): Promise<{ items: StuckMoney[]; link: string | null }> {
  const { limit, cursor } = query;
  const before = addMilliseconds(deps.clock.now(), -STUCK_AFTER_MS);
  const after = cursor === undefined ? null : parseCursor(deps, cursor);
  const found = await listStuck(deps, { before, after, limit: limit + 1 });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const names = await loadNames(deps.db, page);
  const general = after === null ? await listGeneral(deps) : [];
  return {
    items: [...general, ...(await loadObstacles(deps, page)).map((row) => toStuckMoney(row, names))],
    link: found.length > limit && last ? linkToPage(listContract.path, query, formatCursor(last)) : null,
  };
}

const MAX_COUNTED = 500;

/** Returns how many entries of each kind the list has. Counts the oldest 500, besides a restore and late sweeps. */
export async function countStuckMoney(deps: Deps): Promise<Map<StuckMoney['kind'], number>> {
  const before = addMilliseconds(deps.clock.now(), -STUCK_AFTER_MS);
  const found = await listStuck(deps, { before, after: null, limit: MAX_COUNTED });
  const counts = new Map<StuckMoney['kind'], number>();
  for (const { kind } of [...(await listGeneral(deps)), ...found])
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

/** Asks for each failed refund whether a retry would send anything. */
async function loadObstacles(deps: Deps, rows: readonly StuckRow[]): Promise<(StuckRow & StuckFacts)[]> {
  const found: (StuckRow & StuckFacts)[] = [];
  for (const row of rows) {
    const isFailedRefund = row.kind === 'refund' && row.canRetry;
    const obstacle = isFailedRefund ? await findRetryObstacle(deps, row.id) : null;
    found.push({ ...row, obstacle, canRetry: row.canRetry && obstacle === null });
  }
  return found;
}

function formatCursor({ since, search, key }: ListPosition): string {
  return encodeCursor({ sortedBy: `${since.toISOString()} ${search}`, id: key });
}

function parseCursor(deps: Deps, cursor: string): ListPosition {
  const { sortedBy = '', id = '' } = decodeCursor(cursor) ?? {};
  const [since = '', search = ''] = sortedBy.split(' ');
  const place = parsePlace(deps, since, search, id);
  if (!place) throw refuse('request/invalid', { fields: { cursor: t('Invalid cursor') } });
  return place;
}

async function loadNames(reader: Reader, rows: readonly StuckRow[]): Promise<Map<Id, string>> {
  const ids = [...new Set(rows.flatMap(({ personId }) => personId ?? []))];
  const [parts, contacts] = await Promise.all([loadNameParts(reader, ids), loadContacts(reader, ids)]);
  return new Map(ids.map((id) => [id, formatFullName(parts.get(id)) || (contacts.get(id)?.email ?? '')]));
}

async function listGeneral({ ports }: Deps): Promise<StuckMoney[]> {
  const restoredAt = ports.getRestoredAt();
  const lateSweeps = await ports.listLateSweeps();
  return [...(restoredAt ? [toStuckRestore(restoredAt)] : []), ...lateSweeps.map(toStuckSweep)];
}

function toStuckRestore(restoredAt: Date): StuckMoney {
  return {
    kind: 'restore',
    id: 'restore',
    state: 'held',
    since: restoredAt.toISOString(),
    amount: null,
    who: null,
    about: null,
    issue: null,
    problem: t(
      'The database was restored from a backup, so no payout or refund is sent. The wallet may have sent some since the backup.',
    ),
    nextStep: t(
      'An administrator with access to the server ends this. Three hours after the restore, run a reconciliation from before the backup until now and resolve what it finds. Then run “npm run admin -- release-payments”, with the number of differences that are left, and restart the server.',
    ),
    can: { retry: false, cover: false, writeOff: false },
  };
}

function toStuckSweep({ name, succeededAt, lastError }: LateSweep): StuckMoney {
  return {
    kind: 'sweep',
    id: name,
    state: lastError === null ? 'late' : 'failed',
    since: (succeededAt ?? new Date(0)).toISOString(),
    amount: null,
    who: null,
    about: null,
    issue: lastError === null ? null : lastError.slice(0, 200),
    problem: t(
      'The background job “{name}” has not succeeded since then. Money and people may be waiting for it.',
      { name },
    ),
    nextStep:
      lastError === null
        ? t('Check that the server runs and that its clock is right, then restart it.')
        : t('Find the error in the server log. The job retries automatically.'),
    can: { retry: false, cover: false, writeOff: false },
  };
}

function toStuckMoney(row: StuckRow & StuckFacts, names: ReadonlyMap<Id, string>): StuckMoney {
  const { kind, id, state, since, amountCents, personId, about, issue, canRetry } = row;
  return {
    kind,
    id,
    state,
    since: since.toISOString(),
    amount: amountCents === null ? null : toDecimal(amountCents),
    who: personId === null ? null : (names.get(personId) ?? null),
    about,
    issue,
    ...stuckMessages(row),
    can: { retry: canRetry, cover: kind === 'shortfall', writeOff: kind === 'debt' },
  };
}

interface Retry {
  id: Id;
  reason: string;
}

export async function retryStuckPayout(deps: Deps, actor: Actor, { id, reason }: Retry) {
  if ((await findPayout(deps.db, id))?.lastIssue === PAID_AFTER_RETURN) {
    return { message: t(resolutions[await resolvePaidAfterReturn(deps, actor, { id, reason })]) };
  }
  const outcome = await transact(deps.db, async (tx) => {
    const done = await retryPayout(tx, deps, { payoutId: id, by: actor.userId });
    const object = { kind: 'payout', id };
    await audit(tx, deps, { actor, action: 'payout.retried', object, reason, details: { outcome: done } });
    return done;
  });
  return {
    message:
      outcome === 'queued'
        ? t('The payment is being sent again.')
        : t('Cancellation requested. You can send it again once it’s returned.'),
  };
}

const resolutions: Record<Resolution, Message> = {
  paid: msg('PayPal paid it. The payment is completed.'),
  overpaid: msg(
    'PayPal paid it. The payment is completed, and the part that a dispute took back is booked as a loss.',
  ),
  loss: msg(
    'PayPal paid it, but another attempt had paid or a dispute had cancelled it. The amount is booked as a loss.',
  ),
  returned: msg('PayPal returned it. You can send it again.'),
};

export async function retryStuckRefund(deps: Deps, actor: Actor, { id, reason }: Retry) {
  await transact(deps.db, async (tx) => {
    const refund = await retryRefund(tx, deps, { refundId: id, by: actor.userId });
    const object = { kind: 'refund', id };
    await audit(tx, deps, {
      actor,
      action: 'refund.retried',
      object,
      reason,
      details: { refundId: refund.id },
    });
  });
  return { message: t('The refund is being sent again.') };
}
