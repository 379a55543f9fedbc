import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { DrivenClock } from '#tests/support/app.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { defineEffect, handleEffect } from './enqueue.ts';
import { outboxFigures } from './outbox-figures.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const clock = new DrivenClock();

const handler = (kind: string, isHeld: () => boolean) =>
  handleEffect(defineEffect(kind, z.object({})), {
    perform: async () => ({ status: 'done', value: undefined }),
    isHeld,
  });

const addDue = (kind: string, count: number, seconds: number) =>
  database.pool.query(
    `insert into outbox (kind, form, ref, payload, request_id, next_at, created_at)
     select $1, 'effect', n::text, '{}', gen_random_uuid(), at, at
     from generate_series(1, $2::int) n, lateral (select $4::timestamptz - $3 * interval '1 second' as at) moment`,
    [kind, count, seconds, clock.now()],
  );

test('a backlog of one kind hides no other kind, and held effects are not late', async () => {
  await addDue('test/crowd', 10_001, 60);
  await addDue('test/late', 1, 600);
  await addDue('test/held', 1, 900);
  const state = { isHeld: true };
  const handlers = [
    handler('test/crowd', () => false),
    handler('test/late', () => false),
    handler('test/held', () => state.isHeld),
  ];
  const readValues = async () => {
    const samples = await outboxFigures({ db: database.db, clock }, () => handlers).read();
    return Object.fromEntries(samples.map(({ name, labels, value }) => [`${name} ${labels?.kind}`, value]));
  };
  const ready = {
    'promenade_outbox_due test/crowd': 10_000,
    'promenade_outbox_oldest_due_seconds test/crowd': 60,
    'promenade_outbox_due test/late': 1,
    'promenade_outbox_oldest_due_seconds test/late': 600,
  };
  expect(await readValues()).toEqual(ready);
  state.isHeld = false;
  expect(await readValues()).toEqual({
    ...ready,
    'promenade_outbox_due test/held': 1,
    'promenade_outbox_oldest_due_seconds test/held': 900,
  });
});
