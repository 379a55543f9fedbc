import { Agent, fetch } from 'undici';
import { SECOND } from '#kernel/time.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { type EffectHandler, handleEffect, type Outcome } from '#platform/server/outbox/enqueue.ts';
import { createGuardedLookup, isPrivateAddress } from '#platform/server/security/public-address.ts';
import type { DeliveryProblem } from '../contract.ts';
import { type Call, queueCall, quickCall, slowCall } from './call-queue.ts';
import { recordCall } from './record-call.ts';
import { requireReceiver } from './receiver.ts';
import { type CallResult, toProblem } from './rules.ts';
import { signCall } from './secret.ts';
import * as store from './store.ts';

const TIMEOUT_MS = 10 * SECOND;

type Performed =
  | { step: 'called'; result: CallResult }
  | { step: 'ended'; problem: DeliveryProblem }
  /** To the slow lane, because the receiver was slow after this call was queued. */
  | { step: 'moved' };

export function callEffects(deps: Deps): EffectHandler[] {
  const dispatcher = new Agent({
    connect: { lookup: createGuardedLookup(deps.config.webhooks), timeout: TIMEOUT_MS },
    // Most receivers get few calls, and open connections would delay a stop.
    pipelining: 0,
  });
  return [quickCall, slowCall].map((effect) =>
    handleEffect(effect, {
      perform: (call, { signal }) =>
        perform(deps, dispatcher, call, { isQuick: effect === quickCall, signal }),
      record: (tx, call, outcome) =>
        outcome.status === 'done' ? record(tx, deps, call, outcome.value) : Promise.resolve(),
    }),
  );
}

async function perform(
  deps: Deps,
  dispatcher: Agent,
  { deliveryId, turn }: Call,
  { isQuick, signal }: { isQuick: boolean; signal: AbortSignal },
): Promise<Outcome<Performed>> {
  const found = await store.findCall(deps.db, deliveryId);
  if (!found || found.delivery.turn !== turn || found.delivery.state !== 'waiting')
    return { status: 'refused', reason: 'the delivery has ended, or was replayed' };
  const { webhook, delivery, isUsable } = found;
  if (!isUsable) return { status: 'done', value: { step: 'ended', problem: 'suspended' } };
  if (webhook.disabledReason) return { status: 'done', value: { step: 'ended', problem: 'disabled' } };
  if (isQuick && webhook.isSlow) return { status: 'done', value: { step: 'moved' } };
  const at = deps.clock.now();
  const signature = signCall(deps.config, webhook, { id: delivery.id, body: delivery.body, at });
  if (signature === null) return { status: 'done', value: { step: 'ended', problem: 'secret' } };
  const startedAt = performance.now();
  const { status, problem } = await send(deps, webhook.url, {
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Promenade-Webhooks',
      'webhook-id': delivery.id,
      'webhook-timestamp': String(Math.floor(at.getTime() / SECOND)),
      'webhook-signature': signature,
    },
    body: delivery.body,
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    dispatcher,
  });
  const ms = Math.round(performance.now() - startedAt);
  return { status: 'done', value: { step: 'called', result: { status, problem, ms } } };
}

async function record(tx: Tx, deps: Deps, call: Call, performed: Performed): Promise<void> {
  if (performed.step === 'moved') return queueCall(tx, deps, { ...call, isSlow: true });
  return recordCall(tx, deps, call, performed.step === 'called' ? performed.result : performed.problem);
}

interface Sent {
  headers: Record<string, string>;
  body: string;
  signal: AbortSignal;
  dispatcher: Agent;
}

async function send(deps: Deps, address: string, sent: Sent): Promise<Omit<CallResult, 'ms'>> {
  try {
    const response = await fetch(requireReceiver(deps.config, address), {
      ...sent,
      method: 'POST',
      // A redirect could lead to a private address.
      redirect: 'manual',
    });
    // The body may be endless and isn’t needed.
    await response.body?.cancel().catch(() => undefined);
    return { status: response.status, problem: toProblem(response.status) };
  } catch (error) {
    if (isPrivateAddress(error)) return { status: null, problem: 'address' };
    return { status: null, problem: sent.signal.aborted ? 'timeout' : 'unreachable' };
  }
}
