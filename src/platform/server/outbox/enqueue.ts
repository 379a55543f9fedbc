import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Random } from '#kernel/id.ts';
import type { Clock } from '#kernel/time.ts';
import type { Tx } from '../db/open-database.ts';
import { addToOutbox, toOutboxRow } from './add-to-outbox.ts';
import { outbox } from './tables.ts';

/** Work outside the database: a payout, a refund, a mail. Its payload is stored as JSON. */
export interface OutboxEffect<Kind extends string = string, Schema extends z.ZodType = z.ZodType> {
  readonly kind: Kind;
  readonly schema: Schema;
}

export function defineEffect<const Kind extends string, Schema extends z.ZodType>(
  kind: Kind,
  schema: Schema,
): OutboxEffect<Kind, Schema> {
  return { kind, schema };
}

/**
 * The request id, which is the idempotency key for the other service, is created here once. `ref` is the key of the
 * cause. `notBefore` is at most 15 minutes ahead. Changes nothing if this kind and ref were enqueued before.
 */
export async function enqueue<Kind extends string, Schema extends z.ZodType>(
  tx: Tx,
  effect: OutboxEffect<Kind, Schema>,
  what: { ref: string; payload: z.input<Schema>; notBefore?: Date | undefined },
  clock: Clock,
  random: Random,
): Promise<void> {
  effect.schema.parse(what.payload);
  const row = { kind: effect.kind, form: 'effect', requestId: random.uuid(), ...what } as const;
  addToOutbox(tx, toOutboxRow(row, clock));
}

/**
 * Ends an effect that was certainly not carried out yet. Returns false if it may have been, or may be right now: then
 * nothing changes. Does not see effects that the same transaction enqueued: they are stored with the commit.
 */
export async function cancelEffect(
  tx: Tx,
  effect: OutboxEffect,
  { ref, reason }: { ref: string; reason: string },
  clock: Clock,
): Promise<boolean> {
  const ended = await tx
    .update(outbox)
    .set({ state: 'done', doneAt: clock.now(), lastError: reason })
    .where(and(eq(outbox.kind, effect.kind), eq(outbox.ref, ref), eq(outbox.state, 'ready')))
    .returning({ id: outbox.id });
  return ended.length > 0;
}

/** A timeout or a broken response is 'unknown', never 'retry': the effect may have happened. */
export type Outcome<Value> =
  | { status: 'done'; value: Value }
  | { status: 'refused'; reason: string }
  /** It was certainly not carried out. */
  | { status: 'retry'; reason: string }
  /** It may have been carried out. Ask or send again later with the same request id. */
  | { status: 'unknown'; reason: string };

/** 'dead': all attempts that the handler allows are used up. An admin has to look at it. */
export type FinalOutcome<Value> = Outcome<Value> | { status: 'dead'; reason: string };

export interface EffectContext {
  ref: string;
  requestId: string;
  /** The earliest time when it may have been sent: this attempt, or the first with an unknown outcome. */
  firstSentAt: Date;
  /**
   * If true, resend it with the same request id within the other service's idempotency window. Otherwise look up its
   * outcome.
   */
  mayHaveBeenSent: boolean;
  attempts: number;
  /** Aborts before the lease expires and another worker may claim this row. Pass it to fetch. */
  signal: AbortSignal;
}

/** 'open' while the service does not answer, 'half-open' for one probe. */
export type Circuit = 'closed' | 'half-open' | 'open';

/** Each lane runs on its own, so a slow service delays only its own effects. */
export interface Lane {
  readonly name: string;
  /** While the circuit is open, the lane's effects stay in the outbox as they are. */
  readonly getCircuit?: () => Circuit;
}

export interface EffectHandler {
  readonly kind: string;
  readonly lane: Lane;
  readonly attempts: number;
  readonly diesUnknown: boolean;
  readonly isHeld: () => boolean;
  perform(payload: unknown, context: EffectContext): Promise<Outcome<unknown>>;
  record(tx: Tx, payload: unknown, outcome: FinalOutcome<unknown>, context: EffectContext): Promise<void>;
}

const DEFAULT_ATTEMPTS = 10;

/**
 * `perform` runs outside any transaction and must not write to the database. If it throws, the outcome is 'unknown'.
 * `record` runs after every attempt, in the transaction that stores the outcome. Of its statuses, 'done', 'refused' and
 * 'dead' are final. After an unknown outcome, only 'done' or 'refused' ends the row, unless the handler sets
 * `diesUnknown`.
 */
export function handleEffect<Kind extends string, Schema extends z.ZodType, Value = undefined>(
  effect: OutboxEffect<Kind, Schema>,
  handler: {
    perform: (payload: z.output<Schema>, context: EffectContext) => Promise<Outcome<Value>>;
    record?: (
      tx: Tx,
      payload: z.output<Schema>,
      outcome: FinalOutcome<Value>,
      context: EffectContext,
    ) => Promise<unknown>;
    /** Limits attempts that end in 'retry'. Default: 10. */
    attempts?: number;
    /**
     * Limits the attempts of a row with an unknown outcome too. Only for effects whose outcome cannot be looked up, and
     * that may be lost.
     */
    diesUnknown?: boolean;
    lane?: Lane;
    /** While true, these effects stay in the outbox, and others of the lane pass them. */
    isHeld?: () => boolean;
  },
): EffectHandler {
  return {
    kind: effect.kind,
    lane: handler.lane ?? { name: effect.kind },
    attempts: handler.attempts ?? DEFAULT_ATTEMPTS,
    diesUnknown: handler.diesUnknown ?? false,
    isHeld: handler.isHeld ?? (() => false),
    perform: async (payload, context) => handler.perform(effect.schema.parse(payload), context),
    record: async (tx, payload, outcome, context) => {
      // The worker passes the result of this handler's own perform, so its value is a Value.
      await handler.record?.(tx, effect.schema.parse(payload), outcome as FinalOutcome<Value>, context);
    },
  };
}
