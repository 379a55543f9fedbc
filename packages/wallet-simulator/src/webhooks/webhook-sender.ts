import { Agent, fetch } from 'undici';

import { addMilliseconds, DAY, HOUR, SECOND } from '../time.ts';

import type { DeliveryRecord, EventRecord } from '../books/records.ts';
import { isoNow, type Simulator } from '../simulator.ts';
import { signedHeaders, type Transmission } from './webhook-signature.ts';

export type SendDelivery = (
  url: string,
  delivery: { headers: Record<string, string>; body: Buffer; signal: AbortSignal },
) => Promise<boolean>;

/** Like the wallet: up to 25 attempts within three days, with growing delays. */
const attemptLimit = 25;
const lifetimeMs = 3 * DAY;
const longestDelayMs = 3 * HOUR;

const answerTimeoutMs = 10 * SECOND;
const atOnce = 5;

export type WebhookSender = {
  /** Does nothing while an earlier round is running. */
  sendDue(): Promise<void>;
  close(): Promise<void>;
};

export function createWebhookSender(simulator: Simulator, send?: SendDelivery): WebhookSender {
  const agent = new Agent();
  const travel = send ?? overHttp(agent);
  const ending = new AbortController();
  let round: Promise<void> | undefined;

  async function sendRound(url: string): Promise<void> {
    const due = dueDeliveries(simulator);
    const reordered = simulator.faults.reordered(due);
    if (!reordered) {
      await Promise.all(due.slice(0, atOnce).map((delivery) => attempt(url, delivery)));
      return;
    }
    // One after the other, so that the network does not change the order.
    for (const delivery of reordered) if (!ending.signal.aborted) await attempt(url, delivery);
  }

  async function attempt(url: string, delivery: DeliveryRecord): Promise<void> {
    const event = simulator.books.events.get(delivery.id);
    if (!event) return;
    const transmission = newTransmission(simulator);
    const isTaken = await post(url, event, transmission).catch(() => false);
    if (ending.signal.aborted && !isTaken) return;
    if (isTaken && simulator.faults.isDuplicated()) {
      for (const again of [transmission, newTransmission(simulator)]) {
        await post(url, event, again).catch(() => false);
      }
    }
    simulator.books.write([
      { table: 'deliveries', record: isTaken ? delivered(delivery) : delayed(simulator, delivery, event) },
    ]);
  }

  async function post(url: string, event: EventRecord, transmission: Transmission): Promise<boolean> {
    const body = Buffer.from(event.body);
    const signature = await signedHeaders(simulator, transmission, body);
    return travel(url, {
      headers: { 'content-type': 'application/json', ...signature },
      body,
      signal: AbortSignal.any([ending.signal, AbortSignal.timeout(answerTimeoutMs)]),
    });
  }

  return {
    async sendDue() {
      const url = simulator.webhookUrl();
      if (url === undefined || round || ending.signal.aborted || simulator.faults.holdsWebhooks()) return;
      // Save first: after a crash, the listener must not look for something that does not exist.
      round = simulator.books
        .flushed()
        .then(() => sendRound(url))
        .finally(() => {
          round = undefined;
        });
      await round;
    },
    async close() {
      ending.abort();
      await round?.catch(() => undefined);
      await agent.destroy();
    },
  };
}

function overHttp(dispatcher: Agent): SendDelivery {
  return async (url, delivery) => {
    const answer = await fetch(url, { ...delivery, method: 'POST', redirect: 'manual', dispatcher });
    await answer.body?.cancel();
    return answer.ok;
  };
}

function newTransmission(simulator: Simulator): Transmission {
  return { id: simulator.ids.uuid(), time: isoNow(simulator) };
}

function dueDeliveries(simulator: Simulator): DeliveryRecord[] {
  const now = simulator.clock.now().getTime();
  return [...simulator.books.waiting.deliveries]
    .flatMap((id) => simulator.books.deliveries.get(id) ?? [])
    .filter((delivery) => Date.parse(delivery.nextAttemptAt) <= now);
}

function delivered(delivery: DeliveryRecord): DeliveryRecord {
  return { ...delivery, state: 'delivered', attempts: delivery.attempts + 1 };
}

function delayed(simulator: Simulator, delivery: DeliveryRecord, event: EventRecord): DeliveryRecord {
  const now = simulator.clock.now();
  const attempts = delivery.attempts + 1;
  const isTooLate = now.getTime() - Date.parse(event.createdAt) >= lifetimeMs;
  const delayMs = Math.min(longestDelayMs, SECOND * 2 ** delivery.attempts);
  return {
    ...delivery,
    state: attempts >= attemptLimit || isTooLate ? 'abandoned' : 'waiting',
    attempts,
    nextAttemptAt: addMilliseconds(now, delayMs).toISOString(),
  };
}
