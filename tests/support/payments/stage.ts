import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { addMilliseconds } from '#kernel/time.ts';
import type { Deps } from '#payments/server/ports.ts';
import type { Subscription } from '#platform/server/outbox/announce.ts';
import { drivenClock, type RunningSimulator, startSimulator } from '#tests/support/wallet/simulator.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { type PaymentsWorld, paymentsWorld } from './world.ts';

/**
 * Payments, a wallet and a database for one test file. Everything except the clock exists from `beforeAll`
 * on.
 */
class PaymentsStage {
  readonly clock = drivenClock();
  database!: TestDatabase;
  simulator!: RunningSimulator;
  world!: PaymentsWorld;
  readonly letterbox = openLetterbox(async () => {
    const { json } = await this.simulator.control('POST', '/rounds');
    return json.waiting;
  });

  /** Returns the messages of logged errors and clears them. Each test takes the errors that it expects. */
  readonly takeErrors = () => this.world.errors.splice(0).map(({ msg }) => msg);
}

/**
 * Sets up the stage before the file's tests. After each test it checks for violations and unexpected errors.
 */
export function stagePayments({
  database = freshDatabase,
  subscriptions,
  walletAheadMs = () => 0,
}: {
  database?: () => Promise<TestDatabase>;
  subscriptions?: (deps: Deps) => Subscription[];
  /** How far the wallet's clock is ahead of ours. */
  walletAheadMs?: () => number;
} = {}): PaymentsStage {
  const stage = new PaymentsStage();
  const { clock, letterbox } = stage;
  beforeAll(async () => {
    stage.database = await database();
    stage.simulator = await startSimulator({
      clock: { ...clock, now: () => addMilliseconds(clock.now(), walletAheadMs()) },
      webhookUrl: () => 'http://letterbox.test/',
      send: letterbox.send,
      isDriven: true,
    });
    const { database: opened, simulator: wallet } = stage;
    stage.world = await paymentsWorld({ database: opened, clock, wallet, subscriptions });
  });
  afterEach(async () => {
    stage.world.faults.length = 0;
    expect(await stage.world.violations()).toEqual([]);
    expect(stage.takeErrors()).toEqual([]);
  });
  afterAll(async () => {
    await stage.world.close();
    await stage.simulator.close();
    await stage.database.close();
  });
  return stage;
}

export interface Delivery {
  headers: Record<string, string>;
  body: Buffer;
  event: { id: string; event_type: string; resource: Record<string, unknown> };
}

/** Keeps the webhooks that the wallet sends, so that tests can deliver them in any order. */
function openLetterbox(sendDue: () => Promise<number>) {
  const deliveries: Delivery[] = [];

  /** Lets the wallet send everything that is due. */
  async function receiveAll(): Promise<void> {
    let before = Infinity;
    // A round sends a few deliveries. If the queue does not get shorter, nothing more is due.
    for (let left = await sendDue(); left > 0 && left < before; left = await sendDue()) before = left;
  }

  return {
    deliveries,
    receiveAll,
    /** The simulator's transport. */
    send: async (_url: string, { headers, body }: Pick<Delivery, 'headers' | 'body'>) => {
      deliveries.push({ headers, body, event: JSON.parse(String(body)) });
      return true;
    },
    /**
     * Lets the wallet send everything that is due, and returns the delivery of this type that mentions a
     * text.
     */
    async deliveryOf(eventType: string, mention: string): Promise<Delivery> {
      await receiveAll();
      const found = deliveries.find(
        ({ event, body }) => event.event_type === eventType && body.includes(mention),
      );
      if (found) return found;
      const types = deliveries.map(({ event }) => event.event_type);
      throw new Error(`no ${eventType} about ${mention} came; ${types}`);
    },
    /** Sends a delivery to our webhook and returns the status. */
    async deliver(
      world: PaymentsWorld,
      { headers, body }: Pick<Delivery, 'headers' | 'body'>,
    ): Promise<number> {
      const url = '/paypal/webhook';
      return (await world.http.inject({ method: 'POST', url, headers, payload: body })).statusCode;
    },
  };
}
