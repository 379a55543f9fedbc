import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { confirmSignIn, getCurrentUser } from '../../contract.ts';
import { requestSignIn } from '../../sign-in-contract.ts';
import { endOtherSessions, endSession, listSessions } from '../../session-contract.ts';
import { addApp } from '#tests/support/auth/second-factor.ts';
import { formatDevice } from './session-device.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ listens: false });
});
afterAll(() => app.close());

const readSessions = async (client: Client) => (await client.call(listSessions)).body.sessions;
const presentId = async (client: Client) =>
  (await readSessions(client)).find(({ isPresent }) => isPresent)?.id ?? '';
const isSignedIn = async (client: Client) => (await client.call(getCurrentUser)).status === 200;

async function signInWith(email: string, userAgent: string): Promise<Client> {
  const client = app.visitor();
  client.email = email;
  await client.call(requestSignIn, { body: { email, userType: 'marketer' } });
  await app.runDue();
  const { code } = await app.lastMail(email);
  const headers = { 'user-agent': userAgent };
  const answer = await client.request('POST', confirmSignIn.path, { code }, { headers });
  expect(answer.status).toBe(200);
  return client;
}

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const laptop = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe('the list of sessions', () => {
  it('shows device, start and last use, the current session first, and no token', async () => {
    const email = 'devices@promenade.test';
    const first = await signInWith(email, phone);
    const since = app.clock.now();
    app.clock.advance(HOUR);
    const second = await signInWith(email, laptop);
    app.clock.advance(5 * MINUTE);
    const answer = await first.call(listSessions);
    expect(answer.body.sessions).toEqual([
      {
        id: expect.any(String),
        device: 'Safari on iPhone',
        signedInAt: since.toISOString(),
        lastUsedAt: app.clock.now().toISOString(),
        isPresent: true,
        isComplete: true,
      },
      expect.objectContaining({ device: 'Firefox on Windows', isPresent: false }),
    ]);
    const text = JSON.stringify(answer.body);
    const { rows } = await app.database.asOwner('select token_hash from sign_in_session');
    for (const { token_hash } of rows) expect(text).not.toContain(token_hash);
    for (const client of [first, second]) expect(text).not.toContain(client.cookies.get('sid'));
  });

  it('leaves out ended and expired sessions, and those of other users', async () => {
    const email = 'living@promenade.test';
    const kept = await signInWith(email, phone);
    const left = await signInWith(email, laptop);
    await signInWith('other-user@promenade.test', laptop);
    await left.request('GET', '/api/logout');
    expect(await readSessions(kept)).toHaveLength(1);
    const idle = await signInWith(email, laptop);
    expect(await readSessions(kept)).toHaveLength(2);
    app.clock.advance(20 * HOUR);
    await readSessions(kept);
    app.clock.advance(20 * HOUR);
    expect(await readSessions(kept)).toHaveLength(1);
    expect(await isSignedIn(idle)).toBe(false);
  });

  it('marks a session without its second factor', async () => {
    const client = await app.signIn('marketer');
    await addApp(app, client);
    await app.signIn('marketer', client.email);
    const [present, other] = await readSessions(client);
    expect([present?.isComplete, other?.isComplete]).toEqual([true, false]);
  });
});

describe('ending sessions', () => {
  it('signs another device out immediately', async () => {
    const email = 'end@promenade.test';
    const [here, there] = [await signInWith(email, phone), await signInWith(email, laptop)];
    const params = { id: await presentId(there) };
    expect((await here.call(endSession, { params })).status).toBe(200);
    expect(await isSignedIn(there)).toBe(false);
    expect(await isSignedIn(here)).toBe(true);
    expect((await here.call(endSession, { params })).error.code).toBe('auth/session-not-found');
  });

  it('cannot end a session of another user', async () => {
    const [one, other] = [await app.signIn('marketer'), await app.signIn('marketer')];
    const answer = await one.call(endSession, { params: { id: await presentId(other) } });
    expect([answer.status, answer.error.code]).toEqual([404, 'auth/session-not-found']);
    expect(await isSignedIn(other)).toBe(true);
  });

  it('signs out and clears the cookie if it is the current session', async () => {
    const client = await app.signIn('marketer');
    await client.call(endSession, { params: { id: await presentId(client) } });
    expect(client.cookies.has('sid')).toBe(false);
    expect(await isSignedIn(client)).toBe(false);
  });

  it('ends all other sessions of the user, and no one else’s', async () => {
    const stranger = await app.signIn('marketer');
    const email = 'all@promenade.test';
    const clients = [
      await signInWith(email, phone),
      await signInWith(email, laptop),
      await signInWith(email, phone),
    ];
    const [here, ...elsewhere] = clients as [Client, ...Client[]];
    expect((await here.call(endOtherSessions)).status).toBe(200);
    for (const client of elsewhere) expect(await isSignedIn(client)).toBe(false);
    expect(await isSignedIn(here)).toBe(true);
    expect(await isSignedIn(stranger)).toBe(true);
  });

  it('requires a recent sign-in, except for the current session', async () => {
    const email = 'old@promenade.test';
    const [here, there] = [await signInWith(email, phone), await signInWith(email, laptop)];
    app.clock.advance(15 * MINUTE);
    const ended = [
      await here.call(endSession, { params: { id: await presentId(there) } }),
      await here.call(endOtherSessions),
    ];
    for (const { status, error } of ended)
      expect([status, error.code]).toEqual([403, 'auth/recent-required']);
    expect(await isSignedIn(there)).toBe(true);
    expect((await here.call(endSession, { params: { id: await presentId(here) } })).status).toBe(200);
  });

  it('is audited', async () => {
    const client = await app.signIn('marketer');
    await client.call(endOtherSessions);
    await client.call(endSession, { params: { id: await presentId(client) } });
    const { rows } = await app.database.asOwner(
      "select action from audit_entry where actor_id = $1 and action like 'session%' order by action",
      [client.userId],
    );
    expect(rows.map(({ action }) => action)).toEqual(['session.ended', 'sessions.ended']);
  });
});

it('erases user agents after 30 days, even if the session ended early', async () => {
  const email = 'forgotten@promenade.test';
  const readDevices = async () => {
    await app.runDue();
    const { rows } = await app.database.asOwner(
      `select user_agent from sign_in_session s join account a on a.id = s.account_id
       where a.email = $1 order by s.created_at`,
      [email],
    );
    return rows.map(({ user_agent }) => user_agent);
  };
  const early = await signInWith(email, phone);
  await early.request('GET', '/api/logout');
  app.clock.advance(HOUR);
  await signInWith(email, laptop);
  app.clock.advance(30 * DAY - HOUR - 1);
  expect(await readDevices()).toEqual([phone, laptop]);
  app.clock.advance(HOUR);
  expect(await readDevices()).toEqual([null, laptop]);
  app.clock.advance(HOUR);
  expect(await readDevices()).toEqual([null, null]);
});

it.each([
  [phone, 'Safari on iPhone'],
  [laptop, 'Firefox on Windows'],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
    'Chrome on Linux',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0',
    'Edge on Mac',
  ],
  [
    'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  ['Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) CriOS/150.0 Mobile/15E148 Safari/604.1', 'Chrome on iPad'],
  ['curl/8.9 (Windows)', 'Unknown browser on Windows'],
  ['<script>alert(1)</script>', 'Unknown device'],
  [null, 'Unknown device'],
])('labels %s as %s', (userAgent, words) => {
  expect(formatDevice(userAgent)).toBe(words);
});
