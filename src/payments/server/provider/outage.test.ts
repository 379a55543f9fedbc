import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { addMilliseconds, HOUR } from '#kernel/time.ts';

import { createPayPalProvider } from './paypal.ts';
import type { WalletProvider } from './wallet-provider.ts';

let server: Server;
let url: string;
let wallet: WalletProvider;
let now: Date;
let tokensIssued: number;
let calls: { line: string; headers: IncomingMessage['headers']; body: string }[];
let answer: (response: ServerResponse, call: number) => void;
let answerToken: (response: ServerResponse) => void;

const json = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
) => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
};

beforeEach(async () => {
  now = new Date('2026-03-02T09:00:00Z');
  tokensIssued = 0;
  calls = [];
  answerToken = (response) => {
    tokensIssued += 1;
    json(response, 200, { access_token: `token-${tokensIssued}`, expires_in: 32_400, token_type: 'Bearer' });
  };
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      if (request.url === '/v1/oauth2/token') return answerToken(response);
      calls.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
      answer(response, calls.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  wallet = providerAt(url);
});
afterEach(async () => {
  vi.restoreAllMocks();
  server.closeAllConnections();
  await wallet.close();
  await new Promise((resolve) => server.close(resolve));
});

function providerAt(baseUrl: string, limits: { connectTimeoutMs?: number } = {}): WalletProvider {
  return createPayPalProvider(
    { baseUrl, clientId: 'id', clientSecret: 'secret', ...limits },
    { clock: { now: () => now } },
  );
}

function holdTimeLimit() {
  const limit = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  const endTime = () => limit.abort(new DOMException('The time is up', 'TimeoutError'));
  return { timeout, endTime };
}

const payout = () =>
  wallet.createPayout({
    payoutId: 'p',
    amountCents: 1000,
    receiverEmail: 'a@example.com',
    note: 'Thank you',
  });

const order = (captureStatus: string) => ({
  id: 'ORDER',
  status: 'COMPLETED',
  purchase_units: [
    {
      amount: { currency_code: 'USD', value: '345.00' },
      payments: {
        captures: [
          { id: 'CAPTURE', status: captureStatus, amount: { currency_code: 'USD', value: '345.00' } },
        ],
      },
    },
  ],
});

describe('a response that proves nothing is unknown, without a retry', () => {
  test.each<[string, (response: ServerResponse, endTime: () => void) => void]>([
    ['a server that never answers', (_response, endTime) => endTime()],
    [
      'half an answer and then silence',
      (response, endTime) => response.writeHead(201).write('{"batch', () => setTimeout(endTime, 50)),
    ],
  ])('%s', async (_name, does) => {
    const { timeout, endTime } = holdTimeLimit();
    answer = (response) => does(response, endTime);
    expect(await payout()).toMatchObject({ kind: 'unknown', reason: 'timeout' });
    expect(timeout).toHaveBeenCalledWith(15_000);
    expect(calls).toHaveLength(1);
  });

  test.each<[string, typeof answer, object]>([
    ['a connection that breaks', (response) => response.destroy(), { reason: 'connection-lost' }],
    [
      '500',
      (response) => json(response, 500, { name: 'INTERNAL_SERVER_ERROR', debug_id: 'd' }),
      { reason: 'server-error', debugId: 'd' },
    ],
    ['503 with an empty body', (response) => json(response, 503, ''), { reason: 'server-error' }],
    ['an answer that is not JSON', (response) => json(response, 201, '<html>'), { reason: 'unreadable' }],
    ['an empty answer', (response) => json(response, 201, ''), { reason: 'unreadable' }],
    ['an answer of another form', (response) => json(response, 201, { ok: true }), { reason: 'unreadable' }],
    [
      'a redirect',
      (response) => response.writeHead(302, { location: 'https://evil.example/' }).end(),
      { reason: 'unreadable' },
    ],
    [
      'a 403 from something in between',
      (response) => json(response, 403, '<html>'),
      { reason: 'unreadable' },
    ],
    [
      'a 400 in the form of the sign-in gateway',
      (response) => json(response, 400, { error: 'invalid_request', error_description: 'Not understood' }),
      { reason: 'unreadable' },
    ],
    ['409', (response) => json(response, 409, { name: 'RESOURCE_CONFLICT' }), { reason: 'in-progress' }],
    [
      '429',
      (response) => json(response, 429, { name: 'RATE_LIMIT_REACHED' }, { 'retry-after': '7' }),
      { reason: 'rate-limited', retryAfterMs: 7000 },
    ],
    [
      'a repeat that names no original',
      (response) =>
        json(response, 400, { name: 'USER_BUSINESS_ERROR', details: [{ issue: 'Duplicate batch request' }] }),
      { reason: 'unreadable' },
    ],
  ])('%s', async (_name, does, expected) => {
    answer = does;
    expect(await payout()).toMatchObject({ kind: 'unknown', ...expected });
    expect(calls).toHaveLength(1);
  });

  test('an unreachable wallet', async () => {
    const closed = createTcpServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    const nowhere = providerAt(`http://127.0.0.1:${port}`);
    expect(await nowhere.getOrder('X')).toEqual({ kind: 'unknown', reason: 'unreachable' });
    await nowhere.close();
  });

  test('a connection that is never accepted ends with the connect timeout', async () => {
    const sockets = new Set<Socket>();
    const silent = createTcpServer((socket) => sockets.add(socket));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const provider = providerAt(`https://127.0.0.1:${port}`, { connectTimeoutMs: 100 });
    expect(await provider.getOrder('X')).toEqual({ kind: 'unknown', reason: 'unreachable' });
    await provider.close();
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => silent.close(resolve));
  });

  test('another currency or a malformed amount in the response', async () => {
    for (const amount of [
      { currency_code: 'EUR', value: '345.00' },
      { currency_code: 'USD', value: '3e2' },
      { currency_code: 'USD', value: '345.001' },
    ]) {
      answer = (response) => json(response, 200, { id: 'CAPTURE', status: 'COMPLETED', amount });
      expect(await wallet.getCapture('CAPTURE')).toMatchObject({ kind: 'unknown', reason: 'unreadable' });
    }
  });
});

