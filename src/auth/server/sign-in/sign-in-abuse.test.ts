import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE } from '#kernel/time.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { changeUserType, confirmTypeChange } from '../../change-type-contract.ts';
import * as contract from '../../contract.ts';
import { requestSignIn } from '../../sign-in-contract.ts';
import { startIssuer, type TestIssuer } from '#tests/support/auth/google.ts';

let issuer: TestIssuer;
let app: TestApp;
beforeAll(async () => {
  issuer = await startIssuer();
  app = await testApp({ listens: false, settings: issuer.settings });
});
afterAll(async () => {
  await app.close();
  await issuer.server.stop();
});

async function pending(email: string, client = app.visitor()) {
  await client.call(requestSignIn, { body: { email, userType: 'marketer' } });
  await app.runDue();
  const { code, links } = await app.lastMail(email);
  return { client, code: code ?? '', token: new URL(links[0] ?? '').searchParams.get('token') ?? '' };
}

const isSignedIn = async (client: Client) => (await client.call(contract.getCurrentUser)).status === 200;

describe('a planted session', () => {
  it.each(['code', 'link'] as const)('is replaced when the victim signs in with a %s', async (way) => {
    const attacker = await app.signIn('marketer', `planter-${way}@promenade.test`);
    const planted = attacker.cookies.get('sid') ?? '';
    const victim = app.visitor();
    victim.cookies.set('sid', planted);
    const { code, token } = await pending(`victim-${way}@promenade.test`, victim);
    const body = way === 'code' ? { code } : { token };
    expect((await victim.call(contract.confirmSignIn, { body })).status).toBe(200);
    expect(victim.cookies.get('sid')).not.toBe(planted);
    expect((await victim.call(contract.getCurrentUser)).body.email).toBe(`victim-${way}@promenade.test`);
    expect(await isSignedIn(attacker)).toBe(false);
  });

  it('cannot be chosen by its token: an unknown token stays signed out', async () => {
    const chosen = 'c'.repeat(64);
    const victim = app.visitor();
    victim.cookies.set('sid', chosen);
    const { code } = await pending('chosen@promenade.test', victim);
    await victim.call(contract.confirmSignIn, { body: { code } });
    const attacker = app.visitor();
    attacker.cookies.set('sid', chosen);
    expect(await isSignedIn(attacker)).toBe(false);
  });

  it('does not sign in with a code that the attacker’s browser requested', async () => {
    const { code, client: attacker } = await pending('asked-for@promenade.test');
    const victim = app.visitor();
    const answer = await victim.call(contract.confirmSignIn, { body: { code } });
    expect([answer.status, answer.error.message]).toEqual([
      400,
      'No sign-in is in progress in this browser. Enter your email again.',
    ]);
    attacker.cookies.set('preauth', `${attacker.cookies.get('preauth')}x`);
    const forged = await attacker.call(contract.confirmSignIn, { body: { code } });
    expect(forged.error.code).toBe('auth/no-pending');
  });
});

describe('a mailed link', () => {
  it('stops working after the next mail', async () => {
    const { client, token } = await pending('mailed-twice@promenade.test');
    app.clock.advance(MINUTE);
    expect((await client.call(contract.resendSignIn)).status).toBe(200);
    const answer = await app.visitor().call(contract.confirmSignIn, { body: { token } });
    expect([answer.status, answer.error.message]).toEqual([
      410,
      'That code or link has expired or was already used. Request a new one.',
    ]);
  });

  it('expires after ten minutes', async () => {
    const { token } = await pending('mailed-late@promenade.test');
    app.clock.advance(10 * MINUTE);
    const answer = await app.visitor().call(contract.confirmSignIn, { body: { token } });
    expect([answer.status, answer.error.code]).toEqual([410, 'auth/code-expired']);
  });

  it('does not sign in when it is opened', async () => {
    const { token } = await pending('scanned-link@promenade.test');
    const scanner = app.visitor();
    await scanner.request('GET', `/auth/email-confirmation?token=${token}`);
    await scanner.request('GET', `${contract.confirmSignIn.path}?token=${token}`);
    expect(scanner.cookies.has('sid')).toBe(false);
    expect((await app.visitor().call(contract.confirmSignIn, { body: { token } })).status).toBe(200);
  });

  it.each(['', 'a'.repeat(63), `${'a'.repeat(63)}g`, 'A'.repeat(64)])(
    'that is cut off (%s) is refused',
    async (token) => {
      const answer = await app.visitor().request('POST', contract.confirmSignIn.path, { token });
      expect([answer.status, answer.error.fields]).toEqual([400, { token: 'This link is incomplete' }]);
    },
  );
});

