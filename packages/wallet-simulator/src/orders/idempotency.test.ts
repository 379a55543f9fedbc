import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { DAY, HOUR } from '../time.ts';
import { PATIENCE_MS } from '../../../../tests/support/patience.ts';

import {
  capturedOrder,
  orderBody,
  signedInCaller,
  startSimulator,
  type RunningSimulator,
} from '../../../../tests/support/wallet/simulator.ts';

let simulator: RunningSimulator;
let call: Awaited<ReturnType<typeof signedInCaller>>;
let waiting: (() => void)[];

beforeEach(async () => {
  waiting = [];
  simulator = await startSimulator({ wait: () => new Promise((resolve) => waiting.push(resolve)) });
  call = await signedInCaller(simulator);
});
afterEach(() => simulator.close());

const key = (id: string) => ({ 'paypal-request-id': id });
const dollars = (value: string) => ({ amount: { currency_code: 'USD', value } });

const refund = (captureId: string, value: string, id: string) =>
  call('POST', `/v2/payments/captures/${captureId}/refund`, dollars(value), {
    ...key(id),
    prefer: 'return=representation',
  });

describe('a refund’s key', () => {
  test('replays the first refund for 45 days, whatever the body, then creates another', async () => {
    const captureId = await capturedOrder(simulator, call);
    const first = await refund(captureId, '5.00', 'k');
    const replay = await refund(captureId, '7.00', 'k');
    expect([replay.status, replay.json]).toEqual([201, first.json]);
    simulator.clock.advance(45 * DAY - 1);
    call = await signedInCaller(simulator);
    expect((await refund(captureId, '5.00', 'k')).json).toEqual(first.json);
    simulator.clock.advance(1);
    expect((await refund(captureId, '5.00', 'k')).json.id).not.toBe(first.json.id);
    expect((await simulator.books()).refunds).toHaveLength(2);
  });

  test('belongs to its capture, and is not saved for a refused refund', async () => {
    const [one, other] = [await capturedOrder(simulator, call), await capturedOrder(simulator, call)];
    expect((await refund(one, '5000.00', 'k')).status).toBe(422);
    expect((await refund(one, '5.00', 'k')).status).toBe(201);
    expect((await refund(other, '5.00', 'k')).status).toBe(201);
  });

  test('returns the refund’s current state', async () => {
    const captureId = await capturedOrder(simulator, call);
    await simulator.control('PUT', '/outcomes', { refunds: 'PENDING' });
    const { json } = await refund(captureId, '5.00', 'k');
    await simulator.control('POST', `/refunds/${json.id}`, { status: 'FAILED' });
    const replay = await refund(captureId, '5.00', 'k');
    expect(replay.json).toMatchObject({ id: json.id, status: 'FAILED' });
  });
});

test('keeps a capture’s key for six hours; afterwards the order itself refuses', async () => {
  const { json } = await call('POST', '/v2/checkout/orders', orderBody());
  await simulator.decide(`${simulator.url}/approve/${json.id}`, 'approve');
  const capture = async () => {
    const answer = await call('POST', `/v2/checkout/orders/${json.id}/capture`, undefined, key('k'));
    return [answer.status, answer.json.details?.[0]?.issue];
  };
  expect(await capture()).toEqual([201, undefined]);
  simulator.clock.advance(6 * HOUR - 1);
  expect(await capture()).toEqual([200, undefined]);
  simulator.clock.advance(1);
  expect(await capture()).toEqual([422, 'ORDER_ALREADY_CAPTURED']);
});

test('keeps a sender_batch_id for 30 days, whatever the request id', async () => {
  await capturedOrder(simulator, call);
  const pay = async (requestId: string, batchId = 'po_1') =>
    (
      await call(
        'POST',
        '/v1/payments/payouts',
        {
          sender_batch_header: { sender_batch_id: batchId },
          items: [{ receiver: 'a@example.com', amount: { currency: 'USD', value: '1.00' } }],
        },
        key(requestId),
      )
    ).status;
  expect(await pay('k')).toBe(201);
  expect(await pay('other')).toBe(400);
  // Observed at the wallet: the request id alone prevents nothing.
  expect(await pay('k', 'po_2')).toBe(201);
  simulator.clock.advance(30 * DAY);
  call = await signedInCaller(simulator);
  expect(await pay('k')).toBe(201);
});

describe('two concurrent calls with one key', () => {
  test('refuses the second while the first is in progress, and replays it afterwards', async () => {
    const captureId = await capturedOrder(simulator, call);
    await simulator.control('PUT', '/faults', { next: [{ fault: 'delay' }] });
    const first = refund(captureId, '5.00', 'k');
    await vi.waitFor(() => expect(waiting).toHaveLength(1), PATIENCE_MS);
    const second = await refund(captureId, '5.00', 'k');
    expect([second.status, second.json.name, second.json.details[0].issue]).toEqual([
      409,
      'RESOURCE_CONFLICT',
      'PREVIOUS_REQUEST_IN_PROGRESS',
    ]);
    expect((await refund(captureId, '5.00', 'other')).status).toBe(201);
    expect((await refund(await capturedOrder(simulator, call), '5.00', 'k')).status).toBe(201);
    waiting[0]?.();
    expect((await first).status).toBe(201);
    const replay = await refund(captureId, '5.00', 'k');
    expect([replay.status, replay.json]).toEqual([201, (await first).json]);
    expect((await simulator.books()).refunds).toHaveLength(3);
  });

  test('an aborted call does not block later ones', async () => {
    await simulator.control('PUT', '/faults', { next: [{ fault: 'dropAfter' }] });
    const create = () => call('POST', '/v2/checkout/orders', orderBody(), key('k'));
    await expect(create()).rejects.toThrow('fetch failed');
    expect((await create()).status).toBe(200);
    expect((await simulator.books()).orders).toHaveLength(1);
  });
});
