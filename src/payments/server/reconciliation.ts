import { desc, eq, isNull, sql } from 'drizzle-orm';
import { refuse } from '#kernel/errors.ts';
import type { Id } from '#kernel/id.ts';
import { type Cents, toDecimal } from '#kernel/money.ts';
import { addMilliseconds, DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { audit } from '#platform/server/audit.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Actor } from '#platform/server/session.ts';
import type { Reconciliation } from '../admin-contract.ts';
import type { Balance } from './provider/wallet-provider.ts';
import { hasOrders } from './order-store.ts';
import { type OurBalance, readOurBalance } from './reconciliation-balance.ts';
import { findObjects, findPostings, findPostingsWithin } from './reconciliation-objects.ts';
import { compareMoves, type Comparison } from './reconciliation-rules.ts';
import { postingKeysOf, sidesOf } from './reconciliation-sides.ts';
import { namesIn, readReport, type Report } from './reconciliation-theirs.ts';
import { walletProvider } from './slots.ts';
import { type Difference, reconciliation, type ReconciliationRow } from './tables.ts';

/** A time to look into; both ends belong to it. */
interface Span {
  from: Date;
  to: Date;
}

const LONGEST_SPAN_MS = 31 * DAY;
const USUAL_SPAN_MS = 7 * DAY;
/** The wallet's report may be this far behind. */
const REPORT_LAG_MS = 3 * HOUR;
/** Both books may have one fact under moments this far apart: a capture that was under review, a payout that waited for funds. */
const EDGE_MS = 7 * DAY;
/** A run that has taken longer has lost its process. */
const LONGEST_RUN_MS = 10 * MINUTE;
/** More than anybody reads; a run that finds more says so. */
const MOST_DIFFERENCES = 1000;

/**
 * Compares what the wallet says it has done with our money with what our ledger says (invariant 32), and both balances.
 * Asks the wallet through its adapter alone, with no transaction open meanwhile, and keeps the result. Where the wallet does not
 * answer the run has a problem and tells nothing. Undefined while another run is under way.
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
    if (!row) throw new Error(`there is no reconciliation ${id}`);
    return row;
  });
}

/** One at a time: two would ask the wallet for the same pages. */
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
  const wallet = deps.slots.get(walletProvider);
  const now = deps.clock.now();
  const listed = {
    from: addMilliseconds(span.from, -EDGE_MS),
    to: new Date(Math.min(now.getTime(), span.to.getTime() + EDGE_MS)),
  };
  const report = await readReport(wallet, listed.from, listed.to);
  if (!('lines' in report)) return unsaid(problemOf(report));
  const balance = await wallet.getBalance();
  if (balance.kind !== 'success') return unsaid(problemOf({ failed: balance }));
  const laggingAt = addMilliseconds(now, -REPORT_LAG_MS);
  const moments = [laggingAt, report.completeUntil ?? laggingAt, listed.to].map((at) => at.getTime());
  const reportedUntil = new Date(Math.min(...moments));
  return transact(
    deps.db,
    async (tx) => {
      const objects = await findObjects(tx, { ...span, names: report.lines.flatMap(namesIn) });
      const keys = postingKeysOf(objects);
      const postings = await findPostings(tx, keys);
      const strays = await findPostingsWithin(tx, span.from, span.to);
      for (const key of keys) strays.delete(key);
      const { ours, theirs, ahead } = sidesOf(report.lines, { objects, postings, strays, reportedUntil });
      const comparison = compareMoves(ours, theirs, { ...span, reportedUntil });
      return resultOf(comparison, await readOurBalance(tx, ahead, laggingAt), balance.value);
    },
    { readOnlySnapshot: true },
  );
}

function resultOf(comparison: Comparison, ours: OurBalance, { totalCents }: Balance): Result {
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
      ? `There are ${differences.length} differences; the first ${MOST_DIFFERENCES} are kept.`
      : null,
  };
}

function unsaid(problem: string): Result {
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

function problemOf(report: Exclude<Report, { lines: unknown }>): string {
  if ('isTooLong' in report) {
    return 'The wallet’s report is too long for one comparison. Compare a shorter time. Nothing was compared.';
  }
  const { failed } = report;
  return failed.kind === 'unknown'
    ? `The wallet did not give its report (${failed.reason}). Nothing was compared.`
    : `The wallet refuses its report (${failed.issue}); its app may lack the permission to search transactions. Nothing was compared.`;
}

/** Daily, and an hour after one that could not be finished. Before the wallet was ever asked for anything, not at all. */
export async function reconcileDaily(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const [newest] = await listNewest(deps, 1);
  const restMs = newest?.finishedAt && newest.problem === null ? DAY - HOUR / 2 : HOUR / 2;
  if (newest && now.getTime() - newest.startedAt.getTime() < restMs) return;
  if (await hasOrders(deps.db)) await reconcile(deps, usualSpan(now));
}

function usualSpan(now: Date): Span {
  return { from: addMilliseconds(now, -USUAL_SPAN_MS), to: now };
}

/** Refuses 'request/invalid' for a span that is none or too long, and 'payment/reconciliation-running'. */
export async function runReconciliation(
  deps: Deps,
  actor: Actor,
  asked: { from?: string | undefined; to?: string | undefined },
): Promise<Reconciliation> {
  const now = deps.clock.now();
  const to = asked.to === undefined ? now : new Date(Math.min(Date.parse(asked.to), now.getTime()));
  const from = asked.from === undefined ? usualSpan(to).from : new Date(asked.from);
  const spanMs = to.getTime() - from.getTime();
  if (spanMs <= 0) throw refuse('request/invalid', { fields: { from: 'Must lie before the end' } });
  if (spanMs > LONGEST_SPAN_MS)
    throw refuse('request/invalid', { fields: { from: 'At most 31 days at once' } });
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
  return answerOf(row);
}

const MOST_LISTED = 20;

/** The latest runs, newest first. */
export async function listReconciliations(deps: Deps): Promise<Reconciliation[]> {
  return (await listNewest(deps, MOST_LISTED)).map(answerOf);
}

function listNewest(deps: Deps, limit: number): Promise<ReconciliationRow[]> {
  return deps.db.select().from(reconciliation).orderBy(desc(reconciliation.startedAt)).limit(limit);
}

function answerOf(row: ReconciliationRow): Reconciliation {
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
