import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Random } from '#kernel/id.ts';
import type { Clock } from '#kernel/time.ts';
import type { Tx } from '../db/open-database.ts';
import type { Logger } from '../log/log.ts';
import { addToOutbox, toOutboxRow } from './add-to-outbox.ts';
import { outbox } from './tables.ts';
import { wakeOutbox } from './wake.ts';

/** Its payload is stored as JSON. */
export interface OutboxEvent<Kind extends string = string, Schema extends z.ZodType = z.ZodType> {
  readonly kind: Kind;
  readonly schema: Schema;
}

export function defineEvent<const Kind extends string, Schema extends z.ZodType>(
  kind: Kind,
  schema: Schema,
): OutboxEvent<Kind, Schema> {
  return { kind, schema };
}

interface NewEvent<Schema extends z.ZodType> {
  ref: string;
  payload: z.input<Schema>;
  notBefore?: Date | undefined;
}

/** Stored with the commit. Changes nothing if this kind and ref were announced before. */
export async function announce<Kind extends string, Schema extends z.ZodType>(
  tx: Tx,
  event: OutboxEvent<Kind, Schema>,
  what: NewEvent<Schema>,
  clock: Clock,
): Promise<void> {
  addToOutbox(tx, toRow(event, what, clock));
}

/** Stores an event at once. Returns false and changes nothing if this kind and ref were announced before. */
export async function announceOnce<Kind extends string, Schema extends z.ZodType>(
  tx: Tx,
  event: OutboxEvent<Kind, Schema>,
  what: NewEvent<Schema>,
  clock: Clock,
): Promise<boolean> {
  const added = await tx
    .insert(outbox)
    .values(toRow(event, what, clock))
    .onConflictDoNothing({ target: [outbox.kind, outbox.ref] })
    .returning({ id: outbox.id });
  tx.afterCommit(() => wakeOutbox(event.kind));
  return added.length > 0;
}

function toRow<Schema extends z.ZodType>(
  event: OutboxEvent<string, Schema>,
  what: NewEvent<Schema>,
  clock: Clock,
) {
  event.schema.parse(what.payload);
  return toOutboxRow({ kind: event.kind, form: 'event', ...what }, clock);
}

/**
 * Deletes an event that no subscriber has received. It can then be announced again. Returns false if it was
 * delivered, or is being delivered right now: it does not wait for a worker, who may wait for the caller's locks.
 * Does not see what the same transaction announced with `announce`: it is stored with the commit.
 */
export async function takeBackEvent(tx: Tx, event: OutboxEvent, ref: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    delete from outbox where id in (
      select id from outbox
      where kind = ${event.kind} and ref = ${ref} and form = 'event' and state = 'ready' and attempts = 0
      for update skip locked)
    returning id`);
  return rows.length > 0;
}

/** For events whose refs start with `refBeginning`. Erases text about a deleted user from the outbox. */
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
  attempt: number;
  clock: Clock;
  random: Random;
  log: Logger;
}

export interface Subscription {
  readonly kind: string;
  run(tx: Tx, payload: unknown, context: EventContext): Promise<void>;
}

/**
 * All subscribers run in the transaction that marks the event done, so their database changes happen exactly once. If
 * one throws, all roll back and are retried later. Enqueue an effect for work outside the database.
 */
export function subscribe<Kind extends string, Schema extends z.ZodType>(
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
