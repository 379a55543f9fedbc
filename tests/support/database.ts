/** Databases for tests: a fresh embedded one in under a second, or a real server for races. */
import { createHash, randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { MINUTE } from '../../src/kernel/time.ts';
import { enterApplicationRole } from '../../src/platform/server/db/application-pool.ts';
import { startEmbeddedEngine, type EmbeddedEngine } from '../../src/platform/server/db/embedded-engine.ts';
import { migrate, readMigrations } from '../../src/platform/server/db/migrate.ts';
import { embeddedDatabase, openDatabase, type Database } from '../../src/platform/server/db/open-database.ts';

export interface TestDatabase extends Database {
  /** Runs SQL as the owner, past the application's role: to see that the tables themselves refuse. */
  asOwner(statement: string, values?: unknown[]): Promise<pg.QueryResult>;
}

export const migrationsFolder = resolve(import.meta.dirname, '../../migrations');
const cacheFolder = resolve(import.meta.dirname, '../../node_modules/.cache/promenade');

/** The name of the run's migrated, empty database, which each test file clones. */
export const TEMPLATE = 'promenade_template';

/**
 * Returns a migrated, empty database: a clone of the run's template, or an embedded engine in memory if the run has no
 * PostgreSQL server. Close it in afterAll.
 */
export async function freshDatabase(): Promise<TestDatabase> {
  // Each connection costs the server a process that reads the catalogue; six save a fifth of its work.
  if (process.env.TEST_DATABASE_URL) return serverDatabase({ poolSize: 6 });
  return embeddedTestDatabase();
}

/** Returns a migrated, empty database on an embedded engine in memory. Close it in afterAll. */
export async function embeddedTestDatabase(): Promise<TestDatabase> {
  return forTests(embeddedDatabase(await startFreshEngine()));
}

/** The engine alone, on a migrated, empty database: in memory, or in a folder that does not exist yet. */
export async function startFreshEngine(
  directory?: string,
  onFailure?: (error: Error) => void,
): Promise<EmbeddedEngine> {
  const dump = await migratedDump();
  return startEmbeddedEngine(directory === undefined ? { dump } : { dump, directory }, onFailure);
}

/** Puts a migrated, empty database into a data folder, as a first start of the server would but ten times as fast. */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  const engine = await startFreshEngine(join(resolve(dataDir), 'database'));
  await engine.close();
}

/**
 * Returns a clone of the run's template on its PostgreSQL server, for tests that need real concurrency or a URL. Closing it
 * drops it. Throws if the run has no server.
 */
export async function serverDatabase(
  settings: { poolSize?: number; template?: string } = {},
): Promise<TestDatabase & { url: string }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // Copying the files of an idle template takes half as long as writing them through the log.
  await onServer(`create database ${name} template ${settings.template ?? TEMPLATE} strategy file_copy`);
  const url = urlOnServer(name);
  const database = await openBeside(url, settings.poolSize ?? 20);
  return {
    ...forTests(database),
    url,
    close: async () => {
      await database.close();
      await onServer(`drop database if exists ${name} with (force)`);
    },
  };
}

/** Returns the URL of a database on the run's server. Throws if the run has no server. */
export function urlOnServer(name: string): string {
  const server = process.env.TEST_DATABASE_URL;
  if (!server)
    throw new Error('TEST_DATABASE_URL must name a PostgreSQL server on which databases may be created');
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** A pool of its own on a server's database, as a second process has one. Close it in afterAll. */
export async function openBeside(url: string, poolSize?: number): Promise<Database> {
  const database = await openDatabase({ databaseUrl: url, dataDir: '.', poolSize });
  // A race asks for far more connections than there are: who waits long for one has met a slow machine, which is no refusal.
  database.pool.options.connectionTimeoutMillis = 2 * MINUTE;
  return database;
}

function forTests(database: Database): TestDatabase {
  return {
    ...database,
    async asOwner(statement, values) {
      const client = await database.pool.connect();
      let isClean = false;
      try {
        await client.query('reset role');
        return await client.query(statement, values);
      } finally {
        await enterApplicationRole(client).then(
          () => (isClean = true),
          () => undefined,
        );
        client.release(!isClean);
      }
    },
  };
}

/** Runs one statement on the maintenance database of the run's server. */
export async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOnServer('postgres') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Making a database takes seconds, loading one a fraction: made once for each state of migrations/, by whoever is first. */
async function migratedDump(): Promise<Uint8Array<ArrayBuffer>> {
  const migrations = await readMigrations(migrationsFolder);
  const hash = createHash('sha256').update(JSON.stringify(migrations)).digest('hex').slice(0, 16);
  mkdirSync(cacheFolder, { recursive: true });
  const file = join(cacheFolder, `migrated-${hash}.tar`);
  const lock = `${file}.lock`;
  while (!existsSync(file)) {
    if (takeLock(lock)) {
      try {
        await makeDump(file);
      } finally {
        rmSync(lock, { force: true });
      }
    } else await sleep(100);
  }
  return new Uint8Array(readFileSync(file));
}

/** The lock of a process that was killed is not waited for. */
const STALE_LOCK_MS = 60_000;

function takeLock(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > STALE_LOCK_MS) rmSync(lock, { force: true });
    return false;
  }
}

async function makeDump(file: string): Promise<void> {
  const engine = await startEmbeddedEngine({});
  const database = embeddedDatabase(engine);
  await migrate(database, migrationsFolder);
  await database.pool.end();
  const dump = await engine.dump();
  await engine.close();
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, dump);
  renameSync(draft, file);
  forgetOldDumps();
}

/** Forty megabytes for every change of a migration add up. */
function forgetOldDumps(): void {
  for (const name of readdirSync(cacheFolder)) {
    const path = join(cacheFolder, name);
    // Another process may have renamed or deleted it meanwhile.
    const changedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (name.startsWith('migrated-') && Date.now() - changedAt > 10 * 60_000) rmSync(path, { force: true });
  }
}
