import { existsSync } from 'node:fs';
import { mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { z } from 'zod';
import { getTrialBalance } from '#payments/contract.ts';
import { readTrialBalance } from '#payments/server/reconciliation/trial-balance.ts';
import {
  createApplicationRole,
  grantDefaultPrivileges,
} from '#platform/server/db/application-role/application-role.ts';
import { markRestored } from '#platform/server/db/installation.ts';
import { lockDataFolder } from '#platform/server/db/data-lock.ts';
import { startEmbeddedEngine } from '#platform/server/db/embedded-engine.ts';
import { migrate } from '#platform/server/db/migrate.ts';
import { type Database, embeddedDatabase, openDatabase } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Config } from '#platform/server/settings/config.ts';
import { StartError } from '#platform/server/start-error.ts';
import { copyFolder, copyIfExists } from '#platform/server/storage/copy-folder.ts';
import { syncPath, syncTree } from '#platform/server/storage/sync-tree.ts';
import { dumpDatabase, restoreDatabase } from '#platform/server/db/postgres-programs.ts';
import { projectRoot } from '../../project-root.ts';

const DATABASE_FOLDER = 'database';
const DUMP_FILE = 'database.dump';
const MANIFEST_FILE = 'backup.json';
/** What belongs to the database. Copied after it, so that its rows do not lack their files. */
const folders = ['files', 'uploads', 'keys'];
const files = ['wallet-simulator.jsonl', 'mailbox.jsonl'];

const Manifest = z.object({
  engine: z.enum(['server', 'embedded']),
  takenAt: z.iso.datetime(),
  /** The ledger in the backup. A restore must have the same. */
  books: getTrialBalance.response,
});
export type Manifest = z.infer<typeof Manifest>;

type Place = Pick<Config, 'dataDir' | 'databaseUrl'>;

/**
 * The folder must not exist. It gets its name when the backup is complete. The embedded database must not be
 * in use; a PostgreSQL server may be.
 */
