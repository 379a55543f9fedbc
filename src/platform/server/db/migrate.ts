import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { Logger } from '../log/log.ts';
import { StartError } from '../start-error.ts';
import {
  enterCheckedRole,
  createApplicationRole,
  grantDefaultPrivileges,
} from './application-role/application-role.ts';
import type { Database } from './open-database.ts';

export class MigrationError extends StartError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MigrationError';
  }
}

/** Arbitrary number that no other code in this database uses as an advisory lock. */
const MIGRATION_LOCK = 7_305_418_211;

/**
 * Each file runs in its own transaction, as the connecting owner. If several processes start at once, one applies the
 * files and the others wait. Returns the names of the applied files. Throws a MigrationError that names the file, or a
 * StartError if the application's role could write past the functions that protect the books.
 */
export async function migrate(database: Database, folder: string, log?: Logger): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = await database.pool.connect();
  let isClean = false;
  try {
    await client.query('reset role');
    await client.query('select pg_advisory_lock($1::bigint)', [MIGRATION_LOCK]);
    await createApplicationRole(client);
    await grantDefaultPrivileges(client);
    const applied = await applyAll(client, migrations, log);
    await client.query('select pg_advisory_unlock($1::bigint)', [MIGRATION_LOCK]);
    await enterCheckedRole(client);
    isClean = true;
    return applied;
  } finally {
    // Closes the connection after a failure, which also drops its lock and role.
    client.release(!isClean);
  }
}

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  requireValidNames(names);
  return Promise.all(
    names.map(async (name) => {
      const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

function requireValidNames(names: readonly string[]): void {
  for (const [index, name] of names.entries()) {
    if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(name)) {
      throw new MigrationError(`migrations/${name} is not named like 0001-name.sql`);
    }
    const previous = names[index - 1];
    if (previous?.slice(0, 4) === name.slice(0, 4)) {
      throw new MigrationError(`migrations/${previous} and migrations/${name} have the same number`);
    }
  }
}

async function applyAll(client: pg.PoolClient, migrations: Migration[], log?: Logger): Promise<string[]> {
  await client.query(`
    create schema if not exists platform;
    create table if not exists platform.migration (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`);
  const { due, newer } = await compare(client, migrations);
  if (newer.length > 0) log?.warn({ migration: newer.join(', ') }, 'this database is newer than the program');
  const applied: string[] = [];
  for (const migration of due) {
    await apply(client, migration);
    log?.info({ migration: migration.name }, 'migration applied');
    applied.push(migration.name);
  }
  return applied;
}

/** `newer` are applied, but this program does not have them. They were written so that it goes on working. */
async function compare(
  client: pg.ClientBase,
  migrations: Migration[],
): Promise<{ due: Migration[]; newer: string[] }> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from platform.migration',
  );
  const known = new Map(rows.map((row) => [row.name, row.checksum]));
  requireUnchanged(migrations, known);
  const newer = listNewer(migrations, known);
  const due = migrations.filter(({ name }) => !known.has(name));
  refuseOutOfOrder(due, known);
  return { due, newer };
}

/**
 * Counts the files that `migrate` would apply, and changes nothing. Call it as the owner. Throws the same
 * MigrationError.
 */
export async function countMigrations(
  client: pg.ClientBase,
  folder: string,
): Promise<{ due: number; newer: number; all: number }> {
  const migrations = await readMigrations(folder);
  const { rows } = await client.query<{ is_new: boolean }>(
    "select to_regclass('platform.migration') is null as is_new",
  );
  if (rows[0]?.is_new) return { due: migrations.length, newer: 0, all: migrations.length };
  const { due, newer } = await compare(client, migrations);
  return { due: due.length, newer: newer.length, all: migrations.length };
}

function requireUnchanged(migrations: Migration[], known: ReadonlyMap<string, string>): void {
  for (const { name, checksum } of migrations) {
    const applied = known.get(name);
    if (applied !== undefined && applied !== checksum) {
      throw new MigrationError(
        `migrations/${name} was changed after it had been applied to this database; put it back and write a new file. ` +
          'If you only tried the program out, you can set another DATA_DIR instead.',
      );
    }
  }
}

/** The end of the name of a migration with which earlier programs cannot work (docs/decisions/0085). */
const BREAKING = '-breaking.sql';

/** The names of applied migrations after this program's own. Throws if one is among its own, or breaks it. */
function listNewer(migrations: Migration[], known: ReadonlyMap<string, string>): string[] {
  const names = new Set(migrations.map(({ name }) => name));
  const last = migrations.at(-1)?.name ?? '';
  const unknown = [...known.keys()].filter((name) => !names.has(name)).sort();
  const breaking = unknown.filter((name) => name < last || name.endsWith(BREAKING));
  if (breaking.length > 0) {
    throw new MigrationError(
      `this database is newer than the program, which cannot work with migrations/${breaking.join(', migrations/')}`,
    );
  }
  return unknown;
}

/** Databases must reach the same schema by the same steps, whenever they were last migrated. */
function refuseOutOfOrder(due: Migration[], known: ReadonlyMap<string, string>): void {
  const newest = [...known.keys()].sort().at(-1);
  const late = newest && due.find(({ name }) => name < newest);
  if (late) {
    throw new MigrationError(
      `migrations/${late.name} must have a higher number than migrations/${newest}, which this database already has`,
    );
  }
}

/** While a migration waits for a table, all later users of the table wait behind it. */
const LOCK_WAIT_SECONDS = 10;

async function apply(client: pg.PoolClient, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query('begin');
    await client.query(`set local lock_timeout = '${LOCK_WAIT_SECONDS}s'`);
    await client.query(sql);
    await client.query('insert into platform.migration (name, checksum) values ($1, $2)', [name, checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    const reason = error instanceof Error ? error.message : String(error);
    throw new MigrationError(`migrations/${name} failed: ${reason}`, { cause: error });
  }
}
