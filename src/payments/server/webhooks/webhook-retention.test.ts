import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY } from '#kernel/time.ts';
import { DrivenClock } from '#tests/support/app.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { deleteOldWebhooks } from './webhook-retention.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

test('deletes contents after 30 days and the rest after 180, but nothing unhandled', async () => {
  const clock = new DrivenClock();
  await database.pool.query(
    `insert into webhook_event (id, event_type, raw, received_at, handled_at)
     values ('handled', 'X', 'payer', $1, $1), ('waiting', 'X', 'payer', $1, null)`,
    [clock.now()],
  );
  const later = async (days: number) => {
    clock.advance(days * DAY);
    await deleteOldWebhooks({ db: database.db, clock });
    const { rows } = await database.pool.query('select id, raw from webhook_event order by id');
    return rows.map(({ id, raw }) => `${id}: ${raw}`);
  };
  expect(await later(29)).toEqual(['handled: payer', 'waiting: payer']);
  expect(await later(1)).toEqual(['handled: ', 'waiting: payer']);
  expect(await later(149)).toEqual(['handled: ', 'waiting: payer']);
  expect(await later(1)).toEqual(['waiting: payer']);
});
