import { expect, test } from 'vitest';
import { readConfig } from '#platform/server/settings/config.ts';
import { inspectPooler } from './check-database.ts';
import { checkLimitStore } from './check-services.ts';

test('Redis and a pooler are checked only if the settings name them', async () => {
  const config = readConfig({ DATABASE_URL: 'postgres://db.example/promenade' });
  expect([await checkLimitStore(config), await inspectPooler(config)]).toEqual([[], []]);
});

test('without Redis the server works, so it warns', async () => {
  expect(await checkLimitStore(readConfig({ REDIS_URL: 'redis://127.0.0.1:1' }))).toMatchObject([
    { check: 'limits', level: 'warning', text: expect.stringContaining('REDIS_URL does not answer') },
  ]);
});

test('a pooler that the next start cannot reach fails', async () => {
  const url = 'postgres://ada@127.0.0.1:1/promenade';
  expect(await inspectPooler(readConfig({ DATABASE_URL: url, DATABASE_LISTEN_URL: url }))).toMatchObject([
    { check: 'pooler', level: 'failed', text: expect.stringContaining('cannot be opened') },
  ]);
});
