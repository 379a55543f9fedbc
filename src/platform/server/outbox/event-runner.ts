import { sql } from 'drizzle-orm';
import { addMilliseconds } from '#kernel/time.ts';
import { inJob, nameJob } from '../crash-point.ts';
import { transact } from '../db/transact.ts';
import { backoffMs } from './backoff.ts';
import type { EventContext, Subscription } from './announce.ts';
import { toErrorReason, type WorkerDeps } from './worker-deps.ts';
import { inSpan } from '../tracing/span.ts';

interface DueEvent extends Record<string, unknown> {
  id: number;
  kind: string;
  ref: string;
  payload: unknown;
  attempts: number;
  created_at: Date;
}

/** A bug in a subscriber must become visible, and must not be retried forever. */
const EVENT_ATTEMPTS = 20;

export function createEventRunner(
  parts: WorkerDeps,
  subscriptions: readonly Subscription[],
): () => Promise<boolean> {
  const { db, clock, random, log } = parts;
  const byKind = groupByKind(subscriptions);

  return () => inJob(null, tellNext);

  async function tellNext(): Promise<boolean> {
    let event: DueEvent | undefined;
    try {
      return await transact(db, async (tx) => {
        const now = clock.now();
        const { rows } = await tx.execute<DueEvent>(sql`
          select id, kind, ref, payload, attempts, created_at from outbox
          where form = 'event' and state = 'ready' and next_at <= ${now}
          order by next_at, id limit 1 for update skip locked`);
        event = rows[0];
        if (!event) return false;
        nameJob(`event ${event.kind}`);
        const context: EventContext = {
          ref: event.ref,
          announcedAt: event.created_at,
          attempt: event.attempts + 1,
          clock,
          random,
          log,
        };
        const { kind, payload } = event;
        await inSpan(`event ${kind}`, 'consumer', async () => {
          for (const subscription of byKind.get(kind) ?? []) await subscription.run(tx, payload, context);
        });
        tx.send(sql`
          update outbox set state = 'done', done_at = ${now}, attempts = attempts + 1, last_error = null
          where id = ${event.id}`);
        return true;
      });
    } catch (error) {
      // Without an event, the database itself failed. The worker's loop handles that.
      if (!event) throw error;
      await postpone(event, error);
      return true;
    }
  }

  async function postpone({ id, kind, attempts }: DueEvent, error: unknown): Promise<void> {
    const made = attempts + 1;
    const isDead = made >= EVENT_ATTEMPTS;
    const nextAt = addMilliseconds(clock.now(), backoffMs(made, random));
    log.error(
      { err: error, kind, attempts: made, outboxId: id },
      isDead ? 'an event was given up' : 'an event failed',
    );
    await transact(db, (tx) =>
      tx.execute(sql`
        update outbox set attempts = ${made}, next_at = ${nextAt}, last_error = ${toErrorReason(error)},
          state = ${isDead ? 'dead' : 'ready'}
        where id = ${id} and state = 'ready' and attempts = ${attempts}`),
    );
  }
}

function groupByKind(subscriptions: readonly Subscription[]): Map<string, Subscription[]> {
  const groups = new Map<string, Subscription[]>();
  for (const subscription of subscriptions) {
    groups.set(subscription.kind, [...(groups.get(subscription.kind) ?? []), subscription]);
  }
  return groups;
}
