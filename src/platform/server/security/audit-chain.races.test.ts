import { afterAll, beforeAll, expect, it } from 'vitest';
import { serverDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { sealAudit, verifyAudit } from './audit-chain.ts';
import type { Tx } from '../db/open-database.ts';
import { auditEntry } from '../db/tables.ts';
import { transact } from '../db/transact.ts';

const clock = { now: () => new Date('2026-11-02T15:00:00Z') };

let database: TestDatabase;
beforeAll(async () => {
  database = await serverDatabase();
});
afterAll(() => database.close());

/** `linger` runs between the insert and the commit, so the row is inserted here: audit() sends both together. */
const write = (linger?: (tx: Tx) => Promise<unknown>) =>
  transact(database.db, async (tx) => {
    await tx.insert(auditEntry).values({
      at: clock.now(),
      actorRole: 'platform',
      action: 'proof.approved',
      objectKind: 'y',
      objectId: 'z',
    });
    await linger?.(tx);
  });

it('builds one valid chain with many concurrent writers and sealers', async () => {
  const seal = () => sealAudit({ db: database.db, clock });
  for (let round = 0; round < 5; round += 1) {
    await Promise.all([
      ...Array.from({ length: 40 }, (_, index) =>
        write((tx) => tx.execute(`select pg_sleep(${(index % 5) / 1000})`)),
      ),
      ...Array.from({ length: 4 }, seal),
    ]);
  }
  await seal();
  expect(await verifyAudit(database.db)).toMatchObject({ sealed: 200, waiting: 0, problems: [] });
});

it('seals an entry that commits late after the newer ones', async () => {
  let hasWritten = () => {};
  let goOn = () => {};
  const written = new Promise<void>((resolve) => (hasWritten = resolve));
  const mayCommit = new Promise<void>((resolve) => (goOn = resolve));
  const slow = write(() => {
    hasWritten();
    return mayCommit;
  });
  await written;
  await write();
  await sealAudit({ db: database.db, clock });
  goOn();
  await slow;
  await sealAudit({ db: database.db, clock });
  const { rows } = await database.asOwner('select position from audit_seal order by number desc limit 2');
  expect(rows[0].position).toBeLessThan(rows[1].position);
  expect(await verifyAudit(database.db)).toMatchObject({ waiting: 0, problems: [] });
});
