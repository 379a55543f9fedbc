import { asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Id } from '#kernel/id.ts';
import { type Cents, toDecimal } from '#kernel/money.ts';
import { t } from '#kernel/text.ts';
import { addMilliseconds, DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { refuse } from '#payments/domain.ts';
import { audit } from '#platform/server/security/audit.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '../ports.ts';
import type { Actor } from '#platform/server/security/session.ts';
import type { Reconciliation, ReconciliationSort } from '../../admin-contract.ts';
import type { Balance } from '../provider/wallet-provider.ts';
import { hasOrders } from '../orders/order-store.ts';
import { type OurBalance, loadOurBalance } from './reconciliation-balance.ts';
import { loadObjects, loadPostings, loadPostingsWithin } from './reconciliation-objects.ts';
import { compareMoves, type Comparison } from './reconciliation-rules.ts';
import { collectPostingKeys, buildMoves } from './reconciliation-moves.ts';
import { collectIds, loadReport, type Report } from './reconciliation-report.ts';
import { type Difference, reconciliation, type ReconciliationRow } from '../tables.ts';

interface Span {
  from: Date;
  to: Date;
}

const LONGEST_SPAN_MS = 31 * DAY;
const USUAL_SPAN_MS = 7 * DAY;
/** The wallet's report may lag by this much. */
const REPORT_LAG_MS = 3 * HOUR;
/**
 * Both sides may date the same fact this far apart, e.g. a capture under review or a payout that waited for
 * funds.
 */
const EDGE_MS = 7 * DAY;
const LONGEST_RUN_MS = 10 * MINUTE;
/** Upper bound for storage. A run with more differences says so. */
const MOST_DIFFERENCES = 1000;

/**
 * Invariant 32. Calls the wallet outside any transaction. If it does not answer, the run has a problem and no
 * differences. Returns undefined if another run is in progress.
 */
export async function reconcile(deps: Deps, span: Span): Promise<ReconciliationRow | undefined> {
  const id = await begin(deps, span);
  if (id === undefined) return undefined;
  const result = await compareWithWallet(deps, span);
  if (result.problem !== null) deps.log.warn({ reason: result.problem }, 'a reconciliation has a problem');
  if (result.differences.length > 0) {
    deps.log.warn({ differenceCount: result.differences.length }, 'the wallet’s books and ours differ');
  }
  return transact(deps.db, async (tx) => {
    const [row] = await tx
      .update(reconciliation)
      .set({ ...result, finishedAt: deps.clock.now() })
      .where(eq(reconciliation.id, id))
      .returning();
    if (!row) throw new Error(`reconciliation ${id} not found`);
    return row;
  });
}

/** Only one run at a time: two would request the same pages. */
async function begin(deps: Deps, { from: fromAt, to: toAt }: Span): Promise<Id | undefined> {
  return transact(deps.db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('reconciliation', 2))`);
    const startedAt = deps.clock.now();
    const [running] = await tx
      .select({ startedAt: reconciliation.startedAt })
      .from(reconciliation)
      .where(isNull(reconciliation.finishedAt))
      .orderBy(desc(reconciliation.startedAt))
      .limit(1);
    if (running && startedAt.getTime() - running.startedAt.getTime() < LONGEST_RUN_MS) return undefined;
    const id = deps.random.uuid();
    await tx.insert(reconciliation).values({ id, startedAt, fromAt, toAt });
    return id;
  });
}

type Result = Pick<
  ReconciliationRow,
  'oursCents' | 'theirsCents' | 'wayOutCents' | 'wayInCents' | 'compared' | 'differences' | 'problem'
>;

async function compareWithWallet(deps: Deps, span: Span): Promise<Result> {
  const wallet = deps.ports.getWallet();
  const now = deps.clock.now();
  const listed = {
    from: addMilliseconds(span.from, -EDGE_MS),
    to: new Date(Math.min(now.getTime(), span.to.getTime() + EDGE_MS)),
  };
  const report = await loadReport(wallet, listed.from, listed.to);
  if (!('lines' in report)) return failedResult(formatProblem(report));
  const balance = await wallet.getBalance();
  if (balance.kind !== 'success') return failedResult(formatProblem({ failed: balance }));
  const laggingAt = addMilliseconds(now, -REPORT_LAG_MS);
  const moments = [laggingAt, report.completeUntil ?? laggingAt, listed.to].map((at) => at.getTime());
  const reportedUntil = new Date(Math.min(...moments));
  return transact(
    deps.db,
    async (tx) => {
      const objects = await loadObjects(tx, { ...span, names: report.lines.flatMap(collectIds) });
      const keys = collectPostingKeys(objects);
      const postings = await loadPostings(tx, keys);
      const strays = await loadPostingsWithin(tx, span.from, span.to);
      for (const key of keys) strays.delete(key);
      const { ours, theirs, ahead } = buildMoves(report.lines, { objects, postings, strays, reportedUntil });
      const comparison = compareMoves(ours, theirs, { ...span, reportedUntil });
      return toResult(comparison, await loadOurBalance(tx, ahead, laggingAt), balance.value);
    },
    { readOnlySnapshot: true },
  );
}

function toResult(comparison: Comparison, ours: OurBalance, { totalCents }: Balance): Result {
  const { cents, wayOutCents, wayInCents } = ours;
  const isWithin = totalCents >= cents - wayOutCents && totalCents <= cents + wayInCents;
  const differences: Difference[] = isWithin
    ? comparison.differences
    : [
        { kind: 'balance', reference: 'psp + psp_held', oursCents: cents, theirsCents: totalCents },
        ...comparison.differences,
      ];
  const isCut = differences.length > MOST_DIFFERENCES;
  return {
    oursCents: cents,
    theirsCents: totalCents,
    wayOutCents,
    wayInCents,
    compared: comparison.compared,
    differences: differences.slice(0, MOST_DIFFERENCES),
    problem: isCut
      ? `Found ${differences.length} differences. Only the first ${MOST_DIFFERENCES} are stored.` // not for users
      : null,
  };
}

/** `problem` is stored in English: administrators of any language read it. */
function failedResult(problem: string): Result {
  return {
    oursCents: null,
    theirsCents: null,
    wayOutCents: null,
    wayInCents: null,
    compared: 0,
    differences: [],
    problem,
  };
}

function formatProblem(report: Exclude<Report, { lines: unknown }>): string {
  if ('isTooLong' in report) {
    return 'The wallet’s report is too long, so nothing was compared. Choose a shorter period.'; // not for users
  }
  const { failed } = report;
  return failed.kind === 'unknown'
    ? `The wallet didn’t return its report (${failed.reason}). Nothing was compared.` // not for users
    : `The wallet refused its report (${failed.issue}), so nothing was compared. Check the app’s transaction search permission.`;
}

/** Runs daily, and an hour after a run that could not finish. Does nothing until the first order exists. */
export async function reconcileDaily(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const [newest] = await listRuns(deps, 'newest', 1);
  const restMs = newest?.finishedAt && newest.problem === null ? DAY - HOUR / 2 : HOUR / 2;
  if (newest && now.getTime() - newest.startedAt.getTime() < restMs) return;
  if (await hasOrders(deps.db)) await reconcile(deps, usualSpan(now));
}

function usualSpan(now: Date): Span {
  return { from: addMilliseconds(now, -USUAL_SPAN_MS), to: now };
}

/**
 * Refuses with 'request/invalid' if the period is empty or too long, and with
 * 'payment/reconciliation-running'.
 */
export async function runReconciliation(
  deps: Deps,
  actor: Actor,
  asked: { from?: string | undefined; to?: string | undefined },
): Promise<Reconciliation> {
  const now = deps.clock.now();
  const to = asked.to === undefined ? now : new Date(Math.min(Date.parse(asked.to), now.getTime()));
  const from = asked.from === undefined ? usualSpan(to).from : new Date(asked.from);
  const spanMs = to.getTime() - from.getTime();
  if (spanMs <= 0) throw refuse('request/invalid', { fields: { from: t('Must be before the end') } });
  if (spanMs > LONGEST_SPAN_MS)
    throw refuse('request/invalid', { fields: { from: t('Choose at most 31 days') } });
  const row = await reconcile(deps, { from, to });
  if (!row) throw refuse('payment/reconciliation-running');
  await transact(deps.db, (tx) =>
    audit(tx, deps, {
      actor,
      action: 'reconciliation.run',
      object: { kind: 'reconciliation', id: row.id },
      details: { differences: row.differences.length, finished: row.problem === null },
    }),
  );
  return toReconciliation(row);
}

const MOST_LISTED = 20;

export async function listReconciliations(deps: Deps, sort: ReconciliationSort): Promise<Reconciliation[]> {
  return (await listRuns(deps, sort, MOST_LISTED)).map(toReconciliation);
}

/** Runs with the same number of differences are sorted newest first. */
const orders: Readonly<Record<ReconciliationSort, SQL[]>> = {
  newest: [desc(reconciliation.startedAt)],
  oldest: [asc(reconciliation.startedAt)],
  differences: [desc(sql`jsonb_array_length(${reconciliation.differences})`), desc(reconciliation.startedAt)],
};

function listRuns(deps: Deps, sort: ReconciliationSort, limit: number): Promise<ReconciliationRow[]> {
  return deps.db
    .select()
    .from(reconciliation)
    .orderBy(...orders[sort])
    .limit(limit);
}

function toReconciliation(row: ReconciliationRow): Reconciliation {
  return {
    id: row.id,
    startedAt: row.startedAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    from: row.fromAt.toISOString(),
    to: row.toAt.toISOString(),
    ours: decimal(row.oursCents),
    theirs: decimal(row.theirsCents),
    wayOut: decimal(row.wayOutCents),
    wayIn: decimal(row.wayInCents),
    compared: row.compared,
    differences: row.differences.map(({ kind, reference, oursCents, theirsCents }) => ({
      kind,
      reference,
      ours: decimal(oursCents),
      theirs: decimal(theirsCents),
    })),
    problem: row.problem,
  };
}

function decimal(cents: Cents | null): string | null {
  return cents === null ? null : toDecimal(cents);
}
