import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { PATIENCE_MS } from '../../../../tests/support/patience.ts';
import { createFaultMaker, type Faults } from './faults.ts';
import {
  orderBody,
  signedInCaller,
  startSimulator,
  type RunningSimulator,
} from '../../../../tests/support/wallet/simulator.ts';

let simulator: RunningSimulator;
let call: Awaited<ReturnType<typeof signedInCaller>>;
let letTimePass: () => void;
let waited: number[];

beforeEach(async () => {
  waited = [];
  const releases: (() => void)[] = [];
  letTimePass = () => releases.splice(0).forEach((release) => release());
  simulator = await startSimulator({
    wait: (milliseconds) => {
      waited.push(milliseconds);
      return new Promise((resolve) => releases.push(resolve));
    },
  });
  call = await signedInCaller(simulator);
});
afterEach(() => simulator.close());

const plan = (faults: Faults) => simulator.control('PUT', '/faults', faults);
const counts = async () => (await simulator.control('GET', '/faults')).json.counts;

const create = (key: string) =>
  call('POST', '/v2/checkout/orders', orderBody(), { 'paypal-request-id': key });

const orders = async () => (await simulator.books()).orders;

describe('a requested fault', () => {
  test('dropBefore breaks the connection before anything happens', async () => {
    await plan({ next: [{ fault: 'dropBefore' }] });
    await expect(create('a')).rejects.toThrow('fetch failed');
    expect(await orders()).toEqual([]);
    expect((await create('a')).status).toBe(201);
    expect(await counts()).toMatchObject({ dropBefore: 1, dropAfter: 0 });
  });

  test('dropAfter breaks the connection after the change is saved', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'faults-'));
    try {
      await simulator.close();
      const store = join(folder, 'books.jsonl');
      simulator = await startSimulator({ store });
      call = await signedInCaller(simulator);
      await plan({ next: [{ fault: 'dropAfter' }] });
      await expect(create('a')).rejects.toThrow('fetch failed');
      const [order] = await orders();
      expect(await readFile(store, 'utf8')).toContain(order?.id);
      const again = await create('a');
      expect([again.status, again.json.id]).toEqual([200, order?.id]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('errorAfter responds with 500 in the wallet’s form after the change', async () => {
    await plan({ next: [{ fault: 'errorAfter' }] });
    const answer = await create('a');
    expect([answer.status, answer.json.name]).toEqual([500, 'INTERNAL_SERVER_ERROR']);
    expect(answer.headers.get('paypal-debug-id')).toBe(answer.json.debug_id);
    const [order] = await orders();
    expect((await create('a')).json.id).toBe(order?.id);
  });

  test('delay holds back the response, not the change', async () => {
    await plan({ next: [{ fault: 'delay' }], delayMs: 60_000 });
    let isAnswered = false;
    const late = create('a').finally(() => (isAnswered = true));
    await vi.waitFor(() => expect(waited).toEqual([60_000]), PATIENCE_MS);
    expect(await orders()).toHaveLength(1);
    expect(isAnswered).toBe(false);
    letTimePass();
    expect((await late).status).toBe(201);
  });

  test('a late response does not delay the server’s shutdown', async () => {
    await simulator.close();
    simulator = await startSimulator({ faults: { rates: { delay: 1 }, delayMs: 3_600_000 } });
    const late = signedInCaller(simulator).catch(() => undefined);
    await vi.waitFor(async () => expect(await counts()).toMatchObject({ delay: 1 }), PATIENCE_MS);
    await simulator.close();
    await late;
  });

  test('happens as often as requested, to the matching calls', async () => {
    await plan({
      next: [{ fault: 'errorAfter', method: 'POST', pathPrefix: '/v2/checkout', times: 2 }],
      only: ['/v1/payments'],
    });
    expect((await call('GET', '/v2/checkout/orders/X')).status).toBe(404);
    expect((await call('POST', '/v1/identity/generate-token')).status).toBe(200);
    expect((await create('a')).status).toBe(500);
    const { json } = await simulator.control('GET', '/faults');
    expect(json.plan.next).toMatchObject([{ fault: 'errorAfter', times: 1 }]);
    expect((await create('b')).status).toBe(500);
    expect((await create('c')).status).toBe(201);
  });
});

describe('rates', () => {
  test('affect the interface only, not the controls, the books or the buyer’s page', async () => {
    const { json } = await create('a');
    await plan({ rates: { dropBefore: 1 } });
    await expect(create('b')).rejects.toThrow('fetch failed');
    await expect(call('GET', '/v2/nothing')).rejects.toThrow('fetch failed');
    expect(await orders()).toHaveLength(1);
    expect((await fetch(`${simulator.url}/approve/${json.id}`)).status).toBe(200);
    expect((await counts()).dropBefore).toBe(2);
    const ended = await simulator.control('DELETE', '/faults');
    expect(ended.json.counts.dropBefore).toBe(0);
    expect((await create('b')).status).toBe(201);
  });

  test('affect only the named paths', async () => {
    await plan({ rates: { errorAfter: 1 }, only: ['/v2/checkout'] });
    expect((await create('a')).status).toBe(500);
    expect((await call('GET', '/v2/payments/captures/X')).status).toBe(404);
  });

  test('produce the same faults from the same seed, whatever the other rates are', async () => {
    const run = async (faults: Faults) => {
      await plan(faults);
      const seen: string[] = [];
      for (let number = 0; number < 40; number += 1) {
        seen.push(
          await create(`k${number}`).then(
            ({ status }) => String(status),
            () => 'lost',
          ),
        );
      }
      return seen.map((outcome) => (outcome === '200' ? '201' : outcome)).join(' ');
    };
    const rates = { dropBefore: 0.2, errorAfter: 0.2 };
    const first = await run({ seed: 7, rates });
    expect(await run({ seed: 7, rates })).toBe(first);
    expect(await run({ seed: 8, rates })).not.toBe(first);
    const lost = (outcomes: string) => outcomes.replaceAll('500', '201');
    expect(lost(await run({ seed: 7, rates: { dropBefore: 0.2 } }))).toBe(lost(first));
    const { dropBefore, errorAfter, dropAfter } = await counts();
    expect(dropBefore).toBeGreaterThan(10);
    expect(errorAfter).toBeGreaterThan(10);
    expect(dropAfter).toBe(0);
  });

  test('are met approximately', () => {
    const faults = createFaultMaker({ seed: 3, rates: { dropBefore: 0.1, dropAfter: 0.5, delay: 1 } });
    for (let number = 0; number < 10_000; number += 1) faults.forRequest('GET', '/v2/x');
    const { counts: found } = faults.report();
    expect(found.dropBefore).toBeGreaterThan(900);
    expect(found.dropBefore).toBeLessThan(1100);
    expect(Math.abs(found.dropAfter - (10_000 - found.dropBefore) / 2)).toBeLessThan(200);
    expect(found.delay).toBe(10_000 - found.dropBefore);
  });

  test.each([
    { rates: { dropBefore: 2 } },
    { rates: { earthquake: 1 } },
    { next: [{ fault: 'dropBefore', times: 0 }] },
    { seeds: 1 },
  ])('rejects the plan %j', async (faults) => {
    expect((await plan(faults as Faults)).status).toBe(400);
  });
});
