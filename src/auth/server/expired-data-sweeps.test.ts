import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY } from '#kernel/time.ts';
import { DrivenClock } from '#tests/support/app.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { deleteOldSessions } from './expired-data-sweeps.ts';

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

test('deletes sessions 90 days after the user signed out or their longest lifetime passed', async () => {
  const clock = new DrivenClock();
  const accountId = await addAccount(clock.now());
  await database.pool.query(
    `insert into sign_in_session (id, account_id, token_hash, created_at, last_used_at, ended_at)
     values (gen_random_uuid(), $1, repeat('a', 64), $2, $2, $2), (gen_random_uuid(), $1, repeat('b', 64), $2, $2, null)`,
    [accountId, clock.now()],
  );
  const later = async (days: number) => {
    clock.advance(days * DAY);
    await deleteOldSessions({ db: database.db, clock });
    const { rows } = await database.pool.query(
      'select left(token_hash, 1) as name from sign_in_session order by 1',
    );
    return rows.map((row) => row.name);
  };
  expect(await later(89)).toEqual(['a', 'b']);
  expect(await later(1)).toEqual(['b']);
  expect(await later(29)).toEqual(['b']);
  expect(await later(1)).toEqual([]);
});