describe('a page of another site', () => {
  const posts = [
    ['requestSignIn', requestSignIn.path],
    ['confirmSignIn', contract.confirmSignIn.path],
    ['confirmIdentity', contract.confirmIdentity.path],
    ['chooseUserType', contract.chooseUserType.path],
    ['signInAsDemo', contract.signInAsDemo.path],
    ['changeUserType', changeUserType.path],
    ['confirmTypeChange', confirmTypeChange.path],
  ] as const;

  it.each(posts)('cannot post to %s as a form would, even from here', async (_, path) => {
    const client = await app.signIn('marketer', 'formed@promenade.test');
    for (const type of [
      'application/x-www-form-urlencoded',
      'text/plain',
      'multipart/form-data; boundary=x',
    ]) {
      const answer = await client.request('POST', path, 'email=x', { headers: { 'content-type': type } });
      expect([type, answer.status >= 400 && answer.status < 500]).toEqual([type, true]);
    }
  });
});

describe('a redirect target', () => {
  const elsewhere = [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    '%2F%2Fevil.example',
    '/%09/evil.example',
  ];
  const names = ['next', 'redirect', 'redirect_uri', 'returnTo', 'return_to', 'url', 'continue'];
  const searches = elsewhere.flatMap((address) =>
    names.map((name) => `${name}=${encodeURIComponent(address)}`),
  );

  it('is never taken from the query', async () => {
    for (const search of searches) {
      const login = await app.visitor().request('GET', `${contract.openLogin.path}?${search}`);
      expect([login.status, login.headers['location']]).toEqual([302, '/auth/signin']);
      const logout = await app.visitor().request('GET', `${contract.signOut.path}?${search}`);
      expect([logout.status, logout.headers['location']]).toEqual([302, '/']);
      const google = await app.visitor().request('GET', `${contract.startGoogleSignIn.path}?${search}`);
      const asked = new URL(String(google.headers['location']));
      expect([asked.origin, asked.searchParams.get('redirect_uri')]).toEqual([
        issuer.address,
        'http://localhost:3000/auth/google/callback',
      ]);
      const back = await app.visitor().request('GET', `${contract.finishGoogleSignIn.path}?code=a&${search}`);
      expect([back.status, back.headers['location']]).toEqual([302, '/auth/signin?error=auth_failed']);
    }
  });

  it('never follows a forged Host or X-Forwarded-Host', async () => {
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
    };
    const google = await app
      .visitor()
      .request('GET', contract.startGoogleSignIn.path, undefined, { headers });
    const asked = new URL(String(google.headers['location']));
    expect(asked.searchParams.get('redirect_uri')).toBe('http://localhost:3000/auth/google/callback');
    await app
      .visitor()
      .request(
        'POST',
        requestSignIn.path,
        { email: 'hosted@promenade.test', userType: 'marketer' },
        { headers },
      );
    await app.runDue();
    expect((await app.lastMail('hosted@promenade.test')).links[0]).toMatch(/^http:\/\/localhost:3000\//);
  });

  it.each(['//evil.example/auth/signin', '/\\evil.example', '/auth/signin//evil.example'])(
    'is not taken from a path such as %s',
    async (path) => {
      const answer = await app.visitor().request('GET', path);
      expect(answer.headers['location']).toBeUndefined();
      expect(answer.status).toBe(404);
    },
  );
});
