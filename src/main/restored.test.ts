import { afterEach, expect, test } from 'vitest';
import { endRestore, markRestored } from '#platform/server/db/installation.ts';
import { transact } from '#platform/server/db/transact.ts';
import { testApp, type TestApp } from '#tests/support/app.ts';
import { freshDatabase } from '#tests/support/databases/database.ts';

let app: TestApp | undefined;
afterEach(() => app?.close());

test('a server on a restored database pays nothing until an admin has released it, and says so', async () => {
  const database = await freshDatabase();
  const restoredAt = new Date('2026-11-24T12:00:00Z');
  await transact(database.db, (tx) => markRestored(tx, restoredAt, restoredAt));
  app = await testApp({ database });
  expect(app.deps.ports.getWalletCircuit()).toBe('open');
  expect((await app.http.inject({ url: '/readyz' })).json()).toMatchObject({
    status: 'ready',
    restoredAt: restoredAt.toISOString(),
  });

  await transact(database.db, endRestore);
  const released = await testApp({ database });
  try {
    expect(released.deps.ports.getWalletCircuit()).toBe('closed');
    expect((await released.http.inject({ url: '/readyz' })).json()).not.toHaveProperty('restoredAt');
  } finally {
    await released.http.close();
  }
});
