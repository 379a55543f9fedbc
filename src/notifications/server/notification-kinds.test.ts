import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteOwnAccount } from '#auth/account-contract.ts';
import { msg } from '#kernel/text.ts';
import { transact } from '#platform/server/db/transact.ts';
import { testApp, type TestApp } from '#tests/support/app.ts';
import { kindsWithNames, type NotificationKind, notificationKinds } from './notification-kinds.ts';
import { notify } from './service.ts';

const kinds = Object.keys(notificationKinds) as NotificationKind[]; // Object.keys forgets the names

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

test('deleting an account removes notifications and pending emails that name the user, even by a former name', async () => {
  const reader = await app.signIn('advertiser');
  const gone = await app.signIn('marketer');
  await transact(app.deps.db, async (tx) => {
    for (const kind of kinds) {
      await notify(tx, app.deps, reader.userId, {
        kind,
        ref: `${gone.userId}:${kind}`,
        title: () => notificationKinds[kind].titles[0].replaceAll(/\{\w+\}/g, 'Ottoline Vale'),
        text: msg('Ottoline Vale was here.'),
        href: '/',
        isMailed: notificationKinds[kind].email !== false,
      });
    }
  });
  expect((await gone.call(deleteOwnAccount)).status).toBe(200);
  const { rows } = await app.database.asOwner('select kind from notification where account_id = $1', [
    reader.userId,
  ]);
  const { rows: mails } = await app.database.asOwner(
    "select split_part(ref, ':', 2) as kind from outbox where kind = 'mail' and payload::text like '%Ottoline%'",
  );
  const plain = kinds.filter((kind) => !kindsWithNames.includes(kind)).toSorted();
  expect(rows.map(({ kind }) => kind).toSorted()).toEqual(plain);
  expect(mails.map(({ kind }) => kind).toSorted()).toEqual(
    plain.filter((kind) => notificationKinds[kind].email !== false),
  );
});
