import { createECDH, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteOwnAccount } from '#auth/account-contract.ts';
import { msg } from '#kernel/text.ts';
import { transact } from '#platform/server/db/transact.ts';
import { saveProfile } from '#profiles/form-contract.ts';
import { profileFormSample } from '#profiles/sample.ts';
import { listNotifications } from '#notifications/contract.ts';
import { savePushSubscription } from '#notifications/push-contract.ts';
import { setNotificationSchedule } from '#notifications/schedule-contract.ts';
import { type Client, testApp, type TestApp } from '#tests/support/app.ts';
import { serverDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { lockWaits } from '#tests/support/databases/lock-waits.ts';
import { teamMember } from '#tests/support/people/team.ts';
import { loadName } from './notification-text.ts';
import { notify } from './service.ts';

let database: TestDatabase;
let app: TestApp;
beforeAll(async () => {
  database = await serverDatabase({ poolSize: 20 });
  app = await testApp({ database, listens: false, settings: { PUSH_LOOPBACK: 'allowed' } });
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const areWaiting = () => lockWaits(database);

test('a notification written while the named user deletes their account keeps no name', async () => {
  const reader = await app.signIn('advertiser');
  const marketer = await app.signIn('marketer');
  const saved = await marketer.call(saveProfile, {
    body: { ...profileFormSample, firstName: 'Orlantha', lastName: 'Bexley' },
  });
  expect(saved.status, saved.error?.message).toBe(200);
  let isNamed = () => {};
  let goOn = () => {};
  const naming = new Promise<void>((resolve) => (isNamed = resolve));
  const deletion = new Promise<void>((resolve) => (goOn = resolve));
  const telling = transact(app.deps.db, async (tx) => {
    const name = await loadName(tx, { userId: marketer.userId, kind: 'application.submitted' });
    expect(name).toBe('Orlantha Bexley');
    isNamed();
    await deletion;
    await notify(tx, app.deps, reader.userId, {
      kind: 'kyc.submitted',
      ref: `${marketer.userId}:1`,
      title: msg('New identity check'),
      text: msg('{name} handed in documents for verification.', { name }),
      href: '/admin',
      isMailed: false,
    });
  });
  await naming;
  const deleting = marketer.call(deleteOwnAccount);
  await expect.poll(areWaiting).toBeGreaterThan(0);
  goOn();
  await telling;
  expect((await deleting).status).toBe(200);
  const { rows } = await database.asOwner('select text from notification where account_id = $1', [
    reader.userId,
  ]);
  expect(rows).toEqual([{ text: 'Deleted user handed in documents for verification.' }]);
  const { rows: mails } = await database.asOwner(
    `select 1 from outbox where strpos(payload::text, 'Orlantha') > 0`,
  );
  expect(mails).toEqual([]);
});

async function whileDeleting({ userId }: Client, run: () => Promise<void>): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query('select from account where id = $1 for update', [userId]);
    await client.query('update profile set first_name = null, last_name = null where account_id = $1', [
      userId,
    ]);
    await client.query('update account set deleted_at = $2 where id = $1', [userId, app.clock.now()]);
    const running = run();
    await expect.poll(areWaiting).toBeGreaterThan(0);
    await client.query('commit');
    await running;
  } finally {
    client.release(true);
  }
}

test('a team notification waits for a member’s deletion in progress, and has no name', async () => {
  const owner = await app.signIn('advertiser');
  const mate = await teamMember(app, owner, 'viewer');
  await database.asOwner(
    "insert into profile (account_id, first_name, last_name, updated_at) values ($1, 'Orlantha', 'Bexley', $2)",
    [mate.userId, app.clock.now()],
  );
  await whileDeleting(mate, () => app.runDue());
  const { notifications } = (await owner.call(listNotifications)).body;
  expect(notifications.map(({ title }) => title)).toEqual(['Someone joined your team']);
});

test('a push subscription and a schedule saved during the deletion are refused', async () => {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const keys = { p256dh: pair.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') };
  const subscription = { endpoint: 'http://127.0.0.1:9/leaving', keys };
  const schedule = { timeZone: 'UTC', quietHours: null, digestHour: 8 };
  const saves = [
    (client: Client) => client.call(savePushSubscription, { body: subscription }),
    (client: Client) => client.call(setNotificationSchedule, { body: schedule }),
  ];
  for (const save of saves) {
    const leaving = await app.signIn('marketer');
    await whileDeleting(leaving, async () => {
      expect((await save(leaving)).status).toBe(401);
    });
  }
  const { rows } = await database.asOwner(
    'select account_id from push_subscription union all select account_id from notification_schedule',
  );
  expect(rows).toEqual([]);
});
