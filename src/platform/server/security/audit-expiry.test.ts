import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY } from '#kernel/time.ts';
import { DrivenClock } from '#tests/support/app.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { transact } from '../db/transact.ts';
import { audit } from './audit.ts';
import { sealAudit, verifyAudit } from './audit-chain.ts';
import { expireAudit } from './audit-expiry.ts';
import { systemRandom } from './random.ts';

// The database compares with the real time, so the entries lie in the past.
const YEARS_AGO = 9 * 365 * DAY;
const clock = new DrivenClock(new Date(Date.now() - YEARS_AGO).toISOString());
const deps = () => ({ db: database.db, clock, random: systemRandom });

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

async function write(count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const object = { kind: 'thing', id: `${number}` };
    await transact(database.db, (tx) => audit(tx, deps(), { actor: null, action: 'proof.approved', object }));
  }
  await sealAudit(deps());
}

const numbers = async (): Promise<number[]> =>
  (await database.pool.query('select number from audit_seal order by number')).rows.map((row) => row.number);

const actions = async (): Promise<string[]> =>
  (await database.pool.query('select action from audit_entry order by position')).rows.map(
    (row) => row.action,
  );

test('deletes entries after seven years, and the chain stays valid', async () => {
  await write(3);
  const old = (await verifyAudit(database.db)).head;
  clock.advance(365 * DAY);
  await write(2);
  const young = (await verifyAudit(database.db)).head;
  await expireAudit(deps());
  expect(await numbers()).toEqual([1, 2, 3, 4, 5]);

  clock.advance(6 * 366 * DAY + 3 * DAY);
  await Promise.all([expireAudit(deps()), expireAudit(deps()), sealAudit(deps())]);
  await sealAudit(deps());
  expect(await actions()).toEqual(['proof.approved', 'proof.approved', 'audit.expired']);
  expect(await numbers()).toEqual([3, 4, 5, 6]);
  const report = await verifyAudit(database.db, young);
  expect(report).toMatchObject({ sealed: 3, skipped: 0, expired: 3, waiting: 0, problems: [] });
  expect((await verifyAudit(database.db, old)).problems).toEqual([]);
  expect((await verifyAudit(database.db, { number: 1, hash: 'f'.repeat(64) })).problems).toEqual([]);
  const forged = { number: 3, hash: 'f'.repeat(64) };
  expect((await verifyAudit(database.db, forged)).problems).toEqual([{ at: 3, kind: 'other-chain' }]);
  expect(await verifyAudit(database.db, undefined, 1)).toMatchObject({ sealed: 1, skipped: 2, problems: [] });

  await expireAudit(deps());
  expect(await numbers()).toEqual([3, 4, 5, 6]);
  clock.advance(366 * DAY);
  await expireAudit(deps());
  await sealAudit(deps());
  expect(await actions()).toEqual(['audit.expired', 'audit.expired']);
  expect(await numbers()).toEqual([5, 6, 7]);
  expect((await verifyAudit(database.db, report.head)).problems).toEqual([]);
});

test('a chain that was shortened without a record is broken', async () => {
  await write(1);
  await database.asOwner('begin');
  try {
    await database.asOwner('alter table audit_seal disable trigger user');
    await database.asOwner('delete from audit_seal where number = 5');
    expect((await verifyAudit(database.db)).problems).toContainEqual({ at: 1, kind: 'seal-missing' });
  } finally {
    await database.asOwner('rollback');
  }
});

test('no user deletes younger entries, and the application deletes only through the function', async () => {
  const [last] = (await numbers()).toReversed();
  clock.advance(Date.now() - clock.now().getTime());
  await write(1);
  await expect(database.pool.query('delete from audit_entry')).rejects.toThrow(/permission denied/);
  await expect(database.pool.query('delete from audit_seal')).rejects.toThrow(/permission denied/);
  await expect(database.asOwner('delete from audit_entry')).rejects.toThrow(/only ever added/);
  await expect(database.pool.query(`select expire_audit(${Number(last) + 1})`)).rejects.toThrow(
    /only ever added/,
  );
});
