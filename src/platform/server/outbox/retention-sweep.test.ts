import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY, MINUTE } from '#kernel/time.ts';
import { DrivenClock } from '#tests/support/app.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { createLog } from '../log/log.ts';
import { systemRandom } from '../security/random.ts';
import { OUTBOX_KEPT_MS, outboxRetentionSweep } from './retention-sweep.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const kinds = async () => {
  const { rows } = await database.pool.query('select distinct kind, state from outbox order by kind, state');
  return rows.map(({ kind, state }) => `${kind} ${state}`);
};

test('deletes done rows and unsent emails after 30 days, in batches, and keeps failed work', async () => {
  const clock = new DrivenClock();
  const sweep = outboxRetentionSweep({ db: database.db, clock });
  const run = () => sweep.run({ clock, random: systemRandom, log: createLog({ level: 'silent' }) });
  await database.pool.query(
    `insert into outbox (kind, form, ref, payload, state, next_at, created_at, done_at)
     select 'test/old', 'event', n::text, '{}', 'done', $1, $1, $1 from generate_series(1, 2500) n`,
    [clock.now()],
  );
  await database.pool.query(
    `insert into outbox (kind, form, ref, payload, request_id, state, next_at, created_at)
     values ('test/old', 'effect', 'dead', '{}', gen_random_uuid(), 'dead', $1, $1),
            ('mail', 'effect', 'dead', '{}', gen_random_uuid(), 'dead', $1, $1),
            ('mail.code', 'effect', 'dead', '{}', gen_random_uuid(), 'dead', $1, $1)`,
    [clock.now()],
  );
  clock.advance(OUTBOX_KEPT_MS - MINUTE);
  await run();
  expect(await kinds()).toEqual(['mail dead', 'mail.code dead', 'test/old dead', 'test/old done']);
  clock.advance(DAY);
  await run();
  expect(await kinds()).toEqual(['test/old dead']);
});
