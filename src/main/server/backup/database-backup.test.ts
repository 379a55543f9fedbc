import fs, {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lockDataFolder } from '#platform/server/db/data-lock.ts';
import { getRestoredAt, markRestored } from '#platform/server/db/installation.ts';
import { migrate } from '#platform/server/db/migrate.ts';
import { type Database, openDatabase } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import { migrationsFolder, prepareDataFolder, serverDatabase } from '#tests/support/databases/database.ts';
import { findPostgresBinaries, startPostgres } from '#tests/support/databases/postgres.ts';
import { STORY_LIMIT_MS } from '#tests/support/patience.ts';
import { runAdminCommand } from '../../admin-command.ts';
import { runBackupCommand } from './backup-command.ts';

let folder: string;
let atEnd: (() => unknown)[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'promenade-backup-'));
  atEnd = [];
});
afterEach(async () => {
  for (const end of atEnd) await end();
  rmSync(folder, { recursive: true, force: true });
});

type Place = { DATA_DIR: string; DATABASE_URL?: string };

async function run(command: 'backup' | 'restore', place: Place, from = 'copy') {
  const printed: string[] = [];
  const print = (line: unknown) => void printed.push(String(line));
  const settings = { NODE_ENV: 'test', PATH: process.env.PATH, ...place };
  const code = await runBackupCommand([command, join(folder, from)], settings, { log: print, error: print });
  return { code, printed: printed.join('\n') };
}

async function inDatabase<Result>(
  place: Place,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase({ dataDir: place.DATA_DIR, databaseUrl: place.DATABASE_URL });
  try {
    await migrate(database, migrationsFolder);
    return await work(database);
  } finally {
    await database.close();
  }
}

const order = '8d9e3a52-2c60-4f5b-9e59-1f4a2b7c6d01';
const pay = ({ pool }: Database, key: string) =>
  pool.query(`select ledger.post('capture', $1, 'system', now(), $2)`, [
    key,
    JSON.stringify([
      { account: 'psp', amount: 12_650 },
      { account: `suspense:${order}`, amount: -12_650 },
    ]),
  ]);
async function balances({ pool }: Database) {
  const { rows } = await pool.query('select code, balance, version from ledger.account order by code');
  return rows;
}

function writeFiles(dataDir: string): void {
  mkdirSync(join(dataDir, 'files/ab/cd'), { recursive: true });
  writeFileSync(join(dataDir, 'files/ab/cd/photo'), 'pixels');
  mkdirSync(join(dataDir, 'keys'));
  writeFileSync(join(dataDir, 'keys/kyc.key'), 'secret');
}

/** Returns the inodes that are synced to disk from now on. A rename changes paths, but no inodes. */
function watchSyncs(): ReadonlySet<number> {
  const synced = new Set<number>();
  const { fsyncSync } = fs;
  const replace = (sync: typeof fsyncSync) => {
    fs.fsyncSync = sync;
    syncBuiltinESMExports();
  };
  replace((file) => {
    synced.add(fs.fstatSync(file).ino);
    fsyncSync(file);
  });
  atEnd.push(() => replace(fsyncSync));
  return synced;
}

function expectOnDisk(place: string, synced: ReadonlySet<number>): void {
  const paths = [
    dirname(place),
    place,
    ...readdirSync(place, { recursive: true, encoding: 'utf8' }).map((name) => join(place, name)),
  ];
  expect(paths.filter((path) => !synced.has(statSync(path).ino))).toEqual([]);
}

const isHeld = (place: Place) => inDatabase(place, async ({ db }) => (await getRestoredAt(db)) !== null);

async function expectHeldUntilReconciled(place: Place): Promise<void> {
  const release = async (...differences: string[]) => {
    const printed: string[] = [];
    const print = (line: unknown) => void printed.push(String(line));
    const words = ['release-payments', ...differences];
    const code = await runAdminCommand(words, { NODE_ENV: 'test', ...place }, { log: print, error: print });
    return { code, printed: printed.join('\n') };
  };
  const reconcile = (from: string, to: string, differences: unknown[]) =>
    inDatabase(place, ({ pool }) =>
      pool.query(
        `insert into reconciliation
           (id, started_at, finished_at, from_at, to_at, ours_cents, theirs_cents, compared, differences)
         values (gen_random_uuid(), now(), now(), now() + $1::interval, now() + $2::interval, 0, 0, 0, $3)`,
        [from, to, JSON.stringify(differences)],
      ),
    );
  expect(await isHeld(place)).toBe(true);
  expect(await release()).toMatchObject({ code: 1, printed: expect.stringContaining('No reconciliation') });
  // Neither covers the time between the backup and the restore.
  await reconcile('-1 day', '-1 hour', []);
  await reconcile('-1 ms', '1 second', []);
  expect(await release()).toMatchObject({ code: 1, printed: expect.stringContaining('No reconciliation') });
  await reconcile('-1 day', '0', [{}, {}]);
  expect(await release()).toMatchObject({ code: 1, printed: expect.stringContaining('found 2 differences') });
  expect(await isHeld(place)).toBe(true);
  expect(await release('2')).toMatchObject({
    code: 0,
    printed: expect.stringContaining('Restart the server'),
  });
  expect(await isHeld(place)).toBe(false);
  expect(await release()).toMatchObject({ code: 1, printed: expect.stringContaining('does not wait') });
}

