import { type SQL, sql } from 'drizzle-orm';
import { addMilliseconds, type Clock, MINUTE, SECOND } from '#kernel/time.ts';
import { inJob } from '../crash-point.ts';
import type { Db } from '../db/open-database.ts';
import { transact } from '../db/transact.ts';
import { milliseconds } from '../db/milliseconds.ts';
import { backoffMs } from './backoff.ts';
import type { Circuit, EffectContext, EffectHandler, Lane, Outcome, FinalOutcome } from './enqueue.ts';
import { toErrorReason, type WorkerDeps } from './worker-deps.ts';
import { inSpan } from '../tracing/span.ts';

interface Claimed extends Record<string, unknown> {
  id: number;
  kind: string;
  ref: string;
  payload: unknown;
  request_id: string;
  first_sent_at: Date;
  attempts: number;
  may_have_been_sent: boolean;
}

/** If a row is 'sent' for longer than this, its worker has died. */
export const EFFECT_LEASE_MS = 2 * MINUTE;
/** The attempt is aborted earlier, so that two workers never run the same effect at once. */
const PERFORM_MS = 90 * SECOND;
/** Effects mostly wait for other services, so several of a lane run at once. */
const MAX_CONCURRENT: Readonly<Record<Circuit, number>> = { closed: 4, 'half-open': 1, open: 0 };

export interface LaneRunner {
  lane: Lane;
  kinds: ReadonlySet<string>;
  waitForSlot(): Promise<void>;
  /** Waits for a free slot first. Returns false if none is due, or if the lane's circuit is open. */
  startNext(): Promise<boolean>;
  finished(): Promise<void>;
}

/** Call it only if no other process can be running a row. */
export async function resumeSentEffects(db: Db, clock: Clock): Promise<void> {
  await transact(db, (tx) =>
    tx.execute(
      sql`update outbox set state = 'unknown', next_at = ${clock.now()} where form = 'effect' and state = 'sent'`,
    ),
  );
}

export function createLaneRunners(parts: WorkerDeps, handlers: readonly EffectHandler[]): LaneRunner[] {
  const names = new Set(handlers.map(({ lane }) => lane.name));
  return [...names].flatMap((name) => {
    const own = handlers.filter(({ lane }) => lane.name === name);
    return own[0] ? [createLaneRunner(parts, own[0].lane, own)] : [];
  });
}

/**
 * A single statement, committed before anything is sent: if the process crashes later, the row is 'sent'. Its lease is
 * measured by the database's clock, because those of the processes may differ.
 */
export function claimEffect({
  kinds,
  runningIds,
  now,
}: {
  kinds: readonly string[];
  runningIds: readonly number[];
  now: Date;
}): SQL {
  return sql`
  with due as (
    select first.id, first.state
    from unnest(${sql.param([...kinds])}::text[]) as own (kind) cross join lateral (
      -- One kind at a time, so that the index gives the first row without a sort.
      select id, state, next_at from outbox
      where form = 'effect' and state in ('ready', 'sent', 'unknown') and kind = own.kind
        and next_at <= greatest(${now}::timestamptz, now())
        and next_at <= case state when 'sent' then now() else ${now}::timestamptz end
        and id <> all(${sql.param([...runningIds])}::bigint[])
      order by next_at, id limit 1 for update skip locked
    ) first
    order by first.next_at, first.id limit 1
  )
  update outbox set state = 'sent', first_sent_at = coalesce(outbox.first_sent_at, ${now}),
    attempts = outbox.attempts + 1, next_at = now() + ${milliseconds(EFFECT_LEASE_MS)}
  from due where outbox.id = due.id
  returning outbox.id, kind, ref, payload, request_id, first_sent_at, attempts,
    due.state <> 'ready' as may_have_been_sent`;
}

