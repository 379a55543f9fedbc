import { expect, test, vi } from 'vitest';

import { MINUTE } from '../time.ts';

import {
  drivenClock,
  orderBody,
  signedInCaller,
  startSimulator,
} from '../../../../tests/support/wallet/simulator.ts';

test('a driven simulator delivers only when a round is requested, through the given sender', async () => {
  const repeating = vi.spyOn(globalThis, 'setInterval');
  const clock = drivenClock();
  const taken: string[] = [];
  let isListening = false;
  const simulator = await startSimulator({
    clock,
    isDriven: true,
    webhookUrl: () => 'http://unreachable.invalid/hook',
    send: async (url, { headers, body }) => {
      if (isListening) taken.push(`${url} ${JSON.parse(body.toString()).event_type}`);
      expect(headers['paypal-transmission-sig']).toBeTruthy();
      return isListening;
    },
  });
  try {
    const call = await signedInCaller(simulator);
    const { json: order } = await call('POST', '/v2/checkout/orders', orderBody('10.00'));
    await simulator.decide(`${simulator.url}/approve/${order.id}`, 'approve');
    expect(repeating).not.toHaveBeenCalled();
    const round = async () => (await simulator.control('POST', '/rounds')).json;
    expect(await round()).toEqual({ waiting: 1 });
    isListening = true;
    expect(await round()).toEqual({ waiting: 1 });
    clock.advance(MINUTE);
    expect(await round()).toEqual({ waiting: 0 });
    expect(taken).toEqual(['http://unreachable.invalid/hook CHECKOUT.ORDER.APPROVED']);
  } finally {
    repeating.mockRestore();
    await simulator.close();
  }
});

test('runs a round at once, also if it is not driven', async () => {
  const simulator = await startSimulator();
  expect((await simulator.control('POST', '/rounds')).json).toEqual({ waiting: 0 });
  await simulator.close();
});
