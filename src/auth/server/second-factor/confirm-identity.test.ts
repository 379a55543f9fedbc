import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE } from '#kernel/time.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import {
  confirmIdentity,
  confirmSignIn,
  getCurrentUser,
  requestIdentityCode,
  resendSignIn,
} from '../../contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ listens: false });
});
afterAll(() => app.close());

async function asked(client: Client): Promise<string> {
  const answer = await client.call(requestIdentityCode);
  expect(answer.status, answer.error?.message).toBe(200);
  await app.runDue();
  return (await app.lastMail(client.email)).code ?? '';
}

const confirm = (client: Client, code: string) => client.call(confirmIdentity, { body: { code } });
const readCode = async (answer: Promise<{ status: number; error: { code: string } }>) => {
  const { status, error } = await answer;
  return [status, error?.code];
};
const otherCode = (code: string) => (code === '000000' ? '111111' : '000000');
const readSession = async (client: Client) => {
  const { rows } = await app.database.asOwner(
    'select created_at from sign_in_session where account_id = $1 and ended_at is null',
    [client.userId],
  );
  return rows;
};

describe('confirming the user’s identity', () => {
  it('makes the sign-in recent, with a new token', async () => {
    const client = await app.signIn('marketer');
    const before = client.cookies.get('sid') ?? '';
    app.clock.advance(60 * MINUTE);
    const code = await asked(client);
    expect(code).toMatch(/^\d{6}$/);
    expect((await confirm(client, code)).status).toBe(200);
    expect(await readSession(client)).toEqual([{ created_at: app.clock.now() }]);
    expect((await client.call(getCurrentUser)).body.id).toBe(client.userId);
    const thief = app.visitor();
    thief.cookies.set('sid', before);
    expect((await thief.call(getCurrentUser)).status).toBe(401);
  });

  it('mails the account’s own address, with a code and no link', async () => {
    const client = await app.signIn('marketer', 'mail@promenade.test');
    const code = await asked(client);
    const mail = await app.lastMail('mail@promenade.test');
    expect(mail.subject).toBe(`${code} is your Promenade confirmation code`);
    expect(mail.links).toEqual([]);
  });

  it('accepts a code once, and none before it was requested', async () => {
    const client = await app.signIn('marketer');
    expect(await readCode(confirm(client, '123456'))).toEqual([400, 'auth/no-pending']);
    const code = await asked(client);
    expect((await confirm(client, code)).status).toBe(200);
    expect(await readCode(confirm(client, code))).toEqual([400, 'auth/no-pending']);
  });

  it('expires a code after five wrong ones, and after ten minutes', async () => {
    const client = await app.signIn('marketer');
    const code = await asked(client);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect(await readCode(confirm(client, otherCode(code)))).toEqual([400, 'auth/wrong-code']);
    }
    expect(await readCode(confirm(client, code))).toEqual([410, 'auth/code-expired']);
    app.clock.advance(MINUTE);
    const next = await asked(client);
    app.clock.advance(10 * MINUTE);
    expect(await readCode(confirm(client, next))).toEqual([410, 'auth/code-expired']);
    app.clock.advance(MINUTE);
    expect((await confirm(client, await asked(client))).status).toBe(200);
  });

  it('resends only after a minute; until then the first code works', async () => {
    const client = await app.signIn('marketer');
    const code = await asked(client);
    const tooSoon = await client.call(requestIdentityCode);
    expect([tooSoon.status, tooSoon.error.code]).toEqual([429, 'auth/resend-too-soon']);
    expect(Number(tooSoon.headers['retry-after'])).toBe(60);
    expect((await confirm(client, code)).status).toBe(200);
  });

  it('works neither in another session of the same user nor as a sign-in', async () => {
    const phone = await app.signIn('marketer', 'two@promenade.test');
    const laptop = await app.signIn('marketer', 'two@promenade.test');
    const code = await asked(phone);
    expect(await readCode(confirm(laptop, code))).toEqual([400, 'auth/no-pending']);
    app.clock.advance(MINUTE);
    const own = await asked(laptop);
    if (own !== code) expect(await readCode(confirm(laptop, code))).toEqual([400, 'auth/wrong-code']);
    const visitor = app.visitor();
    expect(await readCode(visitor.call(confirmSignIn, { body: { code } }))).toEqual([400, 'auth/no-pending']);
    // Nor can a browser renew or redeem it with the cookie of its completed sign-in.
    expect(await readCode(phone.call(resendSignIn))).toEqual([400, 'auth/no-pending']);
    expect((await confirm(phone, code)).status).toBe(200);
  });

  it('does not sign in a user who has signed out in the meantime', async () => {
    const client = await app.signIn('marketer');
    const code = await asked(client);
    const cookies = new Map(client.cookies);
    await client.request('GET', '/api/logout');
    for (const [name, value] of cookies) client.cookies.set(name, value);
    expect((await confirm(client, code)).status).toBe(401);
    expect(await readSession(client)).toEqual([]);
  });

  it.each([[{}], [{ code: '12345' }], [{ code: '123456', email: 'a@b.co' }]])('refuses %o', async (body) => {
    const client = await app.signIn('marketer');
    const answer = await client.request('POST', confirmIdentity.path, body);
    expect([answer.status, answer.error.code]).toEqual([400, 'request/invalid']);
  });
});

it('mails an address at most five times an hour, for sign-ins and confirmations together', async () => {
  const limited = await testApp({
    listens: false,
    settings: { LIMITS: '' },
  });
  try {
    const client = await limited.signInByMail('marketer', 'often@promenade.test');
    const statuses = [];
    for (let attempt = 0; attempt < 5; attempt += 1) {
      limited.clock.advance(MINUTE);
      statuses.push((await client.call(requestIdentityCode)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
  } finally {
    await limited.close();
  }
});
