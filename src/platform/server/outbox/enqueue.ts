import type { z } from 'zod';
import type { Random } from '#kernel/id.ts';
import type { Clock } from '#kernel/time.ts';
import type { Tx } from '../db/open-database.ts';
import { afterCommit } from '../db/transact.ts';
import { outbox } from './tables.ts';
import { notifyOutbox } from './wake.ts';

/** Something that must happen outside the database: a payout, a refund, a mail. Its payload travels as JSON. */
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
 * Writes an effect in the transaction of the change that causes it. The request id, its idempotency key outside, is made
 * here once. `ref` is the cause's own key: the same kind and ref again changes nothing and answers false.
 */
export async function enqueue<Kind extends string, Schema extends z.ZodType>(
  tx: Tx,
  effect: OutboxEffect<Kind, Schema>,
  what: { ref: string; payload: z.input<Schema>; notBefore?: Date | undefined },
  clock: Clock,
  random: Random,
): Promise<boolean> {
  effect.schema.parse(what.payload);
  const now = clock.now();
  const added = await tx
    .insert(outbox)
    .values({
      kind: effect.kind,
      form: 'effect',
      ref: what.ref,
      payload: what.payload,
      requestId: random.uuid(),
      nextAt: what.notBefore ?? now,
      createdAt: now,
    })
    .onConflictDoNothing({ target: [outbox.kind, outbox.ref] })
    .returning({ id: outbox.id });
  afterCommit(tx, notifyOutbox);
  return added.length > 0;
}

/** How an attempt ended. A timeout or a broken answer is 'unknown', never 'retry': it may have been carried out. */
export type Outcome<Value> =
  | { status: 'done'; value: Value }
  /** The other side said no, for good. */
  | { status: 'refused'; reason: string }
  /** It was surely not carried out; try again later. */
  | { status: 'retry'; reason: string }
  /** It may or may not have been carried out; ask or send again later with the same request id. */
  | { status: 'unknown'; reason: string };

/** 'dead': the last 'retry' of as many as the handler allows; a person has to look. */
export type Settled<Value> = Outcome<Value> | { status: 'dead'; reason: string };

export interface EffectContext {
  ref: string;
  /** The idempotency key: the same at every attempt. */
  requestId: string;
  /** Since when it may have left: this attempt's moment, or the first one's whose outcome is unknown. */
  firstSentAt: Date;
  /** An earlier attempt may have been carried out: resend with the same request id within the window of the other side, else look it up. */
  mayHaveBeenSent: boolean;
  /** 1 at the first attempt. */
  attempts: number;
  /** Aborts before another worker may take this attempt for lost; pass it to fetch. */
  signal: AbortSignal;
}

/** How one kind of effect is carried out. Made with `handleEffect`. */
export interface EffectHandler {
  readonly kind: string;
  readonly attempts: number;
  perform(payload: unknown, context: EffectContext): Promise<Outcome<unknown>>;
  settle(tx: Tx, payload: unknown, outcome: Settled<unknown>, context: EffectContext): Promise<void>;
}

const DEFAULT_ATTEMPTS = 10;

/**
 * Says how an effect is carried out. `perform` runs outside any transaction and must not write to the database; what it
 * throws counts as 'unknown'. `settle` runs in the transaction that records the outcome, after every attempt:
 * look at `outcome.status` ('done', 'refused' and 'dead' are final). Once an outcome is unknown, only 'done' or 'refused' ends the row.
 */
export function handleEffect<Kind extends string, Schema extends z.ZodType, Value = undefined>(
  effect: OutboxEffect<Kind, Schema>,
  handler: {
    perform: (payload: z.output<Schema>, context: EffectContext) => Promise<Outcome<Value>>;
    settle?: (
      tx: Tx,
      payload: z.output<Schema>,
      outcome: Settled<Value>,
      context: EffectContext,
    ) => Promise<unknown>;
    /** How many attempts in all may end in 'retry'; 10 where nothing is said. */
    attempts?: number;
  },
): EffectHandler {
  return {
    kind: effect.kind,
    attempts: handler.attempts ?? DEFAULT_ATTEMPTS,
    perform: async (payload, context) => handler.perform(effect.schema.parse(payload), context),
    settle: async (tx, payload, outcome, context) => {
      // The worker passes back what this same handler's perform answered, so its value is a Value.
      await handler.settle?.(tx, effect.schema.parse(payload), outcome as Settled<Value>, context);
    },
  };
}