function createLaneRunner(parts: WorkerDeps, lane: Lane, handlers: readonly EffectHandler[]): LaneRunner {
  const { db, clock, random, log } = parts;
  const byKind = new Map(handlers.map((handler) => [handler.kind, handler]));
  const running = new Map<number, Promise<void>>();
  const maxConcurrent = () => MAX_CONCURRENT[lane.getCircuit?.() ?? 'closed'];

  async function claim(): Promise<Claimed | undefined> {
    const kinds = handlers.filter(({ isHeld }) => !isHeld()).map(({ kind }) => kind);
    const { rows } = await db.execute<Claimed>(
      claimEffect({ kinds, runningIds: [...running.keys()], now: clock.now() }),
    );
    return rows[0];
  }

  async function carryOut(row: Claimed, handler: EffectHandler): Promise<void> {
    const context: EffectContext = {
      ref: row.ref,
      requestId: row.request_id,
      firstSentAt: row.first_sent_at,
      mayHaveBeenSent: row.may_have_been_sent,
      attempts: row.attempts,
      signal: AbortSignal.timeout(PERFORM_MS),
    };
    const outcome = await perform(row, handler, context);
    try {
      await record(row, handler, outcome, context);
    } catch (error) {
      // The effect has happened, but its outcome could not be stored. Ask again with the same request id.
      log.error(
        { err: error, kind: row.kind, attempts: row.attempts, outboxId: row.id },
        'an outcome was not recorded',
      );
      await write(row, { status: 'unknown', reason: toErrorReason(error) });
    }
  }

  async function perform(
    row: Claimed,
    handler: EffectHandler,
    context: EffectContext,
  ): Promise<Outcome<unknown>> {
    try {
      return await handler.perform(row.payload, context);
    } catch (error) {
      log.error(
        { err: error, kind: row.kind, attempts: row.attempts, outboxId: row.id },
        'an effect failed unexpectedly',
      );
      return { status: 'unknown', reason: toErrorReason(error) };
    }
  }

  async function record(
    row: Claimed,
    handler: EffectHandler,
    outcome: Outcome<unknown>,
    context: EffectContext,
  ): Promise<void> {
    const final = finalOutcome(row, handler, outcome);
    await transact(db, async (tx) => {
      const { rowCount } = await tx.execute(buildUpdate(row, final));
      // The lease expired and another worker has claimed the row.
      if (rowCount === 0) return;
      await handler.record(tx, row.payload, final, context);
    });
    if (final.status === 'dead') {
      log.error(
        { kind: row.kind, attempts: row.attempts, outboxId: row.id, reason: final.reason },
        'an effect was given up',
      );
    }
  }

  function finalOutcome(
    row: Claimed,
    handler: EffectHandler,
    outcome: Outcome<unknown>,
  ): FinalOutcome<unknown> {
    if (outcome.status !== 'retry' && outcome.status !== 'unknown') return outcome;
    const isLast = row.attempts >= handler.attempts;
    if (isLast && handler.diesUnknown) return { status: 'dead', reason: outcome.reason };
    // This attempt was not carried out, but an earlier one may have been.
    if (row.may_have_been_sent) return { status: 'unknown', reason: outcome.reason };
    return isLast && outcome.status === 'retry' ? { status: 'dead', reason: outcome.reason } : outcome;
  }

  async function write(row: Claimed, final: FinalOutcome<unknown>): Promise<void> {
    await transact(db, (tx) => tx.execute(buildUpdate(row, final)));
  }

  function buildUpdate(row: Claimed, final: FinalOutcome<unknown>) {
    const now = clock.now();
    const nextAt = addMilliseconds(now, backoffMs(row.attempts, random));
    const mine = sql`where id = ${row.id} and state = 'sent' and attempts = ${row.attempts}`;
    switch (final.status) {
      case 'done':
        return sql`update outbox set state = 'done', done_at = ${now}, last_error = null ${mine}`;
      case 'refused':
        return sql`update outbox set state = 'done', done_at = ${now}, last_error = ${final.reason} ${mine}`;
      case 'unknown':
        return sql`update outbox set state = 'unknown', next_at = ${nextAt}, last_error = ${final.reason} ${mine}`;
      case 'retry':
        return sql`update outbox set state = 'ready', first_sent_at = null, next_at = ${nextAt},
          last_error = ${final.reason} ${mine}`;
      case 'dead':
        return sql`update outbox set state = 'dead', last_error = ${final.reason} ${mine}`;
    }
  }

  async function waitForSlot(): Promise<void> {
    while (running.size >= Math.max(1, maxConcurrent())) await Promise.race(running.values());
  }

  return {
    lane,
    kinds: new Set(byKind.keys()),
    waitForSlot,
    async startNext() {
      await waitForSlot();
      if (maxConcurrent() === 0) return false;
      const row = await claim();
      const handler = row && byKind.get(row.kind);
      if (!row || !handler) return false;
      const name = `effect ${row.kind}`;
      const attempt = inJob(name, () => inSpan(name, 'consumer', () => carryOut(row, handler)))
        // The database is unavailable. The row stays 'sent' and is resumed when its lease expires.
        .catch((error: unknown) =>
          log.error({ err: error, kind: row.kind, outboxId: row.id }, 'an outcome was lost'),
        )
        .finally(() => running.delete(row.id));
      running.set(row.id, attempt);
      return true;
    },
    async finished() {
      while (running.size > 0) await Promise.all(running.values());
    },
  };
}
