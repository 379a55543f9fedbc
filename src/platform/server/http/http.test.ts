import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { refuse } from '#platform/domain.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';

const SECRET = 'select * from account where email = $1';

let app: TestApp;
let secure: TestApp;
let marketer: Client;
beforeAll(async () => {
  app = await testApp({ listens: false });
  const failures: Record<string, () => unknown> = {
    error: () => new Error(SECRET),
    text: () => SECRET,
    nothing: () => undefined,
    'full-disk': () => new Error(SECRET, { cause: Object.assign(new Error('write'), { code: 'ENOSPC' }) }),
    'lost-database': () => new Error(SECRET, { cause: new Error('Connection terminated unexpectedly') }),
    'foreign-status': () => Object.assign(new Error(SECRET), { statusCode: 403 }),
    limit: () => refuse('request/too-many'),
    'bad-gateway': () => Object.assign(new Error(SECRET), { statusCode: 502, code: 'FST_ERR_OTHER' }),
  };
  for (const [name, fail] of Object.entries(failures)) {
    app.http.get(`/api/failing/${name}`, () => {
      throw fail();
    });
  }
  await app.listen();
  secure = await testApp({ settings: { PUBLIC_URL: 'https://promenade.example' }, listens: false });
  marketer = await app.signIn('marketer');
});
afterAll(async () => {
  await app.close();
  await secure.close();
});

const json = { 'content-type': 'application/json' };
// The tests assert its parts.
const parseAnswer = (answer: { payload: string }) => JSON.parse(answer.payload) as Record<string, unknown>;

const kindsOfAnswers = [
  ['a list', 'GET', '/api/campaigns'],
  ['a page', 'GET', '/dev/mailbox'],
  ['documentation', 'GET', '/api/docs'],
  ['health', 'GET', '/healthz'],
  ['a HEAD request', 'HEAD', '/api/campaigns'],
  ['an unknown address', 'GET', '/api/nothing'],
  ['an unknown address outside /api', 'GET', '/nothing'],
  ['an unreadable address', 'GET', '/api/campaigns/%zz'],
  ['an unreadable address outside /api', 'GET', '/%ff'],
  ['a very long address', 'GET', `/api/campaigns/${'a'.repeat(2000)}`],
  ['an unknown method', 'PROPFIND', '/api/campaigns'],
  ['an unsupported method', 'DELETE', '/api/campaigns'],
  ['a signed-out request', 'GET', '/api/payments'],
  ['a bug', 'GET', '/api/failing/error'],
  ['a request from another site', 'POST', '/api/proofs', { origin: 'https://evil.example' }],
  ['malformed JSON', 'POST', '/auth/email', json, '{'],
  ['a megabyte', 'POST', '/auth/email', json, JSON.stringify({ email: 'a'.repeat(2 ** 20) })],
  ['a foreign type', 'POST', '/auth/email', { 'content-type': 'text/xml' }, '<a/>'],
] as const;

