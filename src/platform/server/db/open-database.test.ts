import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startChild, type Child } from '#tests/support/child.ts';
import {
  forTests,
  prepareDataFolder,
  startFreshEngine,
  type TestDatabase,
} from '#tests/support/databases/database.ts';
import { STORY_LIMIT_MS } from '#tests/support/patience.ts';
import { lockDataFolder } from './data-lock.ts';
import { embeddedDatabase, openDatabase } from './open-database.ts';
import { auditEntry } from './tables.ts';
import { transact } from './transact.ts';

let database: TestDatabase;
let thread: Worker | undefined;
const failures: Error[] = [];
beforeAll(async () => {
  // The first engine may be one that makes the dump.
  const noteNewest = (worker: Worker) => void (thread = worker);
  process.on('worker', noteNewest);
  database = forTests(embeddedDatabase(await startFreshEngine((error) => failures.push(error))));
  process.off('worker', noteNewest);
});
afterAll(() => database.close());

describe('values', () => {
  test('parses integers, decimals, times and dates, also through drizzle', async () => {
    const select = `select 2500::int8 as cents, array[1, null, 3]::int8[] as many, 1.50::numeric as rate,
      '2026-05-01T12:00:00.123Z'::timestamptz as at, '2026-05-01'::date as day, '{"a": [1]}'::jsonb as details`;
    const expected = {
      cents: 2500,
      many: [1, null, 3],
      rate: '1.50',
      at: new Date('2026-05-01T12:00:00.123Z'),
      day: '2026-05-01',
      details: { a: [1] },
    };
    expect((await database.pool.query(select)).rows).toEqual([expected]);
    expect((await database.db.execute(sql.raw(select))).rows).toEqual([expected]);
  });

  test('throws for an integer beyond the safe range', async () => {
    await expect(database.pool.query('select 9007199254740993::int8')).rejects.toThrow('beyond 2^53');
    expect((await database.pool.query('select 9007199254740991::int8 as n')).rows).toEqual([
      { n: Number.MAX_SAFE_INTEGER },
    ]);
  });

  test('drizzle reads the same row that it wrote', async () => {
    const at = new Date('2026-05-01T12:00:00.999Z');
    const [written] = await transact(database.db, (tx) =>
      tx
        .insert(auditEntry)
        .values({ at, actorRole: 'system', action: 'test', objectKind: 'test', objectId: 'x' })
        .returning(),
    );
    expect(written).toMatchObject({ at, actorId: null, details: {}, position: expect.any(Number) });
    expect(await database.db.select().from(auditEntry)).toEqual([written]);
  });
});

describe('the wire', () => {
  test('the connection still works after a failed query', async () => {
    await expect(database.pool.query('select 1 / 0')).rejects.toMatchObject({ code: '22012' });
    await expect(database.pool.query('selekt')).rejects.toMatchObject({ code: '42601' });
    await expect(database.pool.query('select $1::int', ['x'])).rejects.toMatchObject({ code: '22P02' });
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  test('passes large parameters and large results', async () => {
    const text = 'é'.repeat(2_000_000);
    expect((await database.pool.query('select $1::text as text', [text])).rows).toEqual([{ text }]);
    const { rows } = await database.pool.query(
      'select n, repeat(n::text, 200) as text from generate_series(1, 20000) as n',
    );
    expect(rows).toHaveLength(20_000);
    expect(rows.at(-1)).toEqual({ n: 20_000, text: '20000'.repeat(200) });
  });

  test('reuses a named statement', async () => {
    const query = { name: 'one-more', text: 'select $1::int + 1 as n' };
    for (const n of [1, 2, 3]) {
      expect((await database.pool.query({ ...query, values: [n] })).rows).toEqual([{ n: n + 1 }]);
    }
  });

  test('runs many concurrent queries one after the other', async () => {
    const numbers = Array.from({ length: 200 }, (_, index) => index);
    const answers = await Promise.all(
      numbers.map(async (n) => (await database.pool.query('select $1::int as n', [n])).rows[0].n),
    );
    expect(answers).toEqual(numbers);
  });

  test('a new connection inherits no transaction, settings or statements from the previous one', async () => {
    const state = async () => {
      const { rows } = await database.pool.query(`
        select current_user as role, current_setting('application_name') as name,
          (select count(*) from pg_prepared_statements where name = 'left-over') as statements,
          now() = statement_timestamp() as alone`);
      return rows;
    };
    const before = await state();
    expect(before).toMatchObject([{ role: 'promenade_app', statements: 0, alone: true }]);
    const first = await database.pool.connect();
    await first.query({ name: 'left-over', text: 'select 1' });
    await first.query("begin; set application_name = 'left over'; select set_config('role', 'none', false)");
    first.release(true);
    expect(await state()).toEqual(before);
  });

  test('the application’s role may not change tables', async () => {
    await expect(database.pool.query('create table mine ()')).rejects.toMatchObject({ code: '42501' });
    await expect(database.pool.query('drop table outbox')).rejects.toMatchObject({ code: '42501' });
  });
});

test('timers keep running during thousands of queries', async () => {
  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
  }, 5);
  const begun = performance.now();
  for (let index = 0; index < 2000; index += 1) await database.pool.query('select $1::int', [index]);
  const took = performance.now() - begun;
  clearInterval(timer);
  // On the main thread, there would be no ticks. A tenth is enough, because the machine may be busy.
  expect(ticks).toBeGreaterThan(took / 5 / 10);
});

