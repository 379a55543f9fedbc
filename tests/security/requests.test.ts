/**
 * Rules for every route, checked on all of them.
 *
 * Tested elsewhere and not again here:
 * | rule | where |
 * |---|---|
 * | headers of pages, lists, errors, bugs; no CORS; HSTS; bad bodies, too large, nested or of a foreign type | platform/server/http.test.ts |
 * | headers of built pages and files | platform/server/pages.test.ts |
 * | the Origin check by its cases; signed cookies; when a sign-in is recent | platform/server/session.test.ts |
 * | line breaks in mails on their way to a mail server | platform/server/mail/smtp-mailer.test.ts |
 * | codes: five tries, ten minutes, once; resend after a minute; five mails an hour; idle and absolute ends of sessions; a new session at sign-in | auth/server/sign-in.test.ts |
 * | the same answer for every address at /api/change-user-type, and a new session with the new type | auth/server/change-type.test.ts |
 * | Google: state, nonce, PKCE, redirect address | auth/server/google.test.ts |
 * | disguised, oversized and unfinished files | uploads/server/uploads.test.ts, kyc/server/kyc.test.ts |
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { getCurrentUser } from '#auth/contract.ts';
import { type EndpointDefinition, fillPath, type Role } from '#kernel/endpoint.ts';
import { encodeCursor } from '#kernel/page.ts';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { limits } from '#main/domains.ts';
import { setProfilePhoto } from '#profiles/contract.ts';
import { parseLimitSettings, type LimitSettings } from '#platform/server/limits/settings.ts';
import { ADMIN_EMAIL, type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { allRows, changedTables } from '#tests/authorisation/all-rows.ts';
import { listEndpoints } from '#tests/authorisation/calls.ts';
import { picture } from '#tests/support/media.ts';
import { listRoutes } from '#tests/support/routes.ts';
import { uploadFile } from '#tests/support/upload.ts';

let app: TestApp;
const people = {} as Record<Role, Client>; // filled before the first test
beforeAll(async () => {
  app = await testApp();
  people.marketer = await app.signIn('marketer');
  people.advertiser = await app.signIn('advertiser');
  people.admin = await app.signInAdmin();
});
afterAll(() => app.close());

const anId = '0b9e6f52-5c0f-4c0b-8a1e-0c8f3a6f7d21';
const getPath = ({ path }: EndpointDefinition) =>
  fillPath(
    path,
    Object.fromEntries(
      Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => [
        name,
        name === 'kind' ? 'idDocument' : anId,
      ]),
    ),
  );
/** Returns a client whom the contract lets in. */
const findCaller = ({ who }: EndpointDefinition, of = people) =>
  typeof who === 'string' ? of.marketer : of[who[0] ?? 'admin'];