describe('sends the security headers with', () => {
  it.each(kindsOfAnswers)(
    '%s',
    async (_, method, url, headers: Record<string, string> = {}, payload: string | undefined = undefined) => {
      vi.spyOn(console, 'error').mockImplementation(() => {});
      const answer = await app.http.inject({
        method: method as 'GET', // inject's union of methods
        url,
        headers,
        ...(payload === undefined ? {} : { payload }),
      });
      const policy = String(answer.headers['content-security-policy']);
      for (const part of [
        "default-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ]) {
        expect(policy).toContain(part);
      }
      expect(policy).not.toMatch(/script-src[^;]*unsafe/);
      expect(answer.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin-allow-popups',
        'permissions-policy': 'geolocation=(self), camera=(self), microphone=()',
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
      expect(answer.headers).not.toHaveProperty('x-powered-by');
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
      expect(answer.headers).not.toHaveProperty('strict-transport-security');
      if (url.startsWith('/api/')) expect(answer.headers['cache-control']).toBe('no-store');
      if (answer.statusCode >= 400) {
        expect(
          Object.keys(parseAnswer(answer)).filter(
            (key) => !['code', 'message', 'requestId', 'fields'].includes(key),
          ),
        ).toEqual([]);
        expect(parseAnswer(answer)['requestId']).toBe(answer.headers['x-request-id']);
      }
    },
  );

  it('https responses: HSTS for a year and Secure cookies', async () => {
    const answer = await secure.http.inject({
      method: 'POST',
      url: '/auth/email',
      payload: { email: 'user@promenade.test', userType: 'marketer' },
    });
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^__Host-preauth=.*Path=\/; HttpOnly; Secure; SameSite=Lax/,
    );
  });

  it('private responses: no-store', async () => {
    for (const url of ['/api/auth/user', '/paypal/setup', '/auth/email/confirm']) {
      expect((await app.http.inject({ url })).headers['cache-control']).toBe('no-store');
    }
  });
});

describe('a bug', () => {
  it.each(['error', 'text', 'nothing', 'foreign-status', 'bad-gateway'])(
    '(%s) reveals only the request id',
    async (name) => {
      const answer = await app.http.inject({ url: `/api/failing/${name}` });
      expect(answer.statusCode).toBe(500);
      expect(parseAnswer(answer)).toEqual({
        code: 'server/bug',
        message: 'Something went wrong on our side. Please try again.',
        requestId: answer.headers['x-request-id'],
      });
    },
  );

  it.each(['full-disk', 'lost-database'])('(%s) is temporary and asks the caller to retry', async (name) => {
    const answer = await app.http.inject({ url: `/api/failing/${name}` });
    expect([answer.statusCode, parseAnswer(answer)['code']]).toEqual([503, 'server/busy']);
    expect(answer.headers['retry-after']).toBe('5');
  });

  it('never sends a stack or an internal message', async () => {
    for (const [, method, url, headers, payload = ''] of kindsOfAnswers) {
      const answer = await app.http.inject({ method: method as 'GET', url, headers: headers ?? {}, payload });
      expect(answer.payload).not.toMatch(/\.ts:\d+|node_modules|at async|FST_ERR|select \*/);
    }
  });
});

it('logs who made a call, also a refused one', async () => {
  const child = vi.spyOn(app.deps.log, 'child');
  for (const [url, status] of [
    ['/api/auth/user', 200],
    ['/api/admin/users', 403],
  ] as const) {
    const line = new Promise((resolve) => {
      child.mockReturnValue(Object.assign(Object.create(app.deps.log), { info: resolve, warn: vi.fn() }));
    });
    await marketer.request('GET', url);
    expect(await line).toMatchObject({ route: url, status, userId: marketer.userId });
  }
  child.mockRestore();
});

it('logs refused permissions, failed proofs of identity and exceeded limits, but no other refusals', async () => {
  const warn = vi.fn();
  const child = vi.spyOn(app.deps.log, 'child');
  child.mockReturnValue(Object.assign(Object.create(app.deps.log), { warn }));
  const post = (url: string, payload: object) => app.http.inject({ method: 'POST', url, payload });
  await app.http.inject({ url: '/api/payments' });
  await post('/auth/email/confirm', { code: '123456' });
  await post('/auth/email/confirm', { code: 'abc' });
  await app.http.inject({ url: '/api/failing/limit' });
  child.mockRestore();
  expect(warn.mock.calls).toEqual([
    [{ refusal: 'auth/required', route: '/api/payments' }, 'refused'],
    [{ refusal: 'auth/no-pending', route: '/auth/email/confirm' }, 'refused'],
    [{ refusal: 'request/too-many', route: '/api/failing/limit' }, 'refused'],
  ]);
});

describe('bad input', () => {
  it.each([
    ['malformed JSON', json, '{"email":', 400, 'request/malformed'],
    ['an empty JSON body', json, '', 400, 'request/malformed'],
    ['a body of another coding', json, Buffer.from([0xff, 0xfe, 0x00]), 400, 'request/malformed'],
    [
      'a prototype',
      json,
      '{"email":"a@b.co","userType":"marketer","__proto__":{"role":"admin"}}',
      400,
      'request/malformed',
    ],
    [
      'a constructor’s prototype',
      json,
      '{"constructor":{"prototype":{"role":"admin"}}}',
      400,
      'request/malformed',
    ],
    ['null', json, 'null', 400, 'request/invalid'],
    ['a list', json, '[]', 400, 'request/invalid'],
    ['a number', json, '5', 400, 'request/invalid'],
    ['wrong types', json, '{"email":5,"userType":["marketer"]}', 400, 'request/invalid'],
    ['an admin', json, '{"email":"a@b.co","userType":"admin"}', 400, 'request/invalid'],
    ['text', { 'content-type': 'text/plain' }, '{"email":"a@b.co"}', 415, 'request/unsupported-type'],
    [
      'a form',
      { 'content-type': 'application/x-www-form-urlencoded' },
      'email=a',
      415,
      'request/unsupported-type',
    ],
    ['a type that is none', { 'content-type': 'nonsense' }, 'x', 415, 'request/unsupported-type'],
    ['a megabyte', json, JSON.stringify({ email: 'x'.repeat(2 ** 20) }), 413, 'request/too-large'],
    ['nesting without end', json, '['.repeat(100_000), 400, 'request/malformed'],
    ['deep nesting', json, `${'['.repeat(200_000)}${']'.repeat(200_000)}`, 400, 'request/invalid'],
    [
      'deep nesting in a field',
      json,
      `{"email":${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}}`,
      400,
      'request/invalid',
    ],
  ])('rejects %s', async (_, headers, payload, status, code) => {
    const answer = await app.http.inject({ method: 'POST', url: '/auth/email', headers, payload });
    expect([answer.statusCode, parseAnswer(answer)['code']]).toEqual([status, code]);
    expect(parseAnswer(answer)['message']).toMatch(/^[A-Z].*\.$/);
  });

  it.each(['user\u0000name', '😀'.repeat(60), "'; drop table account; --", '\u202e'])(
    'handles the unusual text %j',
    async (city) => {
      const answer = await marketer.request('GET', `/api/campaigns?city=${encodeURIComponent(city)}&limit=5`);
      expect([200, 400]).toContain(answer.status);
    },
  );

  it('rejects a form with a zero byte', async () => {
    const answer = await marketer.request('POST', '/auth/email', {
      email: 'a\u0000@b.co',
      userType: 'marketer',
    });
    expect(answer.status).toBe(400);
    const profile = await marketer.request('PUT', '/api/profile', {
      firstName: 'Zero\u0000',
      lastName: 'Byte',
      phoneNumber: '1',
      dateOfBirth: '1990-01-01',
      address: 'a',
      city: 'b',
      state: 'c',
      zipCode: 'd',
      country: 'e',
    });
    expect([profile.status, profile.error.code]).toEqual([400, 'request/invalid']);
  });

  it.each([
    ['is cut off', '--x\r\ncontent-disposition: form-data; name="firstName"\r\n\r\nMaya'],
    ['has no boundary', 'nothing of the kind'],
    [
      'has an unexpected file',
      '--x\r\ncontent-disposition: form-data; name="other"; filename="a.png"\r\n\r\nabc\r\n--x--\r\n',
    ],
    ['has a prototype', '--x\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\nabc\r\n--x--\r\n'],
    ['has a part without a name', '--x\r\n\r\nabc\r\n--x--\r\n'],
  ])('rejects a multipart form that %s', async (_, payload) => {
    const answer = await marketer.request('POST', '/api/kyc/update', payload, {
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    expect(answer.status).toBe(400);
    expect(answer.error.code).toMatch(/^request\/(invalid|malformed)$/);
  });

  it('answers non-HTTP bytes without revealing details', async () => {
    const address = app.http.server.address();
    if (address === null || typeof address === 'string') throw new Error('the server does not listen');
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(address.port, '127.0.0.1', () => socket.end('NONSENSE\r\n\r\n'));
      let text = '';
      socket.on('data', (chunk) => (text += chunk.toString()));
      socket.on('close', () => resolve(text));
      socket.on('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).not.toMatch(/\.ts:|node_modules|Parse Error/);
  });
});