test('not even the owner can change or delete audit entries', async () => {
  for (const statement of [
    'update audit_entry set action = $1',
    'delete from audit_entry where action = $1',
  ]) {
    await expect(database.pool.query(statement, ['test'])).rejects.toMatchObject({ code: '42501' });
    await expect(database.asOwner(statement, ['test'])).rejects.toMatchObject({ code: 'PR001' });
  }
  await expect(database.asOwner('truncate audit_entry')).rejects.toMatchObject({ code: 'PR001' });
});

// The last test on this database.
test('if the engine crashes, running and new queries reject at once', async () => {
  const waiting = database.pool.query('select pg_sleep(600)');
  await thread?.terminate();
  await expect(waiting).rejects.toThrow('The embedded database has stopped');
  await expect(database.pool.query('select 1')).rejects.toThrow('The embedded database has stopped');
  expect(failures).toHaveLength(1);
});

const folders: string[] = [];
const children: Child[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) await child.kill();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'promenade-database-'));
  folders.push(folder);
  return folder;
}

const opener = JSON.stringify(new URL('open-database.ts', import.meta.url).href);

const WRITES = 531;
const title = 'only one process has a folder; kill -9 frees it, and loses no acknowledged rows';
test(title, { timeout: STORY_LIMIT_MS }, async () => {
  const dataDir = newFolder();
  await prepareDataFolder(dataDir);
  const child = startChild(`
    import { openDatabase } from ${opener};
    const { pool } = await openDatabase({ dataDir: ${JSON.stringify(dataDir)} });
    for (let n = 0; ; n += 1) {
      await pool.query("insert into sweep (name, next_at) values ($1, now())", [n]);
      process.stdout.write(n + '\\n');
    }`);
  children.push(child);
  await child.line();
  await expect(openDatabase({ dataDir })).rejects.toMatchObject({ name: 'DataFolderInUse', pid: child.pid });
  for (let line = 1; line < WRITES; line += 1) await child.line();
  const lines = await child.kill();
  const last = Number(lines.at(-1));

  const survivor = await openDatabase({ dataDir });
  await expect(openDatabase({ dataDir })).rejects.toMatchObject({
    name: 'DataFolderInUse',
    pid: process.pid,
  });
  const { rows } = await survivor.pool.query<{ count: number; max: number }>(
    'select count(*) as count, max(name::int) as max from sweep',
  );
  await survivor.close();
  const { count = 0, max = -1 } = rows[0] ?? {};
  expect(last).toBeGreaterThanOrEqual(WRITES - 1);
  expect(max).toBeGreaterThanOrEqual(last);
  expect(count).toBe(max + 1);
  await (await lockDataFolder(dataDir)).release();
});
