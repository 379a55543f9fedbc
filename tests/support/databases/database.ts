/** Databases for tests: on the run's PostgreSQL server, or on an embedded engine. */
import { execFileSync } from 'node:child_process';
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
import pg from 'pg';
import { MINUTE } from '#kernel/time.ts';
import { enterApplicationRole } from '#platform/server/db/application-role/application-pool.ts';
import { startEmbeddedEngine, type EmbeddedEngine } from '#platform/server/db/embedded-engine.ts';
import { migrate, readMigrations } from '#platform/server/db/migrate.ts';
import { embeddedDatabase, openDatabase, type Database } from '#platform/server/db/open-database.ts';

export interface TestDatabase extends Database {
  asOwner(statement: string, values?: unknown[]): Promise<pg.QueryResult>;
}

export const migrationsFolder = resolve(import.meta.dirname, '../../../migrations');
const cacheFolder = resolve(import.meta.dirname, '../../../node_modules/.cache/promenade');

/** The name of the run's migrated, empty database, which each test file clones. */
export const TEMPLATE = 'promenade_template';

/**
 * Returns a migrated, empty database: a clone of the run's template, or an embedded engine in memory if the run has no
 * PostgreSQL server. Close it in afterAll.
 */
export async function freshDatabase(): Promise<TestDatabase> {
  // Each connection costs the server a process that reads the catalogue, and the sweeps use all of them.
  if (process.env.TEST_DATABASE_URL) return serverDatabase({ poolSize: 3 });
  return embeddedTestDatabase();
}

/** Returns a migrated, empty database on an embedded engine in memory. Close it in afterAll. */
export async function embeddedTestDatabase(): Promise<TestDatabase> {
  return forTests(embeddedDatabase(await startFreshEngine()));
}

/** Starts only the engine, on a migrated, empty database in memory. */
export async function startFreshEngine(onFailure?: (error: Error) => void): Promise<EmbeddedEngine> {
  return startEmbeddedEngine({ dump: readFileSync(await migratedDump()) }, onFailure);
}

/** Puts a migrated, empty database into a data folder, as a server's first start would, without starting an engine. */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  const folder = join(resolve(dataDir), 'database');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // The names in the archive are absolute, about which tar warns.
  execFileSync('tar', ['-xf', await migratedDump(), '--no-same-owner', '-C', folder], { stdio: 'pipe' });
}

/**
 * Returns a database without any migration. Migrating it on a server takes a fifth of the processor time that
 * the embedded engine takes. Close it in afterAll.
 */
export async function emptyDatabase(): Promise<TestDatabase> {
  if (process.env.TEST_DATABASE_URL) return serverDatabase({ poolSize: 2, template: 'template0' });
  return forTests(embeddedDatabase(await startEmbeddedEngine({})));
}

/** Returns a clone of the run's template, for tests that need real concurrency or a URL. Closing it drops it. */
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
  if (!server) throw new Error('TEST_DATABASE_URL must name a PostgreSQL server');
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Opens another pool on a server's database, like a second process. Close it in afterAll. */
export async function openBeside(url: string, poolSize?: number): Promise<Database> {
  const database = await openDatabase({ databaseUrl: url, dataDir: '.', poolSize });
  // In a race the last caller may wait long for a connection on a slow machine, which is no failure.
  database.pool.options.connectionTimeoutMillis = 2 * MINUTE;
  return database;
}

export function forTests(database: Database): TestDatabase {
  return {
    ...database,
    async asOwner(statement, values) {
      const client = await database.pool.connect();
      try {
        await client.query('reset role');
        return await client.query(statement, values);
      } finally {
        await enterApplicationRole(client).then(
          () => client.release(),
          () => client.release(true),
        );
      }
    },
  };
}

export async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOnServer('postgres') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

let making: Promise<void> | undefined;

/**
 * Returns the path of a tar with a migrated, empty database of the embedded engine. The first caller after a change of
 * a migration creates it.
 */
export async function migratedDump(): Promise<string> {
  const migrations = await readMigrations(migrationsFolder);
  const hash = createHash('sha256').update(JSON.stringify(migrations)).digest('hex').slice(0, 16);
  const file = join(cacheFolder, `migrated-${hash}.tar`);
  if (!existsSync(file)) await (making ??= makeDump(file));
  return file;
}

async function makeDump(file: string): Promise<void> {
  const engine = await startEmbeddedEngine({});
  const database = embeddedDatabase(engine);
  await migrate(database, migrationsFolder);
  await database.pool.end();
  const dump = await engine.dump();
  await engine.close();
  mkdirSync(cacheFolder, { recursive: true });
  // Another process may create the same dump at the same time.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, dump);
  renameSync(draft, file);
  forgetOldDumps();
}

/** Deletes old dumps, because each has forty megabytes. */
function forgetOldDumps(): void {
  for (const name of readdirSync(cacheFolder).filter((each) => each.startsWith('migrated-'))) {
    const path = join(cacheFolder, name);
    const changedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (Date.now() - changedAt > 10 * MINUTE) rmSync(path, { force: true });
  }
}
