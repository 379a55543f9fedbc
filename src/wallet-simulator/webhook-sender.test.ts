import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { DAY, HOUR } from '#kernel/time.ts';

import { openAccount } from './account.ts';
import { openBooks } from './books.ts';
import { announce } from './events.ts';
import { createIds } from './ids.ts';
import { signingKeyIn } from './signing-key.ts';
import { drivenClock, testRandom } from './simulator-for-tests.ts';
import type { Simulator } from './simulator.ts';
import { createWebhookSender, type WebhookSender } from './webhook-sender.ts';

let listener: Server;
/** What the listener answers, one after the other; the last one for all that follow. */
let answers: (number | 'never')[];
let bodies: string[];
let clock: ReturnType<typeof drivenClock>;
let simulator: Simulator;
let sender: WebhookSender;
let url: string | undefined;

beforeEach(async () => {
  bodies = [];
  listener = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      bodies.push(body);
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
  };
  sender = createWebhookSender(simulator);
});
afterEach(async () => {
  await sender.close();
  listener.closeAllConnections();
  await new Promise((resolve) => listener.close(resolve));
});

function event(): void {
  const content = { type: 'TEST', resourceType: 'capture', summary: 'a test', resource: {} } as const;
  simulator.books.write(announce(simulator, content));
}

const states = () => [...simulator.books.deliveries.values()].map((delivery) => delivery.state);

describe('sending webhooks', () => {
  test('the same event comes again at growing distances until it is taken, and then no more', async () => {
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

  test('it is given up after 25 attempts', async () => {
    answers = [503];
    event();
    for (let round = 0; round < 60; round += 1) {
      await sender.sendDue();
      clock.advance(3 * HOUR);
    }
    expect(bodies).toHaveLength(25);
    expect(states()).toEqual(['abandoned']);
  });

  test('it is given up after three days', async () => {
    answers = [503];
    event();
    clock.advance(3 * DAY);
    await sender.sendDue();
    expect(states()).toEqual(['abandoned']);
  });

  test('nothing is sent, and nothing given up, while nobody listens', async () => {
    url = undefined;
    event();
    clock.advance(DAY);
    await sender.sendDue();
    expect(states()).toEqual(['waiting']);
  });

  test('a refused connection is an attempt as well', async () => {
    await new Promise((resolve) => listener.close(resolve));
    event();
    await sender.sendDue();
    expect([...simulator.books.deliveries.values()][0]).toMatchObject({ state: 'waiting', attempts: 1 });
  });

  test('closing breaks off what is under way, which stays due', async () => {
    answers = ['never'];
    event();
    const round = sender.sendDue();
    while (bodies.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    await sender.close();
    await round;
    expect([...simulator.books.deliveries.values()][0]).toMatchObject({ state: 'waiting', attempts: 0 });
  });
});
