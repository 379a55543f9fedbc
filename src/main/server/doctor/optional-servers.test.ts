import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '#platform/server/settings/config.ts';
import { inspectPooler } from './check-database.ts';
import { startS3 } from '#tests/support/s3-server.ts';
import { checkBucket, checkLimitStore } from './check-services.ts';

test('Redis, a pooler, and a bucket are checked only if the settings name them', async () => {
  const config = readConfig({ DATABASE_URL: 'postgres://db.example/promenade' });
  const findings = [await checkLimitStore(config), await inspectPooler(config), await checkBucket(config)];
  expect(findings).toEqual([[], [], []]);
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

test('a bucket must take, return, and remove a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bucket-'));
  const { settings, close } = await startS3(folder);
  expect(await checkBucket(readConfig(settings))).toMatchObject([{ check: 'bucket', level: 'ok' }]);
  expect(await checkBucket(readConfig({ ...settings, S3_BUCKET: 'others' }))).toMatchObject([
    { check: 'bucket', level: 'failed', text: expect.stringContaining('bucket does not exist') },
  ]);
  const kept = await readdir(folder, { recursive: true, withFileTypes: true });
  expect(kept.filter((entry) => entry.isFile())).toEqual([]);
  await close();
  await rm(folder, { recursive: true });
});
