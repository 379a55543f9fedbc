/** The data of every earlier release opens: its books, audit log, accounts, and sealed data stay readable. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { getCurrentUser, signInAsDemo } from '#auth/contract.ts';
import { listOwnCampaigns } from '#campaigns/contract.ts';
import { listPayments } from '#payments/contract.ts';
import { migrate } from '#platform/server/db/migrate.ts';
import { sealAudit, verifyAudit } from '#platform/server/security/audit-chain.ts';
import { DrivenClock, testApp } from './support/app.ts';
import { migrationsFolder, type TestDatabase } from './support/databases/database.ts';
import { openRelease, releaseSettings } from './support/databases/release.ts';
import { STORY_LIMIT_MS } from './support/patience.ts';

const folder = join(import.meta.dirname, 'releases');

async function readBalances({ pool }: TestDatabase): Promise<unknown[]> {
  const { rows } = await pool.query(
    `select a.code, coalesce(a.balance, 0) as balance, coalesce(sum(e.amount), 0)::bigint as entries
     from ledger.account a join ledger.entry e on e.account_id = a.id group by a.id order by a.code`,
  );
  return rows;
}

const readCounts = async ({ pool }: TestDatabase) =>
  (
    await pool.query(
      `select (select count(*) from account) as accounts, (select count(*) from campaign) as campaigns,
         (select count(*) from payment) as payments, (select count(*) from location_fix) as fixes`,
    )
  ).rows[0];

test.each(readdirSync(folder))(
  'the data of release %s opens, with its balances, audit log and accounts',
  { timeout: STORY_LIMIT_MS },
  async (file) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'promenade-release-'));
    const database = await openRelease(join(folder, file));
    try {
      const before = [await readBalances(database), await readCounts(database)];
      const { head } = await verifyAudit(database.db);
      expect(head.number).toBeGreaterThan(10);
      await migrate(database, migrationsFolder);
      expect([await readBalances(database), await readCounts(database)]).toEqual(before);
      expect((await database.pool.query('select * from ledger.violation')).rows).toEqual([]);
      expect(await verifyAudit(database.db, head)).toMatchObject({ sealed: head.number, problems: [] });

      const clock = new DrivenClock();
      const app = await testApp({ database, clock, settings: releaseSettings(dataDir) });
      try {
        for (const account of ['advertiser', 'marketer'] as const) {
          const client = app.visitor();
          expect((await client.call(signInAsDemo, { body: { account } })).status).toBe(200);
          expect((await client.call(getCurrentUser)).body).toMatchObject({ userType: account });
          const shown =
            account === 'advertiser'
              ? await client.call(listOwnCampaigns, { query: {} })
              : await client.call(listPayments, { query: {} });
          expect(shown.body).not.toEqual([]);
          expect(shown.status).toBe(200);
        }
        await app.runDue();
        expect((await database.pool.query('select * from ledger.violation')).rows).toEqual([]);
        await sealAudit({ db: database.db, clock });
        expect((await verifyAudit(database.db, head)).problems).toEqual([]);
      } finally {
        await app.close();
      }
    } finally {
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
);