describe('a clear answer of the wallet', () => {
  test('a refusal has the issue of the details and the debug id', async () => {
    answer = (response) =>
      json(
        response,
        422,
        { name: 'UNPROCESSABLE_ENTITY', debug_id: 'x', details: [{ issue: 'PENDING_CAPTURE' }] },
        { 'paypal-debug-id': 'header' },
      );
    const outcome = await wallet.refundCapture('CAPTURE', { requestId: 'r', amountCents: 5 });
    expect(outcome).toEqual({ kind: 'refused', issue: 'PENDING_CAPTURE', debugId: 'header' });
  });

  test('a complete order with a pending capture is reported as pending', async () => {
    answer = (response) => json(response, 201, order('PENDING'));
    expect(await wallet.captureOrder('ORDER', 'c')).toMatchObject({
      kind: 'success',
      value: { captureId: 'CAPTURE', status: 'PENDING', amountCents: 34_500 },
    });
  });

  test('an order captured before is loaded, and its capture returned', async () => {
    answer = (response, call) =>
      call === 1
        ? json(response, 422, {
            name: 'UNPROCESSABLE_ENTITY',
            details: [{ issue: 'ORDER_ALREADY_CAPTURED' }],
          })
        : json(response, 200, order('COMPLETED'));
    expect(await wallet.captureOrder('ORDER', 'c')).toMatchObject({ value: { status: 'COMPLETED' } });
    expect(calls.map(({ line }) => line)).toEqual([
      'POST /v2/checkout/orders/ORDER/capture',
      'GET /v2/checkout/orders/ORDER',
    ]);
  });

  test('an order that is still being completed is not refused', async () => {
    answer = (response) =>
      json(response, 422, {
        name: 'UNPROCESSABLE_ENTITY',
        details: [{ issue: 'ORDER_COMPLETION_IN_PROGRESS' }],
      });
    expect(await wallet.captureOrder('ORDER', 'c')).toMatchObject({ kind: 'unknown', reason: 'in-progress' });
  });

  test('the link to an original batch is parsed and never followed', async () => {
    answer = (response) =>
      json(response, 400, {
        name: 'USER_BUSINESS_ERROR',
        details: [
          {
            issue: 'Batch with given sender_batch_id already exists',
            link: [{ href: 'https://evil.example/v1/payments/payouts/BATCH1', rel: 'self' }],
          },
        ],
      });
    expect(await payout()).toEqual({ kind: 'success', value: { batchId: 'BATCH1', adopted: true } });
    expect(calls).toHaveLength(1);
  });
});

