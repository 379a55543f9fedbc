import { afterEach, expect, test } from 'vitest';
import { listStuckMoney } from '#payments/admin-contract.ts';
import { endRestore, markRestored } from '#platform/server/db/installation.ts';
import { transact } from '#platform/server/db/transact.ts';
import { testApp, type TestApp } from '#tests/support/app.ts';
import { succeed } from '#tests/support/client.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/databases/database.ts';

let app: TestApp | undefined;
let database: TestDatabase | undefined;
afterEach(async () => {
  await app?.close();
  await database?.close();
});

test('a server on a restored database says so until an admin has released its payments', async () => {
  database = await freshDatabase();
  const restoredAt = new Date('2026-11-24T12:00:00Z');
  await transact(database.db, (tx) => markRestored(tx, restoredAt, restoredAt));
  app = await testApp({ database });
  expect((await app.http.inject({ url: '/readyz' })).json()).toMatchObject({
    status: 'ready',
    restoredAt: restoredAt.toISOString(),
  });
  const admin = await app.signInAdmin();
  expect(await succeed(admin.call(listStuckMoney))).toMatchObject([
    { kind: 'restore', since: restoredAt.toISOString() },
  ]);

  await transact(database.db, endRestore);
  const released = await testApp({ database });
  try {
    expect(released.deps.ports.getRestoredAt()).toBeNull();
    expect((await released.http.inject({ url: '/readyz' })).json()).not.toHaveProperty('restoredAt');
  } finally {
    await released.http.close();
  }
});
