import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { DAY, HOUR } from '../time.ts';

import { openAccount } from '../books/account.ts';
import { openBooks } from '../books/books.ts';
import { announce } from './events.ts';
import { createFaultMaker } from '../control/faults.ts';
import { createIds } from '../ids.ts';
import { signingKeyIn } from './signing-key.ts';
import { drivenClock, testRandom } from '../../../../tests/support/wallet/simulator.ts';
import type { Simulator } from '../simulator.ts';
import { createWebhookSender, type WebhookSender } from './webhook-sender.ts';

let listener: Server;
let answers: (number | 'never')[];
let bodies: string[];
let transmissions: string[];
let clock: ReturnType<typeof drivenClock>;
let simulator: Simulator;
let sender: WebhookSender;
let url: string | undefined;

beforeEach(async () => {
  bodies = [];
  transmissions = [];
  listener = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      bodies.push(body);
      transmissions.push(String(request.headers['paypal-transmission-id']));
      const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? 200;
      if (answer !== 'never') response.writeHead(answer).end();
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/hook`;

  clock = drivenClock();
  const ids = createIds(testRandom);
  const books = await openBooks('memory');
  simulator = {
    books,
    clock,
    ids,
    account: openAccount(books, ids),
    signingKey: signingKeyIn(books, ids, clock),
    publicUrl: () => 'http://localhost/wallet-simulator',
    webhookUrl: () => url,
    webhookId: 'HOOK',
    settleDelayMs: 0,
    bankLimitCents: 0,
    faults: createFaultMaker(),
    outcomes: { captures: 'COMPLETED', refunds: 'COMPLETED' },
  };
  sender = createWebhookSender(simulator);
});
afterEach(async () => {
  await sender.close();
  listener.closeAllConnections();
  await new Promise((resolve) => listener.close(resolve));
});

function event(type = 'TEST'): void {
  const content = { type, resourceType: 'capture', summary: 'a test', resource: {} } as const;
  simulator.books.write(announce(simulator, content));
}

const states = () => [...simulator.books.deliveries.values()].map((delivery) => delivery.state);

describe('sending webhooks', () => {
  test('retries an event with growing delays until it is accepted', async () => {
    answers = [500, 302, 200];
    event();
    await sender.sendDue();
    await sender.sendDue();
    expect(bodies).toHaveLength(1);
    clock.advance(1000);
    await sender.sendDue();
    clock.advance(1999);
    await sender.sendDue();
    expect(bodies).toHaveLength(2);
    clock.advance(1);
    await sender.sendDue();
    expect(states()).toEqual(['delivered']);
    clock.advance(DAY);
    await sender.sendDue();
    expect(bodies).toHaveLength(3);
    expect(new Set(bodies).size).toBe(1);
  });

  test('abandons an event after 25 attempts', async () => {
    answers = [503];
    event();
    for (let round = 0; round < 60; round += 1) {
      await sender.sendDue();
      clock.advance(3 * HOUR);
    }
    expect(bodies).toHaveLength(25);
    expect(states()).toEqual(['abandoned']);
  });

  test('abandons an event after three days', async () => {
    answers = [503];
    event();
    clock.advance(3 * DAY);
    await sender.sendDue();
    expect(states()).toEqual(['abandoned']);
  });

  test('sends and abandons nothing without a listener', async () => {
    url = undefined;
    event();
    clock.advance(DAY);
    await sender.sendDue();
    expect(states()).toEqual(['waiting']);
  });

  test('counts a refused connection as an attempt', async () => {
    await new Promise((resolve) => listener.close(resolve));
    event();
    await sender.sendDue();
    expect([...simulator.books.deliveries.values()][0]).toMatchObject({ state: 'waiting', attempts: 1 });
  });

  test('aborts running deliveries on close, which stay due', async () => {
    answers = ['never'];
    event();
    const round = sender.sendDue();
    await expect.poll(() => bodies).toHaveLength(1);
    await sender.close();
    await round;
    expect([...simulator.books.deliveries.values()][0]).toMatchObject({ state: 'waiting', attempts: 0 });
  });
});

describe('faults of delivery', () => {
  const getTypes = () => bodies.map((body) => JSON.parse(body).event_type);

  test('duplicates an accepted delivery unchanged and with a new transmission id', async () => {
    answers = [500, 200];
    simulator.faults = createFaultMaker({ next: [{ fault: 'duplicateWebhook' }] });
    event();
    event();
    await sender.sendDue();
    expect(bodies.length).toBeLessThanOrEqual(4);
    clock.advance(1000);
    await sender.sendDue();
    await sender.sendDue();
    expect(bodies).toHaveLength(5);
    expect(new Set(bodies).size).toBe(2);
    const again = transmissions.filter((id, index) => transmissions.indexOf(id) !== index);
    expect(again).toHaveLength(1);
    expect(new Set(transmissions).size).toBe(4);
    expect(simulator.faults.report().counts.duplicateWebhook).toBe(1);
  });

  test('sends waiting deliveries in another order, the same for the same seed', async () => {
    answers = [200];
    const types = ['1', '2', '3', '4', '5', '6', '7'];
    const round = async (seed: number) => {
      bodies.length = 0;
      simulator.faults = createFaultMaker({ seed, rates: { reorderWebhooks: 1 } });
      types.forEach(event);
      await sender.sendDue();
      return getTypes();
    };
    const first = await round(1);
    expect(first).not.toEqual(types);
    expect(first.toSorted()).toEqual(types);
    expect(await round(1)).toEqual(first);
    expect(await round(2)).not.toEqual(first);
    expect(simulator.faults.report().counts.reorderWebhooks).toBe(1);
    expect(new Set(states())).toEqual(new Set(['delivered']));
  });

  test('always swaps two deliveries, and never reorders a single one', async () => {
    answers = [200];
    for (const seed of [1, 2, 3, 4, 5]) {
      bodies.length = 0;
      simulator.faults = createFaultMaker({ seed, rates: { reorderWebhooks: 1 } });
      event('1');
      await sender.sendDue();
      event('2');
      event('3');
      await sender.sendDue();
      expect(getTypes()).toEqual(['1', '3', '2']);
      expect(simulator.faults.report().counts.reorderWebhooks).toBe(1);
    }
  });

  test('keeps held deliveries and sends them once they are released', async () => {
    answers = [200];
    simulator.faults = createFaultMaker({ holdWebhooks: true });
    event();
    await sender.sendDue();
    expect([bodies.length, ...states()]).toEqual([0, 'waiting']);
    simulator.faults = createFaultMaker();
    await sender.sendDue();
    expect(states()).toEqual(['delivered']);
  });
});
