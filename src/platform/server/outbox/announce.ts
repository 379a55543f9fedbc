import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Random } from '#kernel/id.ts';
import type { Clock } from '#kernel/time.ts';
import type { Tx } from '../db/open-database.ts';
import { afterCommit } from '../db/transact.ts';
import type { Logger } from '../log/log.ts';
import { outbox } from './tables.ts';
import { notifyOutbox } from './wake.ts';

/** A fact that later domains may want to know. Its payload travels as JSON. */
export interface OutboxEvent<Kind extends string = string, Schema extends z.ZodType = z.ZodType> {
  readonly kind: Kind;
  readonly schema: Schema;
}

/** Names an event ('proof/approved') and the shape of what it tells. The earlier domain defines it. */
export function defineEvent<const Kind extends string, Schema extends z.ZodType>(
  kind: Kind,
  schema: Schema,
): OutboxEvent<Kind, Schema> {
  return { kind, schema };
}

/**
 * Writes an event in the transaction of the change that it tells about. `ref` is the fact's own key (usually the object's id):
 * announcing the same kind and ref again changes nothing and answers false.
 */
export async function announce<Kind extends string, Schema extends z.ZodType>(
  tx: Tx,
  event: OutboxEvent<Kind, Schema>,
  what: { ref: string; payload: z.input<Schema> },
  clock: Clock,
): Promise<boolean> {
  event.schema.parse(what.payload);
  const now = clock.now();
  const added = await tx
    .insert(outbox)
    .values({
      kind: event.kind,
      form: 'event',
      ref: what.ref,
      payload: what.payload,
      nextAt: now,
      createdAt: now,
    })
    .onConflictDoNothing({ target: [outbox.kind, outbox.ref] })
    .returning({ id: outbox.id });
  afterCommit(tx, notifyOutbox);
  return added.length > 0;
}

/** Overwrites parts of what was told before under refs that begin so: the words about somebody who has gone go there as well. */
export async function amendEvents<Kind extends string, Schema extends z.ZodType>(
  tx: Tx,
  event: OutboxEvent<Kind, Schema>,
  refBeginning: string,
  changes: Partial<z.input<Schema>>,
): Promise<void> {
  await tx
    .update(outbox)
    .set({ payload: sql`${outbox.payload} || ${JSON.stringify(changes)}::jsonb` })
    .where(and(eq(outbox.kind, event.kind), sql`starts_with(${outbox.ref}, ${refBeginning})`));
}

export interface EventContext {
  ref: string;
  announcedAt: Date;
  /** 1 at the first attempt. */
  attempt: number;
  clock: Clock;
  random: Random;
  log: Logger;
}

/** What one domain does when an event has happened. Made with `on`. */
export interface Subscription {
  readonly kind: string;
  run(tx: Tx, payload: unknown, context: EventContext): Promise<void>;
}

/**
 * Subscribes to an event. All subscribers run in the one transaction that marks the event done, so their effects on the
 * database happen exactly once; where one throws, none has happened and all are tried again later. What must happen
 * outside the database is enqueued as an effect.
 */
export function on<Kind extends string, Schema extends z.ZodType>(
  event: OutboxEvent<Kind, Schema>,
  handle: (tx: Tx, payload: z.output<Schema>, context: EventContext) => Promise<unknown>,
): Subscription {
  return {
    kind: event.kind,
    run: async (tx, payload, context) => {
      await handle(tx, event.schema.parse(payload), context);
    },
  };
}
