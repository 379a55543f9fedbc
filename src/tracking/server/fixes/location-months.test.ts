import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY } from '#kernel/time.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { upgradedDatabase } from '#tests/support/databases/upgrade.ts';
import { runningCampaign } from '#tests/support/people/approved-marketer.ts';
import { STORY_LIMIT_MS } from '#tests/support/patience.ts';
import { startSession } from '../../contract.ts';
import { dropEmptyMonths, prepareMonths } from './retention-store.ts';
import { rotateMonths } from './retention-service.ts';

let app: TestApp;
let sessionId: string;
beforeAll(async () => {
  app = await testApp();
  const { campaign, marketers } = await runningCampaign(app);
  const started = await (marketers[0] as Client).call(startSession, { params: { id: campaign.id } });
  sessionId = started.body.id;
});
afterAll(() => app.close());

async function keptIn(recordedAt: string): Promise<string | undefined> {
  const { rows } = await app.database.asOwner(
    'select tableoid::regclass::text as name from location_fix where session_id = $1 and recorded_at = $2',
    [sessionId, recordedAt],
  );
  return rows[0]?.['name'];
}

async function keep(recordedAt: string): Promise<void> {
  await app.database.pool.query(
    'insert into location_fix (session_id, recorded_at, received_at, lat, lng, accuracy) values ($1, $2, $2, 1, 2, 3)',
    [sessionId, recordedAt],
  );
}

const months = async (like: string) => {
  const { rows } = await app.database.asOwner(
    `select relname as name from pg_class where relispartition and relkind = 'r' and relname like $1 order by 1`,
    [like],
  );
  return rows.map(({ name }) => name);
};

test('puts a position into its month’s partition by UTC, and into the default one if there is none', async () => {
  await keep('2031-01-31T23:59:59.999Z');
  expect(await keptIn('2031-01-31T23:59:59.999Z')).toBe('location_fix_default');
  await prepareMonths(app.deps.db, new Date('2031-02-10T00:00:00Z'), new Date('2031-03-01T00:00:00Z'));
  expect(await months('location_fix_2031%')).toEqual([
    'location_fix_203101',
    'location_fix_203102',
    'location_fix_203103',
  ]);
  expect(await keptIn('2031-01-31T23:59:59.999Z')).toBe('location_fix_203101');
  await keep('2031-02-01T00:00:00Z');
  expect(await keptIn('2031-02-01T00:00:00Z')).toBe('location_fix_203102');
  await expect(keep('2031-02-01T00:00:00Z')).rejects.toMatchObject({ code: '23505' });
});

test('drops only partitions of past months that are empty', async () => {
  await dropEmptyMonths(app.deps.db, new Date('2031-03-31T00:00:00Z'));
  expect(await months('location_fix_2031%')).toEqual([
    'location_fix_203101',
    'location_fix_203102',
    'location_fix_203103',
  ]);
  await app.database.pool.query('delete from location_fix where session_id = $1', [sessionId]);
  await dropEmptyMonths(app.deps.db, new Date('2031-03-31T00:00:00Z'));
  expect(await months('location_fix_2031%')).toEqual(['location_fix_203103']);
  await keep('2031-02-01T00:00:00Z');
  expect(await keptIn('2031-02-01T00:00:00Z')).toBe('location_fix_default');
});

test('the sweep keeps two months ahead of the clock, however often it runs', async () => {
  app.clock.set('2032-11-20T00:00:00Z');
  for (let time = 0; time < 2; time += 1) await rotateMonths(app.deps);
  expect(await months('location_fix_203_%')).toEqual([
    'location_fix_203102',
    'location_fix_203211',
    'location_fix_203212',
    'location_fix_203301',
  ]);
  app.clock.advance(60 * DAY);
  await rotateMonths(app.deps);
  expect(await months('location_fix_203_%')).toEqual([
    'location_fix_203102',
    'location_fix_203301',
    'location_fix_203302',
    'location_fix_203303',
  ]);
});

test('every partition references the session of its positions', async () => {
  const stranger = '6f0d5a0e-6d0c-4f7e-9a57-3f6f2a8f1c11';
  await expect(
    app.database.pool.query(
      `insert into location_fix (session_id, recorded_at, received_at, lat, lng, accuracy)
       values ($1, '2033-02-01', now(), 1, 2, 3)`,
      [stranger],
    ),
  ).rejects.toMatchObject({ code: '23503' });
  await expect(app.database.pool.query('drop table location_fix_203302')).rejects.toMatchObject({
    code: '42501',
  });
});

test('takes over all positions from before there were partitions', { timeout: STORY_LIMIT_MS }, async () => {
  const read =
    'select session_id, recorded_at, received_at, lat, lng, accuracy from location_fix order by 1, 2';
  let before: unknown[] = [];
  const database = await upgradedDatabase('0151', async (client) => {
    await client.query(`
      set session_replication_role = replica;
      insert into tracking_session (id, campaign_id, application_id, marketer_id, status, started_at, last_heard_at, ended_at, end_reason)
        select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'ended', at, at, at, 'stopped'
        from unnest('{2025-12-31T23:00:00Z, 2026-02-10T12:00:00Z}'::timestamptz[]) at;
      insert into location_fix
        select id, started_at + n * interval '1 minute', started_at, n, -n, 5 from tracking_session, generate_series(1, 90) n;
      reset session_replication_role;`);
    before = (await client.query(read)).rows;
  });
  try {
    expect((await database.pool.query(read)).rows).toEqual(before);
    const { rows } = await database.pool.query(
      `select tableoid::regclass::text as name, count(*)::int as fixes from location_fix group by 1 order by 1`,
    );
    expect(rows).toEqual([
      { name: 'location_fix_202512', fixes: 59 },
      { name: 'location_fix_202601', fixes: 31 },
      { name: 'location_fix_202602', fixes: 90 },
    ]);
  } finally {
    await database.close();
  }
});
