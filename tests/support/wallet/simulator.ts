import fastify from 'fastify';
import { systemRandom } from '#platform/server/security/random.ts';
import { addMilliseconds, MINUTE } from '#kernel/time.ts';

import { handwritten, proxyCalls } from './behind-proxy.ts';
import { walletSimulator, type WalletSimulatorOptions } from '@promenade/wallet-simulator';

/** Returns a clock that stands still until a test moves it. */
export function drivenClock(start = new Date('2026-03-02T09:00:00Z')) {
  let now = start;
  return {
    now: () => now,
    advance: (milliseconds: number) => {
      now = addMilliseconds(now, milliseconds);
    },
  };
}

/** The simulator's tests may not import the platform. */
export const testRandom = systemRandom;

export const testCredentials = { clientId: 'test-client', clientSecret: 'test-secret' };

export const settleDelayMs = MINUTE;

export type RunningSimulator = Awaited<ReturnType<typeof startSimulator>>;

type Report = Record<'balance' | 'available', string> &
  Record<'orders' | 'captures' | 'refunds' | 'payouts' | 'disputes' | 'moves', Record<string, string>[]>;

/** Starts the simulator on real HTTP, below a path prefix, as in the product. */
export async function startSimulator({
  prefix = '/wallet-simulator',
  clock = drivenClock(),
  ...options
}: Partial<WalletSimulatorOptions> & {
  clock?: ReturnType<typeof drivenClock>;
  prefix?: string;
} = {}) {
  const app = fastify();
  let url = '';
  proxyCalls(app.server);
  app.register(
    walletSimulator({
      store: 'memory',
      random: testRandom,
      publicUrl: () => url,
      settleDelayMs,
      ...testCredentials,
      ...options,
      clock,
    }),
    { prefix },
  );
  url = `${await app.listen({ host: '127.0.0.1', port: 0 })}${prefix}`;

  return {
    app,
    /** The simulator's base URL. */
    url,
    clock,
    /** Presses a button of the approval page. Returns a redirect without following it. */
    decide: (approveUrl: string, action: string) =>
      fetch(approveUrl, { method: 'POST', body: new URLSearchParams({ action }), redirect: 'manual' }),
    books: async () => (await (await fetch(`${url}/books`)).json()) as Report, // of books-report.ts
    /** Calls the simulator's own controls, which need no token. */
    control: async (method: string, path: string, body?: unknown) => {
      const answer = await fetch(`${url}/control${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: answer.status, json: (await answer.json()) as AnyJson };
    },
    close: () => app.close(),
  };
}

/** Returns a function that calls the merchant's interface with a token, as any client would. */
export async function signedInCaller(simulator: RunningSimulator) {
  const { clientId, clientSecret } = testCredentials;
  const answer = await fetch(`${simulator.url}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };

  return async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(simulator.url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...handwritten,
        ...headers,
      },
      body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    });
    // Tests read responses of many forms; a missing part is undefined and fails their expectation.
    return { status: response.status, headers: response.headers, json: (await response.json()) as AnyJson };
  };
}

/** A JSON value of unknown form, in which tests look up parts. */
// oxlint-disable-next-line typescript/no-explicit-any -- every test checks the part that it reads
export type AnyJson = any;

/** Returns a body for POST /v2/checkout/orders. */
export function orderBody(amount: unknown = '345.00', extra: object = {}, context?: object): object {
  return {
    intent: 'CAPTURE',
    purchase_units: [{ amount: { currency_code: 'USD', value: amount }, ...extra }],
    ...(context && { payment_source: { paypal: { experience_context: context } } }),
  };
}

type Caller = Awaited<ReturnType<typeof signedInCaller>>;

/** Creates an order that the buyer has approved and the merchant has captured. Returns the capture's id. */
export async function capturedOrder(
  simulator: RunningSimulator,
  call: Caller,
  amount = '345.00',
  extra: object = {},
): Promise<string> {
  const order = await call('POST', '/v2/checkout/orders', orderBody(amount, extra));
  await simulator.decide(`${simulator.url}/approve/${order.json.id}`, 'approve');
  const { json } = await call('POST', `/v2/checkout/orders/${order.json.id}/capture`);
  return json.purchase_units[0].payments.captures[0].id;
}