interface Engine {
  here: Place;
  fill<Result>(work: (database: Database) => Promise<Result>): Promise<Result>;
  prepareThere(): Promise<Place>;
}

const engines: Record<string, () => Promise<Engine>> = {
  'the embedded engine': async () => {
    const here = { DATA_DIR: join(folder, 'here') };
    await prepareDataFolder(here.DATA_DIR);
    return {
      here,
      fill: (work) => inDatabase(here, work),
      prepareThere: async () => ({ DATA_DIR: join(folder, 'there') }),
    };
  },
  ...(process.env.TEST_DATABASE_URL && {
    'a PostgreSQL server': async () => {
      process.env.PATH = `${findPostgresBinaries()}${delimiter}${process.env.PATH}`;
      const database = await serverDatabase();
      atEnd.push(() => database.close());
      return {
        here: { DATA_DIR: join(folder, 'here'), DATABASE_URL: database.url },
        fill: (work) => work(database),
        prepareThere: async () => {
          // A new server does not have the application's role.
          const other = await startPostgres();
          atEnd.push(() => other.stop());
          return { DATA_DIR: join(folder, 'there'), DATABASE_URL: other.url };
        },
      };
    },
  }),
};

describe.each(Object.entries(engines))('%s', (_, prepare) => {
  test('restores balances, files, and keys', { timeout: STORY_LIMIT_MS }, async () => {
    const { here, fill, prepareThere } = await prepare();
    mkdirSync(here.DATA_DIR, { recursive: true });
    writeFiles(here.DATA_DIR);
    // Opening the embedded engine takes a second, so each step does all it can.
    const before = await fill(async (database) => {
      await pay(database, 'capture:1');
      return balances(database);
    });
    expect(before).toContainEqual({ code: `suspense:${order}`, balance: 12_650, version: 1 });
    const synced = watchSyncs();
    expect(await run('backup', here)).toMatchObject({ code: 0, printed: expect.stringContaining('keys') });
    expectOnDisk(join(folder, 'copy'), synced);

    const there = await prepareThere();
    expect(await run('restore', there)).toMatchObject({
      code: 0,
      printed: expect.stringContaining('1 ledger transactions with a sum of 0.00'),
    });
    expectOnDisk(there.DATA_DIR, synced);
    expect(readFileSync(join(there.DATA_DIR, 'files/ab/cd/photo'), 'utf8')).toBe('pixels');
    expect(readFileSync(join(there.DATA_DIR, 'keys/kyc.key'), 'utf8')).toBe('secret');
    await inDatabase(there, async (database) => {
      expect(await balances(database)).toEqual(before);
      expect(await getRestoredAt(database.db)).not.toBeNull();
      await pay(database, 'capture:2');
      await expect(database.pool.query('delete from ledger.entry')).rejects.toMatchObject({ code: '42501' });
      expect(await balances(database)).toContainEqual({
        code: `suspense:${order}`,
        balance: 25_300,
        version: 2,
      });
    });

    // A second restore would mix two databases.
    expect(await run('restore', there)).toMatchObject({
      code: 1,
      printed: expect.stringContaining('Restore into an empty folder'),
    });
    const emptyFolder = { ...there, DATA_DIR: join(folder, 'empty') };
    if (there.DATABASE_URL)
      expect((await run('restore', emptyFolder)).printed).toBe(
        'The database is not empty. Restore into a new database.',
      );
  });
});

test(
  'payments wait after a restore until the books are reconciled',
  { timeout: STORY_LIMIT_MS },
  async () => {
    const prepare = Object.values(engines).at(-1);
    if (!prepare) throw new Error('there is no engine');
    const { here, fill } = await prepare();
    await fill(({ db }) => transact(db, (tx) => markRestored(tx, new Date(), new Date())));
    await expectHeldUntilReconciled(here);
  },
);

test('refuses a folder in use, an existing folder, and one inside the data folder', async () => {
  const here = { DATA_DIR: join(folder, 'here') };
  // It refuses before it opens the database.
  mkdirSync(join(here.DATA_DIR, 'database'), { recursive: true });
  const lock = await lockDataFolder(here.DATA_DIR);
  expect((await run('backup', here)).printed).toContain('Stop the server first');
  await lock.release();
  expect(existsSync(join(folder, 'copy'))).toBe(false);
  expect((await run('backup', here, 'here/copy')).printed).toContain('is in the data folder');
  mkdirSync(join(folder, 'copy'));
  expect((await run('backup', here)).printed).toContain('exists already');
  expect((await run('restore', { DATA_DIR: join(folder, 'there') })).printed).toContain(
    'is not a complete backup',
  );
});
