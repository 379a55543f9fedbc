import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, testApp, type TestApp } from '#tests/support/app.ts';
import { serverDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { changeUserType, confirmTypeChange } from '../../change-type-contract.ts';
import { confirmIdentity, confirmSignIn, requestIdentityCode } from '../../contract.ts';
import { requestSignIn } from '../../sign-in-contract.ts';
import { comeBack, leaveForIssuer, startIssuer, type TestIssuer } from '#tests/support/auth/google.ts';

const AT_ONCE = 40;

let database: TestDatabase;
let issuer: TestIssuer;
let app: TestApp;
beforeAll(async () => {
  database = await serverDatabase({ poolSize: AT_ONCE });
  issuer = await startIssuer();
  app = await testApp({ database, listens: false, settings: issuer.settings });
});
afterAll(async () => {
  await app.close();
  await issuer.server.stop();
  await database.close();
});

function tally(answers: { status: number; error: { code?: string } }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, error } of answers) {
    const key = status < 300 ? String(status) : String(error.code);
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

const atOnce = <Value>(work: (index: number) => Promise<Value>) =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, index) => work(index)));

async function pending(email: string) {
  const client = app.visitor();
  await client.call(requestSignIn, { body: { email, userType: 'marketer' } });
  await app.runDue();
  const { code, links } = await app.lastMail(email);
  return { client, code: code ?? '', token: new URL(links[0] ?? '').searchParams.get('token') ?? '' };
}

function getTwin(client: Client): Client {
  const twin = app.visitor();
  for (const [name, value] of client.cookies) twin.cookies.set(name, value);
  return twin;
}

const guess = (code: string, index: number) =>
  String((Number(code) + 1 + index) % 1_000_000).padStart(6, '0');

test('counts five of forty concurrent guesses, and then refuses the right code', async () => {
  const { client, code } = await pending('guessed@promenade.test');
  const answers = await atOnce((index) =>
    getTwin(client).call(confirmSignIn, { body: { code: guess(code, index) } }),
  );
  expect(tally(answers)).toEqual({ 'auth/wrong-code': 5, 'auth/code-expired': AT_ONCE - 5 });
  const right = await client.call(confirmSignIn, { body: { code } });
  expect([right.status, right.error.code]).toEqual([410, 'auth/code-expired']);
  expect(right.error.message).toBe('That code or link has expired or was already used. Request a new one.');
  const { rows } = await database.asOwner('select count(*)::int as count from account where email = $1', [
    'guessed@promenade.test',
  ]);
  expect(rows).toEqual([{ count: 0 }]);
});

test('counts five of forty concurrent guesses at an identity code', async () => {
  const client = await app.signIn('marketer', 'confirming@promenade.test');
  await client.call(requestIdentityCode);
  await app.runDue();
  const { code } = await app.lastMail('confirming@promenade.test');
  const answers = await atOnce((index) =>
    getTwin(client).call(confirmIdentity, { body: { code: guess(code ?? '', index) } }),
  );
  expect(tally(answers)).toEqual({ 'auth/wrong-code': 5, 'auth/code-expired': AT_ONCE - 5 });
});

test('signs in once if code and link are redeemed concurrently', async () => {
  const { client, code, token } = await pending('both@promenade.test');
  const answers = await atOnce((index) =>
    index % 2 === 0
      ? getTwin(client).call(confirmSignIn, { body: { code } })
      : app.visitor().call(confirmSignIn, { body: { token } }),
  );
  expect(tally(answers)).toEqual({ '200': 1, 'auth/code-expired': AT_ONCE - 1 });
  const { rows } = await database.asOwner(
    `select count(*)::int as count from sign_in_session s join account a on a.id = s.account_id where a.email = $1`,
    ['both@promenade.test'],
  );
  expect(rows).toEqual([{ count: 1 }]);
});

test('redeems a type change link once, and mails once', async () => {
  const email = 'changing@promenade.test';
  await app.signIn('marketer', email);
  await app.visitor().call(changeUserType, { body: { email, newUserType: 'advertiser' } });
  await app.runDue();
  const { links } = await app.lastMail(email);
  const token = new URL(links[0] ?? '').searchParams.get('token') ?? '';
  const answers = await atOnce(() => app.visitor().call(confirmTypeChange, { body: { token } }));
  expect(tally(answers)).toEqual({ '200': 1, 'auth/code-expired': AT_ONCE - 1 });
  const { rows } = await database.asOwner(
    `select count(*)::int as count from audit_entry e join account a on a.id::text = e.object_id::text
      where a.email = $1 and e.action = 'role.changed'`,
    [email],
  );
  expect(rows).toEqual([{ count: 1 }]);
});

test('completes a Google flow once if it returns many times concurrently', async () => {
  issuer.says({ sub: 'replayed', email: 'replayed@promenade.test', email_verified: true });
  const client = app.visitor();
  const returned = await leaveForIssuer(app, client);
  const answers = await atOnce(() => comeBack(getTwin(client), returned));
  expect(answers.filter(([, address]) => address === '/?auth=success')).toHaveLength(1);
  expect(answers.filter(([, address]) => address === '/auth/signin?error=auth_failed')).toHaveLength(
    AT_ONCE - 1,
  );
});

test('creates one account if a new user signs in with Google in several browsers at once', async () => {
  issuer.says({ sub: 'eager', email: 'eager@promenade.test', email_verified: true });
  const browsers = Array.from({ length: 10 }, () => app.visitor());
  const ways = await Promise.all(
    browsers.map(async (client) => ({ client, returned: await leaveForIssuer(app, client) })),
  );
  const answers = await Promise.all(ways.map(({ client, returned }) => comeBack(client, returned)));
  expect(new Set(answers.map(String))).toEqual(new Set(['302,/?auth=success']));
  const { rows } = await database.asOwner(
    `select count(distinct a.id)::int as accounts, count(distinct i.subject)::int as identities
       from account a left join sign_in_identity i on i.account_id = a.id where a.email = $1`,
    ['eager@promenade.test'],
  );
  expect(rows).toEqual([{ accounts: 1, identities: 1 }]);
});