describe('a request from another site', () => {
  it.each([
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
    [{ origin: 'http://localhost:80.evil.example' }],
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }],
  ])('with %o is rejected by every mutating route, with and without a body', async (headers) => {
    const routes = listRoutes(app.http).filter(
      ({ method, path }) => !['GET', 'HEAD'].includes(method) && !path.startsWith('/wallet-simulator'),
    );
    expect(routes.length).toBeGreaterThan(40);
    const before = await allRows(app.database);
    const wrong: string[] = [];
    for (const { method, path } of routes) {
      const url = path.replaceAll(/:\w+/g, anId);
      for (const body of [undefined, {}, 'a=b']) {
        const form = { 'content-type': 'application/x-www-form-urlencoded' };
        const { status, error } = await people.admin.request(method, url, body, {
          headers: { ...headers, ...(typeof body === 'string' ? form : {}) },
        });
        if (status !== 403 || error.code !== 'request/cross-site') wrong.push(`${method} ${path}: ${status}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(changedTables(before, await allRows(app.database))).toEqual([]);
  });

  it('cannot sign a user out by a link or image, and a real sign-out clears the browser’s storage', async () => {
    const client = await app.signIn('marketer');
    const planted = await client.request('GET', '/api/logout', undefined, {
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect([planted.status, planted.error.code]).toEqual([403, 'request/cross-site']);
    expect((await client.call(getCurrentUser)).status).toBe(200);
    const own = await client.request('GET', '/api/logout', undefined, {
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    expect(own.headers).toMatchObject({
      location: '/',
      'clear-site-data': expect.stringContaining('"cache"'),
    });
    expect(String(own.headers['set-cookie'])).toMatch(/^sid=;.*Path=\//);
  });
});

const safeHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cache-control': 'no-store',
  'content-security-policy': expect.stringMatching(
    /(?=.*object-src 'none')(?=.*base-uri 'none')(?=.*frame-ancestors 'none')/,
  ),
};

describe('headers', () => {
  it('of redirects are the usual ones, and lead to no other site', async () => {
    for (const url of [
      '/api/login',
      '/auth/google',
      '/auth/google/callback?error=access_denied',
      '/api/logout',
    ]) {
      const answer = await app.visitor().request('GET', url);
      expect(answer.status, url).toBe(302);
      expect(answer.headers, url).toMatchObject(safeHeaders);
      expect(answer.headers, url).not.toHaveProperty('access-control-allow-origin');
    }
  });

  it('of a user’s file prevent running, framing, sniffing and caching', async () => {
    const id = await uploadFile(people.marketer, await picture('png'), 'profile-photo', 'me.png');
    const { url } = (await people.marketer.call(setProfilePhoto, { body: { uploadId: id } })).body;
    const answer = await people.marketer.request('GET', url ?? '');
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^image\//);
    expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff' });
    expect(answer.headers['content-security-policy']).toContain('sandbox');
    expect(answer.headers['cache-control']).toMatch(/no-store|private/);
  });

  it('of cookies bind them to HTTPS and this host, and hide them from scripts and other sites', async () => {
    const secure = await testApp({ settings: { PUBLIC_URL: 'https://promenade.example' } });
    const client = await secure.signIn('marketer', 'secure@promenade.test');
    expect([...client.cookies.keys()]).toEqual(['__Host-sid']);
    const browser = secure.visitor();
    const body = { email: 'secure@promenade.test', userType: 'marketer' };
    const asked = await browser.request('POST', '/auth/email', body);
    await secure.runDue();
    const { code } = await secure.lastMail('secure@promenade.test');
    const confirmed = await browser.request('POST', '/auth/email/confirm', { code });
    for (const [cookie = '', name] of [
      [[asked.headers['set-cookie']].flat().join('\n'), '__Host-preauth'],
      [
        [confirmed.headers['set-cookie']].flat().find((text) => String(text).startsWith('__Host-sid=')),
        '__Host-sid',
      ],
    ] as const) {
      const attributes = String(cookie).split('; ').slice(1).toSorted();
      expect(String(cookie)).toMatch(new RegExp(`^${name}=[^;]{40,}`));
      expect(attributes.filter((text) => !text.startsWith('Max-Age='))).toEqual([
        'HttpOnly',
        'Path=/',
        'SameSite=Lax',
        'Secure',
      ]);
    }
    // A cookie that another host of the domain could have set does not count.
    const planted = secure.visitor();
    planted.cookies.set('sid', client.cookies.get('__Host-sid') ?? '');
    expect((await planted.call(getCurrentUser)).status).toBe(401);
    await secure.close();
  });
});

it('no parameter redirects a browser to another site', async () => {
  const targets = [
    'https://evil.example',
    '//evil.example',
    String.raw`\\evil.example`,
    String.raw`/\evil.example`,
    '/%09/evil.example',
    'javascript:alert(1)',
    '/x\r\nlocation: https://evil.example',
    'https:evil.example',
  ];
  const names = [
    'next',
    'redirect',
    'redirect_uri',
    'returnTo',
    'return_url',
    'url',
    'to',
    'state',
    'error',
    'code',
  ];
  for (const path of [
    '/api/login',
    '/auth/google',
    '/auth/google/callback',
    '/api/logout',
    '/api/wallet-connection/callback',
  ]) {
    for (const target of targets) {
      const query = new URLSearchParams(names.map((name): [string, string] => [name, target]));
      const answer = await app.visitor().request('GET', `${path}?${query}`);
      const location = String(answer.headers['location'] ?? '/');
      expect(location, `${path} with ${target}`).toMatch(/^\/(?![/\\])/);
      expect(JSON.stringify(answer.headers), `${path} with ${target}`).not.toContain('evil.example');
      expect(answer.status).toBeLessThan(500);
    }
  }
});

describe('no endpoint accepts', () => {
  it('a prototype in a body', async () => {
    const withBody = listEndpoints(app).filter(({ body }) => body);
    const wrong: string[] = [];
    for (const endpoint of withBody) {
      for (const payload of [
        '{"__proto__":{"role":"admin"}}',
        '{"constructor":{"prototype":{"role":"admin"}}}',
        '{"a":{"__proto__":{"role":"admin"}}}',
      ]) {
        const { status } = await findCaller(endpoint).request(endpoint.method, getPath(endpoint), payload, {
          headers: { 'content-type': 'application/json' },
        });
        if (status < 400 || status >= 500) wrong.push(`${endpoint.name}: ${status}`);
      }
    }
    expect(withBody.length).toBeGreaterThan(30);
    expect(wrong).toEqual([]);
    expect(({} as { role?: string }).role).toBeUndefined();
  });

  it('a field outside its schema: it is rejected or dropped', () => {
    const open = listEndpoints(app).flatMap(({ name, body, query }) =>
      [body, query].flatMap((schema) =>
        schema && isOpen(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' })) ? [name] : [],
      ),
    );
    expect(open).toEqual([]);
    expect(isOpen(z.toJSONSchema(z.looseObject({ a: z.string() })))).toBe(true);
  });

  it('an email with a line break, which would start another mail header', async () => {
    for (const sign of ['\r\n', '\n', '\r', '%0d%0a', '\u2028']) {
      const email = `a${sign}bcc:thief@evil.example@promenade.test`;
      for (const [path, body] of [
        ['/auth/email', { email, userType: 'marketer' }],
        ['/api/change-user-type', { email, newUserType: 'marketer' }],
        ['/api/auth/user/profile', { paypalEmail: email }],
      ] as const) {
        const method = path.endsWith('profile') ? 'PATCH' : 'POST';
        expect((await people.marketer.request(method, path, body)).status, path).toBe(400);
      }
    }
  });

  it('a made-up cursor, unless it is a valid position in the list', async () => {
    const paged = listEndpoints(app).filter(
      ({ query }) => query instanceof z.ZodObject && query.shape['cursor'] instanceof z.ZodOptional,
    );
    expect(paged.length).toBeGreaterThan(8);
    const moments = [
      '1',
      '0000-01-01T00:00:00Z',
      '-000001-01-01T00:00:00Z',
      '0001-01-01T00:00:00+00:01',
      '9999-12-31T23:59:59-00:01',
      '+275760-09-13T00:00:00.000Z',
    ];
    const parts = [...moments, ...moments.map((moment) => `${moment} 1`), '1e400', '\0'];
    const wrong: string[] = [];
    for (const endpoint of paged) {
      const sorts =
        endpoint.name === 'listCampaigns' ? ['newest', 'start', 'pay', 'distance&near=40,-74'] : [];
      for (const sortedBy of parts) {
        for (const id of [anId, '1', '\0']) {
          const cursor = encodeURIComponent(encodeCursor({ sortedBy, id }));
          for (const sort of sorts.length > 0 ? sorts : ['']) {
            const path = `${getPath(endpoint)}?cursor=${cursor}${sort && `&sort=${sort}`}`;
            const { status } = await findCaller(endpoint).request('GET', path);
            // The caller has no object of this id.
            const isMissing = status === 404 && endpoint.path.includes('{');
            if (status !== 200 && status !== 400 && !isMissing) wrong.push(`${status} ${path}`);
          }
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('SQL: every search treats it as text', async () => {
    const signs = [
      "'",
      "' or '1'='1",
      '" or 1=1 --',
      "'); drop table account; --",
      '\\',
      '%',
      '$1',
      '1;select pg_sleep(9)',
    ];
    const wrong: string[] = [];
    const before = await allRows(app.database);
    const searching = listEndpoints(app).filter(({ method, query }) => method === 'GET' && query);
    for (const endpoint of searching) {
      const schema = z.toJSONSchema(endpoint.query as z.ZodType, { io: 'input', unrepresentable: 'any' });
      for (const name of Object.keys(schema.properties ?? {})) {
        for (const sign of signs) {
          const url = `${getPath(endpoint)}?${new URLSearchParams({ [name]: sign })}`;
          const { status, headers } = await findCaller(endpoint).request('GET', url);
          if (status >= 500)
            wrong.push(`${endpoint.name} ${name}=${sign}: ${status} ${headers['x-request-id']}`);
        }
      }
    }
    expect(searching.length).toBeGreaterThan(10);
    expect(wrong).toEqual([]);
    const changed = changedTables(before, await allRows(app.database));
    // An admin's views are audited; nothing else is written.
    expect(changed.filter((name) => !name.startsWith('public.audit_'))).toEqual([]);
  });
});

/**
 * Returns whether a schema keeps fields that it does not name. Records do so on purpose, but define their
 * values.
 */
function isOpen(node: unknown): boolean {
  if (node === null || typeof node !== 'object') return false;
  const { additionalProperties: others, type } = node as { additionalProperties?: unknown; type?: string };
  const keepsAny = typeof others === 'object' && others !== null && Object.keys(others).length === 0;
  if (type === 'object' && (others === true || keepsAny)) return true;
  return Object.values(node).some(isOpen);
}

describe('emails with and without an account', () => {
  it('cannot be told apart by the responses, cookies, emails and rows of /auth/email', async () => {
    const known = (await app.signIn('marketer')).email;
    await app.runDue();
    const ask = async (email: string) => {
      const before = await countRows(app);
      const { status, body, headers } = await app
        .visitor()
        .request('POST', '/auth/email', { email, userType: 'advertiser' });
      const { 'set-cookie': cookie, 'x-request-id': _, date: __, ...others } = headers;
      const after = await countRows(app);
      const written = Object.fromEntries(
        Object.entries(after).map(([table, count]) => [table, count - (before[table] ?? 0)]),
      );
      await app.runDue();
      const { subject, links } = await app.lastMail(email);
      const mail = [subject.replace(/\d{6}/, 'CODE'), links.length];
      return { status, body, others, cookie: String(cookie).replace(/=[^;]+/, ''), written, mail };
    };
    const one = await ask(known);
    expect(await ask('new@promenade.test')).toEqual(one);
    expect(one.written['public.account']).toBe(0);
  });
});

async function countRows({ database }: TestApp): Promise<Record<string, number>> {
  const { rows } = await database.asOwner(`
    select schemaname || '.' || relname as name,
      (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %I.%I', schemaname, relname), false, true, '')))[1]::text::int as count
    from pg_stat_user_tables`);
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

describe('limits', () => {
  /** The burst size per user or network address (decision 22.3). */
  const table: Partial<Record<keyof typeof limits, number>> = {
    'sign-in': 20,
    'sign-in-code': 30,
    payment: 10,
    apply: 20,
    location: 20,
    live: 24,
    'live-stream': 20,
    heat: 12,
    upload: 20,
    'wallet-email': 10,
  };
  /** Smaller bursts of limits that the table does not name, because the test uses up each of them. */
  const changes = 'public-read=5/1m,push=5/1h,document=5/1h,rating=5/1h,message=5/1m';
  const settings = parseLimitSettings(limits, changes) as LimitSettings; // only 'off' gives none
  let limited: TestApp;
  const callers = {} as Record<Role, Client>; // filled before the first test
  beforeAll(async () => {
    limited = await testApp({
      settings: {
        LIMITS: changes,
        SESSION_IDLE_MS: String(30 * DAY),
        ADMIN_SESSION_IDLE_MS: String(DAY),
      },
    });
    callers.marketer = await limited.signIn('marketer');
    callers.advertiser = await limited.signIn('advertiser');
    callers.admin = await limited.signInAdmin();
  });
  afterAll(() => limited.close());

  it('apply to every endpoint that has one, and say when to retry', async () => {
    expect(settings).toMatchObject(
      Object.fromEntries(Object.entries(table).map(([name, capacity]) => [name, { capacity }])),
    );
    const wrong: string[] = [];
    // A stream that needs no object would open and never end. The same code checks its limit before it opens.
    const limitedOnes = listEndpoints(limited).filter(
      ({ limit, events, path }) => limit !== undefined && !(events && !path.includes('{')),
    );
    expect(limitedOnes.length).toBeGreaterThan(20);
    for (const endpoint of limitedOnes) {
      const capacity = settings[endpoint.limit ?? 'payment']?.capacity ?? 0;
      // The limit is full again for the next endpoint.
      limited.clock.advance(HOUR);
      const isAdmins = Array.isArray(endpoint.who) && endpoint.who[0] === 'admin';
      if (isAdmins) callers.admin = await limited.signInAdmin();
      const client = endpoint.who === 'anyone' ? limited.visitor() : findCaller(endpoint, callers);
      const from = { remoteAddress: '203.0.113.7' };
      const call = () => client.request(endpoint.method, getPath(endpoint), undefined, from);
      const isHeld = ({ status, error }: Awaited<ReturnType<typeof call>>) =>
        status === 429 && error.code === 'request/too-many';
      let held = 0;
      for (let count = 0; count < capacity; count += 1) if (isHeld(await call())) held += 1;
      const last = await call();
      if (held > 0 || !isHeld(last) || !(Number(last.headers['retry-after']) >= 1))
        wrong.push(`${endpoint.name}: ${held} of ${capacity}, then ${last.status} ${last.error.code}`);
    }
    expect(wrong).toEqual([]);
  });

  it('count by the caller’s address, not by the headers of a forged proxy', async () => {
    limited.clock.advance(HOUR);
    expect(await countRefused(limited, '203.0.113.9', (call) => `198.51.100.${call}`)).toBe(1);
  });
});

describe('limits behind our own proxy', () => {
  let behindProxy: TestApp;
  beforeAll(async () => {
    behindProxy = await testApp({ settings: { LIMITS: '', TRUST_PROXY: '10.1.1.0/24' } });
  });
  afterAll(() => behindProxy.close());

  it('count by the address that the proxy saw', async () => {
    const forged = (call: number) => `127.0.0.1, 10.0.0.${call}, 203.0.113.10`;
    expect(await countRefused(behindProxy, '10.1.1.1', forged)).toBe(1);
    expect(await countRefused(behindProxy, '10.1.1.1', () => '203.0.113.11')).toBe(1);
  });

  it('do not believe a caller who reaches the server past the proxy', async () => {
    expect(await countRefused(behindProxy, '10.2.0.1', (call) => `198.51.100.${call}`)).toBe(1);
  });

  it('count a whole IPv6 network as one address', async () => {
    expect(await countRefused(behindProxy, '10.1.1.1', (call) => `2001:db8:1:2::${call}`)).toBe(1);
  });
});

/** Asks for one sign-in code more than an address may, and returns how many calls are refused. */
async function countRefused(
  target: TestApp,
  remoteAddress: string,
  forwardedFor: (call: number) => string,
): Promise<number> {
  let refused = 0;
  for (let call = 0; call < 21; call += 1) {
    const body = { email: `${randomUUID()}@promenade.test`, userType: 'marketer' };
    const headers = { 'x-forwarded-for': forwardedFor(call) };
    const { status } = await target
      .visitor()
      .request('POST', '/auth/email', body, { headers, remoteAddress });
    if (status === 429) refused += 1;
    else expect(status).toBe(200);
  }
  return refused;
}

describe('an administrator’s session', () => {
  it('ends after half an hour of inactivity, and after twelve hours', async () => {
    const idle = await app.signIn('advertiser', ADMIN_EMAIL);
    app.clock.advance(29 * MINUTE);
    expect((await idle.request('GET', '/api/admin/stats')).status).toBe(200);
    app.clock.advance(30 * MINUTE);
    expect((await idle.request('GET', '/api/admin/stats')).status).toBe(401);
    const used = await app.signIn('advertiser', ADMIN_EMAIL);
    let minutes = 0;
    while ((await used.request('GET', '/api/admin/stats')).status === 200) {
      app.clock.advance(20 * MINUTE);
      minutes += 20;
      expect(minutes).toBeLessThanOrEqual(12 * 60);
    }
    expect(minutes).toBe(12 * 60);
  });
});
