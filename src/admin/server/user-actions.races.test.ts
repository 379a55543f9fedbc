import { afterAll, beforeAll, expect, it } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { waitingMarketer } from '#tests/support/people/identity-check.ts';
import { serverDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { deleteUser, suspendUser, verifyUser } from '../contract.ts';

let database: TestDatabase;
let app: TestApp;
let admins: [Client, Client];
beforeAll(async () => {
  database = await serverDatabase();
  app = await testApp({
    database,
    listens: false,
    settings: { ADMIN_EMAILS: 'one@promenade.test,two@promenade.test' },
  });
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const signInAdmins = async () => {
  await database.asOwner('update account set suspended_at = null where role = $1', ['admin']);
  admins = [
    await app.signIn('advertiser', 'one@promenade.test'),
    await app.signIn('advertiser', 'two@promenade.test'),
  ];
};
const because = (client: Client) => ({ params: { id: client.userId }, body: { reason: 'At once' } });
const readCount = async (action: string, userId: string) =>
  (
    await database.asOwner(
      'select count(*)::int as n from audit_entry where action = $1 and object_id = $2',
      [action, userId],
    )
  ).rows[0].n;

it('leaves one admin if two suspend each other at once', async () => {
  for (let round = 0; round < 8; round += 1) {
    await signInAdmins();
    const [one, two] = admins;
    const answers = await Promise.all([
      one.call(suspendUser, because(two)),
      two.call(suspendUser, because(one)),
    ]);
    const { rows } = await database.asOwner(
      `select count(*)::int as n from account where role = 'admin' and suspended_at is null`,
    );
    expect(rows[0].n).toBe(1);
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    expect(
      answers.map(({ status }) => status).filter((status) => status === 409 || status === 401),
    ).toHaveLength(1);
  }
});

it('runs an action once if two admins send it at once', async () => {
  await signInAdmins();
  const maya = await app.signIn('marketer');
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => (admins[index % 2] as Client).call(suspendUser, because(maya))),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await readCount('account.suspended', maya.userId)).toBe(1);

  const gone = await app.signIn('marketer');
  const deletions = await Promise.all(admins.map((admin) => admin.call(deleteUser, because(gone))));
  expect(deletions.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  expect(await readCount('account.deleted', gone.userId)).toBe(1);
});

it('ends the session of a user suspended while signing in', async () => {
  await signInAdmins();
  for (let round = 0; round < 6; round += 1) {
    const email = `quick-${round}@promenade.test`;
    const before = await app.signIn('marketer', email);
    const [signedIn] = await Promise.all([
      app.signIn('marketer', email).catch(() => null),
      admins[0].call(suspendUser, because(before)),
    ]);
    if (signedIn) expect((await signedIn.call(getCurrentUser)).status).toBe(401);
    const { rows } = await database.asOwner(
      'select count(*)::int as n from sign_in_session where account_id = $1 and ended_at is null',
      [before.userId],
    );
    expect(rows[0].n).toBe(0);
  }
});

it('approves documents once if two admins approve at once', async () => {
  await signInAdmins();
  const maya = await waitingMarketer(app);
  const answers = await Promise.all(admins.map((admin) => admin.call(verifyUser, because(maya))));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await readCount('kyc.approved', maya.userId)).toBe(1);
});
