import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '#kernel/time.ts';
import { ADMIN_EMAIL, type TestApp, testApp } from '#tests/support/app.ts';
import {
  chooseUserType,
  confirmSignIn,
  getCurrentUser,
  resendSignIn,
  signInAsDemo,
  signOut,
} from '../../contract.ts';
import { requestSignIn } from '../../sign-in-contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ listens: false });
});
afterAll(() => app.close());

async function pending(email: string) {
  const client = app.visitor();
  await client.call(requestSignIn, { body: { email, userType: 'marketer' } });
  await app.runDue();
  const { code, links } = await app.lastMail(email);
  return { client, code: code ?? '', token: new URL(links[0] ?? '').searchParams.get('token') ?? '' };
}

const otherCode = (code: string) => (code === '000000' ? '111111' : '000000');

describe('sign-in by email', () => {
  it('returns the same response for known and unknown addresses', async () => {
    await app.signIn('marketer', 'known@promenade.test');
    const known = await app
      .visitor()
      .call(requestSignIn, { body: { email: 'known@promenade.test', userType: 'advertiser' } });
    const unknown = await app
      .visitor()
      .call(requestSignIn, { body: { email: 'unknown@promenade.test', userType: 'advertiser' } });
    expect(known.status).toBe(200);
    expect(known.body).toEqual(unknown.body);
  });

  it('signs in with the code in the browser that requested it', async () => {
    const { client, code } = await pending('code@promenade.test');
    const answer = await client.call(confirmSignIn, { body: { code } });
    expect(answer.body).toEqual({ message: 'You are signed in.', userType: 'marketer', firstLogin: true });
    const user = await client.call(getCurrentUser);
    expect(user.body).toMatchObject({
      email: 'code@promenade.test',
      userType: 'marketer',
      emailVerified: true,
    });
  });

  it('deletes a typed address once its mail can no longer be resent', async () => {
    const kept = async () =>
      (
        await app.database.asOwner(
          `select email from sign_in_challenge where email like 'typed-%' order by email`,
        )
      ).rows;
    await pending('typed-early@promenade.test');
    app.clock.advance(50 * MINUTE);
    const { client } = await pending('typed-late@promenade.test');
    app.clock.advance(50 * MINUTE);
    await app.runDue();
    expect(await kept()).toEqual([{ email: 'typed-late@promenade.test' }]);
    expect((await client.call(resendSignIn)).status).toBe(200);
    app.clock.advance(2 * HOUR);
    await app.runDue();
    expect(await kept()).toEqual([]);
  });

  it('refuses a code in another browser and accepts the link there', async () => {
    const { code, token } = await pending('link@promenade.test');
    const other = app.visitor();
    expect((await other.call(confirmSignIn, { body: { code } })).error.code).toBe('auth/no-pending');
    expect((await other.call(confirmSignIn, { body: { token } })).status).toBe(200);
  });

  it('redeems a code or link only once', async () => {
    const { client, code, token } = await pending('once@promenade.test');
    expect((await client.call(confirmSignIn, { body: { token } })).status).toBe(200);
    const again = await app.visitor().call(confirmSignIn, { body: { token } });
    expect([again.status, again.error.code]).toEqual([410, 'auth/code-expired']);
    client.cookies.delete('sid');
    expect((await client.call(confirmSignIn, { body: { code } })).status).toBeGreaterThanOrEqual(400);
  });

  it('refuses the right code after five wrong ones', async () => {
    const { client, code } = await pending('guess@promenade.test');
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect((await client.call(confirmSignIn, { body: { code: otherCode(code) } })).error.code).toBe(
        'auth/wrong-code',
      );
    }
    expect((await client.call(confirmSignIn, { body: { code } })).error.code).toBe('auth/code-expired');
  });

  it('expires a code after ten minutes', async () => {
    const { client, code } = await pending('late@promenade.test');
    app.clock.advance(10 * MINUTE);
    expect((await client.call(confirmSignIn, { body: { code } })).error.code).toBe('auth/code-expired');
  });

  it('resends after a minute, and the first code stops working', async () => {
    const { client, code } = await pending('again@promenade.test');
    const tooSoon = await client.call(resendSignIn);
    expect([tooSoon.status, tooSoon.error.code]).toEqual([429, 'auth/resend-too-soon']);
    expect(Number(tooSoon.headers['retry-after'])).toBe(60);
    app.clock.advance(MINUTE);
    expect((await client.call(resendSignIn)).status).toBe(200);
    await app.runDue();
    const next = (await app.lastMail('again@promenade.test')).code ?? '';
    if (next !== code) expect((await client.call(confirmSignIn, { body: { code } })).status).toBe(400);
    expect((await client.call(confirmSignIn, { body: { code: next } })).status).toBe(200);
  });

  it('resends nothing without a pending sign-in', async () => {
    expect((await app.visitor().call(resendSignIn)).error.code).toBe('auth/no-pending');
  });

  it('keeps the type of an existing account', async () => {
    await app.signIn('advertiser', 'kept@promenade.test');
    const again = await app.signIn('marketer', 'kept@promenade.test');
    expect((await again.call(getCurrentUser)).body.userType).toBe('advertiser');
  });

  it.each([
    [{ email: 'no address', userType: 'marketer' }, { email: 'Invalid email address' }],
    [{ email: ' ', userType: 'marketer' }, { email: 'Enter your email' }],
    [{ userType: 'marketer' }, { email: 'Enter your email' }],
    [{ email: 'a@promenade.test' }, { userType: 'Please select how you want to join' }],
    [{ email: 'a@promenade.test', userType: 'admin' }, { userType: 'Please select how you want to join' }],
    [{ email: 'a@promenade.test', userType: 'marketer', role: 'admin' }, { role: 'Unknown field' }],
  ])('refuses %o', async (body, fields) => {
    const answer = await app.visitor().request('POST', '/auth/email', body);
    expect([answer.status, answer.error.code, answer.error.fields]).toEqual([400, 'request/invalid', fields]);
  });
});

