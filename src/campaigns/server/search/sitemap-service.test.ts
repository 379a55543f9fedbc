import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transact } from '#platform/server/db/transact.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { pageQuery, partsQuery } from './sitemap-service.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const now = new Date('2026-11-26T12:00:00Z');
const fromFirst = sql`campaign.id > '00000000-0000-0000-0000-000000000000'::uuid`;

test.each([
  ['the index of the sitemap', partsQuery(now, 50_000)],
  ['a file of the sitemap', pageQuery(now, fromFirst, 1000)],
])('%s walks the index of open campaigns, and sorts nothing by id', async (_, query) => {
  const plan = await transact(database.db, async (tx) => {
    // A table of few rows would be read as a whole.
    await tx.execute(sql`set local enable_seqscan = off`);
    await tx.execute(sql`set local enable_bitmapscan = off`);
    const { rows } = await tx.execute<{ 'QUERY PLAN': string }>(sql`explain ${query}`);
    return rows.map((line) => line['QUERY PLAN']).join('\n');
  });
  expect(plan).toContain('using campaign_open_by_id');
  expect(plan).not.toMatch(/Sort Key: .*campaign\.id|Sort Key: id|Sort Key: \(\(?id/);
});