test('a token call that stays silent opens the circuit as fast as any other call', async () => {
  const limits: { ms: number; end: () => void }[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const limit = new AbortController();
    limits.push({ ms, end: () => limit.abort(new DOMException('The time is up', 'TimeoutError')) });
    return limit.signal;
  });
  let waitedMs = 0;
  while (wallet.getCircuit() === 'closed') {
    const arrived = new Promise<ServerResponse>((resolve) => (answerToken = resolve));
    const payouts = Array.from({ length: 4 }, payout);
    const response = await arrived;
    const hasEnded = new Promise((resolve) => response.on('close', resolve));
    const shortestMs = Math.min(...limits.map(({ ms }) => ms));
    waitedMs += shortestMs;
    for (const { ms, end } of limits.splice(0)) if (ms === shortestMs) end();
    await Promise.all([...payouts, hasEnded]);
  }
  expect(waitedMs).toBe(15_000);
});

describe('requests', () => {
  test('a capture is a POST of type JSON without a body, with its request id', async () => {
    answer = (response) => json(response, 201, order('COMPLETED'));
    await wallet.captureOrder('ORDER', 'capture-1');
    expect(calls[0]).toMatchObject({
      body: '',
      headers: {
        'content-type': 'application/json',
        'paypal-request-id': 'capture-1',
        prefer: 'return=representation',
        authorization: 'Bearer token-1',
      },
    });
  });

  test('amounts are strings with two decimals, and a payout has its id twice', async () => {
    answer = (response) => json(response, 500, '');
    await payout();
    expect(JSON.parse(calls[0]?.body ?? '')).toMatchObject({
      sender_batch_header: { sender_batch_id: 'po_p' },
      items: [{ sender_item_id: 'p', amount: { currency: 'USD', value: '10.00' } }],
    });
  });

  test('plain http is allowed only on this machine', () => {
    for (const elsewhere of [
      'http://api-m.paypal.com',
      'http://localhost.evil.example',
      'http://10.0.0.1',
      'ftp://localhost',
    ]) {
      expect(() => providerAt(elsewhere), elsewhere).toThrow('must be https');
    }
    for (const allowed of [
      'https://api-m.paypal.com',
      'http://localhost:3000/wallet-simulator/',
      'http://[::1]:1',
    ]) {
      expect(() => providerAt(allowed), allowed).not.toThrow();
    }
  });
});

describe('the token', () => {
  beforeEach(() => {
    answer = (response) => json(response, 200, order('COMPLETED'));
  });

  test('is fetched once for concurrent calls and cached until 90 % of its lifetime', async () => {
    await Promise.all(Array.from({ length: 10 }, () => wallet.getOrder('ORDER')));
    expect(tokensIssued).toBe(1);
    now = addMilliseconds(now, 9 * HOUR * 0.9 - 1);
    await wallet.getOrder('ORDER');
    expect(tokensIssued).toBe(1);
    now = addMilliseconds(now, 1);
    await wallet.getOrder('ORDER');
    expect(tokensIssued).toBe(2);
  });

  test('is renewed once if it is refused, for all refused callers', async () => {
    await wallet.getOrder('ORDER');
    answer = (response) =>
      calls.at(-1)?.headers.authorization === 'Bearer token-1'
        ? json(response, 401, { error: 'invalid_token' })
        : json(response, 200, order('COMPLETED'));
    const outcomes = await Promise.all([
      wallet.getOrder('ORDER'),
      wallet.getOrder('ORDER'),
      wallet.getOrder('ORDER'),
    ]);
    expect(outcomes.map((outcome) => outcome.kind)).toEqual(['success', 'success', 'success']);
    expect(tokensIssued).toBe(2);
  });

  test('ends as unknown after a second refusal, without a loop', async () => {
    answer = (response) => json(response, 401, { error: 'invalid_token' });
    expect(await payout()).toMatchObject({ kind: 'unknown', reason: 'not-authorized' });
    expect([calls.length, tokensIssued]).toEqual([2, 2]);
  });

  test('leaves the call unsent and unknown if it cannot be fetched, and is fetched again later', async () => {
    const working = answerToken;
    answerToken = (response) => json(response, 401, { error: 'invalid_client' });
    expect(await payout()).toMatchObject({ kind: 'unknown', reason: 'not-authorized' });
    const { endTime } = holdTimeLimit();
    const hasEnded = new Promise<void>((resolve) => {
      answerToken = (response) => {
        response.on('close', resolve);
        endTime();
      };
    });
    expect(await payout()).toMatchObject({ kind: 'unknown', reason: 'timeout' });
    await hasEnded;
    vi.restoreAllMocks();
    answerToken = (response) => json(response, 400, { name: 'INVALID_REQUEST' });
    expect(await payout()).toMatchObject({ kind: 'unknown', reason: 'not-authorized' });
    expect(calls).toEqual([]);
    answerToken = working;
    expect(await wallet.getOrder('ORDER')).toMatchObject({ kind: 'success' });
  });
});
