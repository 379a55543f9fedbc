import type { AddressInfo } from 'node:net';
import type { IncomingHttpHeaders } from 'node:http';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { addMilliseconds } from '#kernel/time.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Subscription } from '#platform/server/outbox/announce.ts';
import { simulatorWebhookId } from '#wallet-simulator/app.ts';
import { drivenClock, type RunningSimulator, startSimulator, testCredentials } from '../wallet/simulator.ts';
import { freshDatabase, type TestDatabase } from '../database.ts';
import { type PaymentsWorld, paymentsWorld } from './world.ts';

/** Payments, the wallet and a database of their own for one test file. Everything but the clock is there from `beforeAll` on. */
export interface PaymentsStage {
  readonly clock: ReturnType<typeof drivenClock>;
  readonly database: TestDatabase;
  readonly simulator: RunningSimulator;
  readonly world: PaymentsWorld;
  readonly letterbox: Letterbox;
  /** The texts of the errors that were logged; each test takes those that it expects. */
  takeErrors(): unknown[];
}

/** Sets the stage before the file's tests, and after each looks for violations and for errors that it did not expect. */
export function stagePayments(
  options: {
    database?: () => Promise<TestDatabase>;
    subscriptions?: (deps: Deps) => Subscription[];
    /** How far the wallet's clock is ahead of ours at this moment. */
    walletAheadMs?: () => number;
  } = {},
): PaymentsStage {
  const clock = drivenClock();
  const walletClock = {
    ...clock,
    now: () => addMilliseconds(clock.now(), options.walletAheadMs?.() ?? 0),
  };
  const stage = {
    clock,
    takeErrors: () => stage.world.errors.splice(0).map(({ msg }) => msg),
    // The rest is assigned before the first test runs.
  } as { -readonly [Name in keyof PaymentsStage]: PaymentsStage[Name] };
  beforeAll(async () => {
    stage.letterbox = await openLetterbox(async () => {
      const { json } = await stage.simulator.control('POST', '/rounds');
      return json.waiting;
    });
    stage.database = await (options.database ?? freshDatabase)();
    stage.simulator = await startSimulator({
      clock: walletClock,
      webhookUrl: () => stage.letterbox.url,
      isDriven: true,
    });
    stage.world = await paymentsWorld({
      database: stage.database,
      clock,
      wallet: { ...stage.simulator, ...testCredentials, webhookId: simulatorWebhookId },
      ...(options.subscriptions && { subscriptions: options.subscriptions }),
    });
  });
  afterEach(async () => {
    stage.world.faults.length = 0;
    expect(await stage.world.violations()).toEqual([]);
    expect(stage.takeErrors()).toEqual([]);
  });
  afterAll(async () => {
    await stage.world.close();
    await stage.simulator.close();
    await stage.letterbox.close();
    await stage.database.close();
  });
  return stage;
}

export interface Delivery {
  headers: IncomingHttpHeaders;
  body: Buffer;
  event: { id: string; event_type: string; resource: Record<string, unknown> };
}

/** Stands where our webhook would be and keeps what the wallet sends, so that tests can deliver it as they like. */
interface Letterbox {
  url: string;
  deliveries: Delivery[];
  /** Lets the wallet send everything that is due. */
  receiveAll(): Promise<void>;
  /** Lets the wallet send what is due, and returns the delivery whose type and text fit. */
  deliveryOf(eventType: string, mention: string): Promise<Delivery>;
  /** Hands it to our webhook and answers the status. */
  deliver(world: PaymentsWorld, delivery: Pick<Delivery, 'headers' | 'body'>): Promise<number>;
  close(): Promise<void>;
}

async function openLetterbox(sendDue: () => Promise<number>): Promise<Letterbox> {
  const deliveries: Delivery[] = [];
  const server: FastifyInstance = fastify();
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body);
  server.post<{ Body: Buffer }>('/', async ({ headers, body }) => {
    deliveries.push({ headers, body, event: JSON.parse(body.toString()) });
    return {};
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  // A server that listens on a port answers an AddressInfo, not a path.
  const { port } = server.server.address() as AddressInfo;
  // A round sends a few deliveries. One that makes the queue no shorter means that nothing else is due.
  const receiveAll = async () => {
    let before = Infinity;
    for (let left = await sendDue(); left > 0 && left < before; left = await sendDue()) before = left;
  };
  return {
    url: `http://127.0.0.1:${port}/`,
    deliveries,
    receiveAll,
    async deliveryOf(eventType, mention) {
      await receiveAll();
      const found = deliveries.find(
        ({ event, body }) => event.event_type === eventType && body.toString().includes(mention),
      );
      if (found) return found;
      throw new Error(
        `no ${eventType} about ${mention} came; ${deliveries.map(({ event }) => event.event_type)}`,
      );
    },
    async deliver(world, { headers, body }) {
      const { host: _, 'content-length': __, connection: ___, 'transfer-encoding': ____, ...sent } = headers;
      const answer = await world.http.inject({
        method: 'POST',
        url: '/paypal/webhook',
        headers: sent,
        payload: body,
      });
      return answer.statusCode;
    },
    close: () => server.close(),
  };
}
