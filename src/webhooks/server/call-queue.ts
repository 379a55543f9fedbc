import { z } from 'zod';
import { Id } from '#kernel/id.ts';
import { addMilliseconds, MINUTE } from '#kernel/time.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { defineEffect, enqueue } from '#platform/server/outbox/enqueue.ts';

const Call = z.object({ deliveryId: Id, webhookId: Id, turn: z.int() });
export type Call = z.infer<typeof Call>;

/** Each kind is a lane of its own, so receivers that are slow wait only for each other. */
export const quickCall = defineEffect('webhook.call', Call);
export const slowCall = defineEffect('webhook.call-slow', Call);

/** The longest time for which the outbox keeps a call. A sweep queues those that are due later. */
const QUEUED_AHEAD_MS = 15 * MINUTE;

export const toRef = ({ deliveryId, turn }: Pick<Call, 'deliveryId' | 'turn'>) => `${deliveryId}:${turn}`;

/** Changes nothing if this turn is queued in the same lane. */
export async function queueCall(
  tx: Tx,
  { clock, random }: Pick<Deps, 'clock' | 'random'>,
  { isSlow, at, ...call }: Call & { isSlow: boolean; at?: Date },
): Promise<void> {
  if (at && at > addMilliseconds(clock.now(), QUEUED_AHEAD_MS)) return;
  const what = { ref: toRef(call), payload: call, notBefore: at };
  await enqueue(tx, isSlow ? slowCall : quickCall, what, clock, random);
}