describe('roles', () => {
  it('makes a listed address an administrator once it has signed in', async () => {
    const admin = await app.signInAdmin();
    expect((await admin.call(getCurrentUser)).body).toMatchObject({ email: ADMIN_EMAIL, userType: 'admin' });
  });

  it('ends every earlier session of a user who becomes an administrator', async () => {
    const earlier = await app.signInAdmin();
    // As if the user had signed in before the setting named the address.
    await app.database.asOwner(`update account set role = 'marketer' where email = $1`, [ADMIN_EMAIL]);
    expect((await earlier.call(getCurrentUser)).body.userType).toBe('marketer');
    const admin = await app.signInAdmin();
    expect((await admin.call(getCurrentUser)).body.userType).toBe('admin');
    expect((await earlier.call(getCurrentUser)).status).toBe(401);
  });

  it('does not let a user choose the type twice', async () => {
    const marketer = await app.signIn('marketer');
    expect((await marketer.call(chooseUserType, { body: { userType: 'marketer' } })).status).toBe(200);
    const other = await marketer.call(chooseUserType, { body: { userType: 'advertiser' } });
    expect([other.status, other.error.code]).toEqual([409, 'auth/type-chosen']);
    const admin = await marketer.request('POST', '/api/auth/user-type', { userType: 'admin' });
    expect(admin.status).toBe(400);
  });

  it('has no demo accounts unless the demo world exists', async () => {
    expect((await app.visitor().call(signInAsDemo, { body: { account: 'admin' } })).status).toBe(404);
  });
});

describe('sessions', () => {
  it('end with a sign-out, unless another site requests it', async () => {
    const client = await app.signIn('marketer');
    const crossSite = await client.request('GET', signOut.path, undefined, {
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(crossSite.status).toBe(403);
    expect((await client.call(getCurrentUser)).status).toBe(200);
    const stolen = new Map(client.cookies);
    const answer = await client.request('GET', signOut.path);
    expect([answer.status, answer.headers['location']]).toEqual([302, '/']);
    for (const [name, value] of stolen) client.cookies.set(name, value);
    expect((await client.call(getCurrentUser)).status).toBe(401);
  });

  it('end when they are idle; polling does not keep them alive', async () => {
    const client = await app.signIn('marketer');
    for (let hour = 0; hour < 24; hour += 1) {
      expect((await client.call(getCurrentUser)).status).toBe(200);
      app.clock.advance(60 * MINUTE);
    }
    expect((await client.call(getCurrentUser)).status).toBe(401);
  });

  it('are kept alive by use, for 30 days at most', async () => {
    const client = await app.signIn('marketer');
    for (let day = 0; day < 29; day += 1) {
      app.clock.advance(23 * 60 * MINUTE);
      expect((await client.request('POST', '/api/user/compliance', { locationConsent: true })).status).toBe(
        200,
      );
    }
    app.clock.advance(3 * 24 * 60 * MINUTE);
    expect((await client.call(getCurrentUser)).status).toBe(401);
  });
});

describe('limits', () => {
  let limited: TestApp;
  beforeAll(async () => {
    limited = await testApp({
      listens: false,
      settings: { LIMITS: '' },
    });
  });
  afterAll(() => limited.close());

  const ask = (email: string, remoteAddress: string) =>
    limited.visitor().request('POST', '/auth/email', { email, userType: 'marketer' }, { remoteAddress });

  it('mail an address at most five times an hour, from any client', async () => {
    const statuses = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      statuses.push((await ask('often@promenade.test', `203.0.113.${attempt}`)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    limited.clock.advance(60 * MINUTE);
    expect((await ask('often@promenade.test', '203.0.113.9')).status).toBe(200);
  });
});
