import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { MINUTE } from '#kernel/time.ts';
import { getPublicConfig } from '#platform/config-contract.ts';
import { ADMIN_EMAIL, type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { chooseUserType, getCurrentUser, signOut, startGoogleSignIn } from '../../contract.ts';
import {
  comeBack,
  googleSettings,
  leaveForIssuer,
  startIssuer,
  type TestIssuer,
} from '#tests/support/auth/google.ts';

const CALLBACK = 'http://localhost:3000/auth/google/callback';
const FAILED = '/auth/signin?error=auth_failed';

let issuer: TestIssuer;
let app: TestApp;
let person: Record<string, unknown>;
let people = 0;

beforeAll(async () => {
  issuer = await startIssuer();
  app = await testApp({ listens: false, settings: issuer.settings });
});
afterAll(async () => {
  await app.close();
  await issuer.server.stop();
});

beforeEach(() => {
  people += 1;
  say({ sub: `subject-${people}`, email: `google-${people}@promenade.test`, email_verified: true });
});

function say(words: Record<string, unknown>): void {
  person = words;
  issuer.says(person);
}

const leave = (client: Client, from = app) => leaveForIssuer(from, client);
const signIn = async (client: Client) => comeBack(client, await leave(client));
const readUser = async (client: Client) => (await client.call(getCurrentUser)).body;
const count = async (table: string) => {
  const { rows } = await app.database.asOwner(`select count(*)::int as count from ${table}`);
  return rows[0]?.['count'];
};

async function failsWithoutTrace(client: Client, returned: URL): Promise<void> {
  const before = [await count('account'), await count('sign_in_session'), await count('sign_in_identity')];
  expect(await comeBack(client, returned)).toEqual([302, FAILED]);
  expect(client.cookies.has('sid')).toBe(false);
  const after = [await count('account'), await count('sign_in_session'), await count('sign_in_identity')];
  expect(after).toEqual(before);
}

describe('sign-in with Google', () => {
  it('requests only the address, with PKCE, state and nonce, and returns to the callback', async () => {
    const start = await app.visitor().call(startGoogleSignIn);
    const asked = new URL(String(start.headers['location'])).searchParams;
    expect(Object.fromEntries(asked)).toEqual({
      client_id: 'promenade-client',
      response_type: 'code',
      redirect_uri: CALLBACK,
      scope: 'openid email',
      prompt: 'select_account',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    const cookie = String(start.headers['set-cookie']);
    expect(cookie).toMatch(/^provider=.*; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
    for (const secret of ['code_challenge', 'state', 'nonce']) {
      expect(cookie).not.toContain(asked.get(secret));
    }
  });

  it('redeems the code with the client secret and the verifier of that flow', async () => {
    const asked: unknown[] = [];
    issuer.server.service.once('beforeResponse', (_, { body }) => asked.push(body));
    const client = app.visitor();
    const returned = await leave(client);
    expect(await comeBack(client, returned)).toEqual([302, '/?auth=success']);
    expect(asked).toEqual([
      {
        grant_type: 'authorization_code',
        code: returned.searchParams.get('code'),
        redirect_uri: CALLBACK,
        client_id: 'promenade-client',
        client_secret: 'promenade-secret',
        code_verifier: expect.stringMatching(/^[\w-]{43}$/),
      },
    ]);
  });

  it('creates an account without a type, once', async () => {
    const client = app.visitor();
    expect(await signIn(client)).toEqual([302, '/?auth=success']);
    expect(client.cookies.has('provider')).toBe(false);
    const user = await readUser(client);
    expect(user).toMatchObject({ email: person['email'], userType: null, emailVerified: true });
    expect((await client.call(chooseUserType, { body: { userType: 'advertiser' } })).status).toBe(200);
    const again = app.visitor();
    await signIn(again);
    expect(await readUser(again)).toMatchObject({ id: user.id, userType: 'advertiser' });
  });

  it('recognizes a user by issuer and subject, even if their address changes', async () => {
    const before = app.visitor();
    await signIn(before);
    const { id, email } = await readUser(before);
    const other = await app.signIn('marketer', 'taken-over@promenade.test');
    say({ ...person, email: 'taken-over@promenade.test' });
    const after = app.visitor();
    expect(await signIn(after)).toEqual([302, '/?auth=success']);
    expect(await readUser(after)).toMatchObject({ id, email });
    expect(id).not.toBe(other.userId);
  });

  it('makes a known user an administrator once ADMIN_EMAILS names their current address', async () => {
    say({ ...person, email: ADMIN_EMAIL });
    const before = app.visitor();
    await signIn(before);
    // As if they had signed in before the setting named them.
    const { id } = await readUser(before);
    await app.database.asOwner(`update account set role = 'marketer' where id = $1`, [id]);
    say({ ...person, email: 'moved-on@promenade.test' });
    const elsewhere = app.visitor();
    await signIn(elsewhere);
    expect(await readUser(elsewhere)).toMatchObject({ id, userType: 'marketer' });
    say({ ...person, email: ADMIN_EMAIL });
    const client = app.visitor();
    await signIn(client);
    expect(await readUser(client)).toMatchObject({ id, userType: 'admin' });
  });

  it('does not sign a user in as the former owner of an address', async () => {
    await signIn(app.visitor());
    say({ ...person, sub: 'other-user', email: 'new-owner@promenade.test' });
    const client = app.visitor();
    await signIn(client);
    expect((await readUser(client)).email).toBe('new-owner@promenade.test');
  });

  it('links the account of the same verified address, and mails its owner', async () => {
    const owner = await app.signIn('marketer', 'linked@promenade.test');
    say({ ...person, email: 'Linked@Promenade.test' });
    const client = app.visitor();
    await signIn(client);
    expect(await readUser(client)).toMatchObject({ id: owner.userId, userType: 'marketer' });
    await app.runDue();
    const mail = await app.lastMail('linked@promenade.test');
    expect(mail.subject).toBe('A Google account was linked to your Promenade account');
    await signIn(client);
    await app.runDue();
    const { rows } = await app.database.asOwner(
      `select action from audit_entry where object_id = $1 and action = 'identity.linked'`,
      [owner.userId],
    );
    expect(rows).toHaveLength(1);
  });

  it('replaces the browser’s current session, so that a planted one is useless', async () => {
    const planted = await app.signIn('marketer');
    const token = planted.cookies.get('sid') ?? '';
    const victim = app.visitor();
    victim.cookies.set('sid', token);
    await signIn(victim);
    expect(victim.cookies.get('sid')).not.toBe(token);
    expect((await planted.call(getCurrentUser)).status).toBe(401);
  });
});

describe('sign-in with Google fails with the same text for', () => {
  it.each([
    ['an address that Google has not verified', { email_verified: false }],
    ['a verification flag that is not true', { email_verified: 'true' }],
    ['no address', { email: undefined }],
    ['an invalid address', { email: 'no-address' }],
    ['a response for another flow', { nonce: 'another' }],
    ['a response for another client', { aud: 'another' }],
    ['a response from another issuer', { iss: 'https://accounts.google.com' }],
    ['an expired response', { exp: 1_700_000_000 }],
  ])('%s', async (_, words) => {
    say({ ...person, ...words });
    const client = app.visitor();
    await failsWithoutTrace(client, await leave(client));
  });

  it('an answer whose signature is not the issuer’s', async () => {
    issuer.server.service.once('beforeResponse', ({ body }) => {
      if (body === '') throw new Error('the issuer says nothing');
      const [header, , signature] = String(body['id_token']).split('.');
      const claims = JSON.parse(
        Buffer.from(String(body['id_token']).split('.')[1] ?? '', 'base64url').toString(),
      );
      const forged = Buffer.from(JSON.stringify({ ...claims, email: 'victim@promenade.test' }));
      body['id_token'] = [header, forged.toString('base64url'), signature].join('.');
    });
    const client = app.visitor();
    await failsWithoutTrace(client, await leave(client));
  });

  it('a code that the issuer rejects', async () => {
    issuer.server.service.once('beforeResponse', (response) => {
      response.statusCode = 400;
      response.body = { error: 'invalid_grant' };
    });
    const client = app.visitor();
    await failsWithoutTrace(client, await leave(client));
  });

  it('a user who declines at Google', async () => {
    issuer.server.service.once('beforeAuthorizeRedirect', ({ url }) => {
      url.searchParams.delete('code');
      url.searchParams.set('error', 'access_denied');
    });
    const client = app.visitor();
    await failsWithoutTrace(client, await leave(client));
  });

  it('a wrong state, another browser, and a missing cookie', async () => {
    const client = app.visitor();
    const returned = await leave(client);
    await failsWithoutTrace(app.visitor(), returned);
    const attacker = app.visitor();
    await leave(attacker);
    await failsWithoutTrace(attacker, returned);
    returned.searchParams.set('state', 'forged');
    await failsWithoutTrace(client, returned);
  });

  it('a cookie that was altered', async () => {
    const client = app.visitor();
    const returned = await leave(client);
    const [id = '', expires = '', signature = ''] = (client.cookies.get('provider') ?? '').split('.');
    client.cookies.set('provider', [id, Number(expires) + 1, signature].join('.'));
    await failsWithoutTrace(client, returned);
  });

  it('a used flow, even with its cookie', async () => {
    const client = app.visitor();
    const returned = await leave(client);
    const cookie = client.cookies.get('provider') ?? '';
    expect(await comeBack(client, returned)).toEqual([302, '/?auth=success']);
    await client.request('GET', signOut.path);
    expect(await comeBack(client, returned)).toEqual([302, FAILED]);
    const thief = app.visitor();
    thief.cookies.set('provider', cookie);
    await failsWithoutTrace(thief, returned);
  });

  it('a flow that took ten minutes', async () => {
    const client = app.visitor();
    const returned = await leave(client);
    app.clock.advance(10 * MINUTE);
    await failsWithoutTrace(client, returned);
  });

  it('a suspended account', async () => {
    await signIn(app.visitor());
    await app.database.asOwner('update account set suspended_at = now() where email = $1', [person['email']]);
    const client = app.visitor();
    await failsWithoutTrace(client, await leave(client));
  });

  it('too many callbacks from one IP address', async () => {
    const limited = await testApp({
      listens: false,
      settings: { ...issuer.settings, LIMITS: 'sign-in-code=1/1h' },
    });
    try {
      const client = limited.visitor();
      expect(await comeBack(client, await leave(client, limited))).toEqual([302, '/?auth=success']);
      const next = limited.visitor();
      expect(await comeBack(next, await leave(next, limited))).toEqual([302, FAILED]);
    } finally {
      await limited.close();
    }
  });
});

describe('without an issuer that answers', () => {
  it('fails at the start, and works again once the issuer does', async () => {
    const { server: down, settings } = await startIssuer();
    const { port } = down.address();
    await down.stop();
    const alone = await testApp({ listens: false, settings });
    try {
      const client = alone.visitor();
      const start = await client.call(startGoogleSignIn);
      expect([start.status, start.headers['location']]).toEqual([302, FAILED]);
      expect(client.cookies.size).toBe(0);
      await down.start(port, '127.0.0.1');
      const returned = await leave(client, alone);
      await down.stop();
      expect(await comeBack(client, returned)).toEqual([302, FAILED]);
    } finally {
      await alone.close();
    }
  });

  it('gives up after five seconds', async () => {
    const limit = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
    const silent: Server = createServer(() => limit.abort(new DOMException('too late', 'TimeoutError')));
    await new Promise<void>((resolve) => {
      silent.listen(0, '127.0.0.1', resolve);
    });
    const { port } = silent.address() as AddressInfo; // A listening TCP server has one.
    const waiting = await testApp({ listens: false, settings: googleSettings(`http://127.0.0.1:${port}`) });
    try {
      const start = await waiting.visitor().call(startGoogleSignIn);
      expect([start.status, start.headers['location']]).toEqual([302, FAILED]);
      expect(timeout).toHaveBeenCalledWith(5000);
    } finally {
      timeout.mockRestore();
      await waiting.close();
      silent.closeAllConnections();
      silent.close();
    }
  });

  it('is not offered, and redirects to the sign-in page', async () => {
    const without = await testApp({ listens: false });
    try {
      expect((await without.visitor().call(getPublicConfig)).body.googleSignIn).toBe(false);
      for (const path of ['/auth/google', '/auth/google/callback?code=a&state=b']) {
        const answer = await without.visitor().request('GET', path);
        expect([answer.status, answer.headers['location']]).toEqual([302, FAILED]);
      }
    } finally {
      await without.close();
    }
    expect((await app.visitor().call(getPublicConfig)).body.googleSignIn).toBe(true);
  });
});
