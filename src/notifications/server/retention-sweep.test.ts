import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY, MINUTE } from '#kernel/time.ts';
import { DrivenClock } from '#tests/support/app.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { deleteOldNotifications } from './retention-sweep.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const addAccount = async (at: Date) => {
  const { rows } = await database.pool.query(
    `insert into account (id, email, created_at) values (gen_random_uuid(), gen_random_uuid() || '@promenade.test', $1)
     returning id`,
    [at],
  );
  return rows[0]?.id;
};

test('deletes notifications after 12 months', async () => {
  const clock = new DrivenClock();
  await database.pool.query(
    `insert into notification (id, account_id, kind, title, text, ref, created_at)
     values (gen_random_uuid(), $1, 'test', 'Title', 'Text', 'fact', $2)`,
    [await addAccount(clock.now()), clock.now()],
  );
  const later = async (milliseconds: number) => {
    clock.advance(milliseconds);
    await deleteOldNotifications({ db: database.db, clock });
    return (await database.pool.query('select from notification')).rows.length;
  };
  expect(await later(365 * DAY - MINUTE)).toBe(1);
  expect(await later(MINUTE)).toBe(0);
});