export async function writeBackup(place: Place, folder: string, now: Date): Promise<Manifest> {
  const target = resolve(folder);
  if (existsSync(target)) throw new StartError(`${target} exists already. Name a new folder.`);
  await refuseInside(place.dataDir, target);
  const draft = `${target}.unfinished`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  const books =
    place.databaseUrl === undefined
      ? await copyEmbedded(place.dataDir, draft)
      : await dumpServer(place.databaseUrl, place.dataDir, draft);
  const engine = place.databaseUrl === undefined ? 'embedded' : 'server';
  const manifest = { engine, takenAt: now.toISOString(), books } as const;
  await writeFile(join(draft, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
  syncTree(draft);
  await rename(draft, target);
  syncPath(dirname(target));
  return manifest;
}

/** A backup inside the data folder would be lost with it. */
async function refuseInside(dataDir: string, target: string): Promise<void> {
  const parent = await realpath(dirname(target)).catch(() => dirname(target));
  const data = await realpath(dataDir).catch(() => resolve(dataDir));
  if (`${parent}${sep}`.startsWith(`${data}${sep}`))
    throw new StartError(`${target} is in the data folder. Name a folder elsewhere.`);
}

async function copyEmbedded(dataDir: string, draft: string): Promise<Manifest['books']> {
  const directory = join(resolve(dataDir), DATABASE_FOLDER);
  if (!existsSync(directory)) throw new StartError(`${resolve(dataDir)} has no embedded database.`);
  const lock = await lockDataFolder(dataDir);
  try {
    const books = await withEmbedded(directory, readBooks);
    // The engine is closed and the folder is locked, so the files do not change.
    await copyFolder(directory, join(draft, DATABASE_FOLDER));
    await copyRest(dataDir, draft);
    return books;
  } finally {
    await lock.release();
  }
}

async function dumpServer(databaseUrl: string, dataDir: string, draft: string): Promise<Manifest['books']> {
  const books = await withServer(databaseUrl, ({ db }) =>
    transact(
      db,
      async (tx) => {
        const { rows } = await tx.execute<{ snapshot: string }>(sql`select pg_export_snapshot() as snapshot`);
        const snapshot = rows[0]?.snapshot ?? '';
        await dumpDatabase(databaseUrl, join(draft, DUMP_FILE), snapshot);
        return readTrialBalance(tx);
      },
      { readOnlySnapshot: true },
    ),
  );
  await copyRest(dataDir, draft);
  return books;
}

/**
 * The data folder and, for a PostgreSQL server, the database must be empty. Throws a StartError if they are
 * not, or if the restored ledger differs from the one in the backup. The server that starts on it sends no
 * payout and no refund until an admin allows it.
 */
export async function restoreBackup(place: Place, folder: string, now: Date): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const engine = place.databaseUrl === undefined ? 'embedded' : 'server';
  if (manifest.engine !== engine) {
    throw new StartError(
      manifest.engine === 'server'
        ? 'This backup is of a PostgreSQL server. Set DATABASE_URL to an empty database.'
        : 'This backup is of the embedded database. Restore it without DATABASE_URL.',
    );
  }
  const { dataDir, databaseUrl } = place;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const lock = await lockDataFolder(dataDir);
  try {
    const present = [DATABASE_FOLDER, ...folders, ...files].find((name) => existsSync(join(dataDir, name)));
    if (present) {
      throw new StartError(
        `${join(resolve(dataDir), present)} exists already. Restore into an empty folder.`,
      );
    }
    const finish = (database: Database) => finishRestore(database, manifest, now);
    if (databaseUrl) await restoreServer(databaseUrl, dataDir, folder, finish);
    else await restoreEmbedded(dataDir, folder, finish);
  } finally {
    await lock.release();
  }
  return manifest;
}

async function readManifest(folder: string): Promise<Manifest> {
  const file = join(resolve(folder), MANIFEST_FILE);
  if (!existsSync(file))
    throw new StartError(`${resolve(folder)} is not a complete backup: it has no ${MANIFEST_FILE}.`);
  return Manifest.parse(JSON.parse(await readFile(file, 'utf8')));
}

type Finish = (database: Database) => Promise<void>;

async function restoreEmbedded(dataDir: string, folder: string, finish: Finish): Promise<void> {
  await copyRest(folder, dataDir);
  // Last and in one step, so that no start finds half a database, or one that would pay.
  const draft = join(dataDir, `${DATABASE_FOLDER}.unfinished`);
  await rm(draft, { recursive: true, force: true });
  await copyFolder(join(folder, DATABASE_FOLDER), draft);
  await withEmbedded(draft, finish);
  syncTree(dataDir);
  await rename(draft, join(resolve(dataDir), DATABASE_FOLDER));
  syncPath(dataDir);
  syncPath(dirname(resolve(dataDir)));
}

async function restoreServer(
  databaseUrl: string,
  dataDir: string,
  folder: string,
  finish: Finish,
): Promise<void> {
  return withServer(databaseUrl, async (database) => {
    await asOwner(database, async (client) => {
      const { rows } = await client.query(
        `select from pg_catalog.pg_class
         where relkind in ('r', 'p') and relnamespace::regnamespace::text in ('public', 'ledger', 'platform') limit 1`,
      );
      if (rows.length > 0) throw new StartError('The database is not empty. Restore into a new database.');
      await createApplicationRole(client);
    });
    await copyRest(folder, dataDir);
    syncTree(dataDir);
    syncPath(dirname(resolve(dataDir)));
    await restoreDatabase(databaseUrl, join(folder, DUMP_FILE));
    await asOwner(database, grantDefaultPrivileges);
    await finish(database);
  });
}

async function finishRestore(database: Database, { books, takenAt }: Manifest, now: Date): Promise<void> {
  if (JSON.stringify(await readBooks(database)) !== JSON.stringify(books))
    throw new StartError('The restored ledger differs from the one in the backup. Do not use it.');
  // An older backup lacks the table of the mark.
  await migrate(database, join(projectRoot, 'migrations'));
  await transact(database.db, (tx) => markRestored(tx, now, new Date(takenAt)));
}

async function copyRest(from: string, to: string): Promise<void> {
  for (const name of folders)
    if (existsSync(join(from, name))) await copyFolder(join(from, name), join(to, name));
  for (const name of files) await copyIfExists(join(from, name), join(to, name));
}

const readBooks = ({ db }: Database): Promise<Manifest['books']> =>
  transact(db, (tx) => readTrialBalance(tx), { readOnlySnapshot: true });

async function withEmbedded<Result>(
  directory: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = embeddedDatabase(await startEmbeddedEngine({ directory }));
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

async function withServer<Result>(
  databaseUrl: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase({ databaseUrl, dataDir: '', poolSize: 2 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

async function asOwner<Result>(
  { pool }: Database,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('reset role');
    return await work(client);
  } finally {
    client.release(true);
  }
}
