import { beforeEach, expect, test } from 'vitest';

import { addMilliseconds, HOUR, SECOND } from '#kernel/time.ts';
import type { Circuit } from '#platform/server/outbox/enqueue.ts';

import { createCircuitBreaker, type CircuitBreaker } from './circuit-breaker.ts';
import { success, unknown } from './outcome.ts';
import type { Exchange } from './responses.ts';

const answered: Exchange = success({ json: {} });
const silent: Exchange = unknown('timeout');

let now: Date;
let sent: number;
let outcome: Exchange | Promise<Exchange>;
let changes: Circuit[];
let breaker: CircuitBreaker;

beforeEach(() => {
  now = new Date('2026-03-02T09:00:00Z');
  sent = 0;
  outcome = answered;
  changes = [];
  const http = {
    baseUrl: 'https://wallet.test',
    exchange: async () => {
      sent += 1;
      return outcome;
    },
    download: async () => unknown('unreadable'),
    close: async () => undefined,
  };
  breaker = createCircuitBreaker(http, { now: () => now }, (circuit) => changes.push(circuit));
});

const pass = (milliseconds: number) => (now = addMilliseconds(now, milliseconds));
const call = () => breaker.http.exchange({ method: 'GET', path: '/' }, new AbortController().signal);

async function open(): Promise<void> {
  outcome = silent;
  for (let count = 1; count <= 3; count += 1) await call();
}

test('opens after three unanswered calls in a row, and then sends none', async () => {
  outcome = silent;
  for (let count = 1; count <= 2; count += 1) await call();
  outcome = answered;
  await call();
  expect(breaker.getCircuit()).toBe('closed');
  await open();
  expect(breaker.getCircuit()).toBe('open');
  sent = 0;
  expect(await call()).toEqual({ kind: 'unknown', reason: 'unreachable' });
  expect(sent).toBe(0);
  expect(changes).toEqual(['open']);
});

test('errors and broken connections are answers', async () => {
  outcome = unknown('server-error');
  for (let count = 1; count <= 9; count += 1) await call();
  outcome = unknown('connection-lost');
  for (let count = 1; count <= 9; count += 1) await call();
  expect(breaker.getCircuit()).toBe('closed');
});

test('probes with one call at a time, and closes when the wallet answers', async () => {
  await open();
  pass(10 * SECOND);
  expect(breaker.getCircuit()).toBe('half-open');
  let answer = (_exchange: Exchange) => {};
  outcome = new Promise((resolve) => (answer = resolve));
  sent = 0;
  const probe = call();
  pass(15 * SECOND);
  expect(await call()).toMatchObject({ reason: 'unreachable' });
  answer(silent);
  await probe;
  expect(sent).toBe(1);
  expect(breaker.getCircuit()).toBe('open');

  pass(10 * SECOND);
  outcome = answered;
  expect(await call()).toEqual(answered);
  expect(breaker.getCircuit()).toBe('closed');
  expect(changes).toEqual(['open', 'closed']);
});

test('a clock that was ahead does not keep it open', async () => {
  pass(73 * HOUR);
  await open();
  pass(-73 * HOUR);
  expect(breaker.getCircuit()).toBe('half-open');
});
