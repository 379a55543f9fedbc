import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { transact } from '../transact.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

test('a connection prepares a statement that it repeats, and runs it with other values', async () => {
  const answers = await transact(database.db, async (tx) => {
    const values: unknown[] = [];
    for (const n of [1, 2, 3]) {
      const { rows } = await tx.execute(sql`select ${n}::int + 1 as repeated`);
      values.push(rows[0]?.repeated);
    }
    await tx.execute(sql`select 1 as once`);
    const { rows } = await tx.execute(sql`select statement from pg_prepared_statements`);
    return { values, prepared: rows.map(({ statement }) => statement) };
  });
  expect(answers.values).toEqual([2, 3, 4]);
  expect(answers.prepared).toContain('select $1::int + 1 as repeated');
  expect(answers.prepared).not.toContain('select 1 as once');
});
