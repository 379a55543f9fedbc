import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { systemClock } from '#kernel/time.ts';
import { enterCheckedRole } from '#platform/server/db/application-role/application-role.ts';
import { DataFolderInUse } from '#platform/server/db/data-lock.ts';
import { countMigrations } from '#platform/server/db/migrate.ts';
import { type Database, openDatabase } from '#platform/server/db/open-database.ts';
import type { Config } from '#platform/server/settings/config.ts';
import { withinLimit } from '#platform/server/within-limit.ts';
import { checkClock } from './check-clock.ts';
import { describeFailure, failed, type Finding, LIMIT_MS, ok, warning } from './finding.ts';

/** Neither migrates the database nor creates one. */
export async function checkDatabase(config: Config, migrationsFolder: string): Promise<Finding[]> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl === undefined && !existsSync(join(dataDir, 'database', 'PG_VERSION')))
    return [warning('database', 'There is no embedded database yet. The server creates it when it starts.')];
  const checks = openAndInspect(config, migrationsFolder);
  try {
    return await (databaseUrl === undefined ? checks : withinLimit(checks, LIMIT_MS));
  } catch (error) {
    if (error instanceof DataFolderInUse)
      return [ok('database', `${error.message}. Stop the server to check the embedded database too.`)];
    return [failed('database', describeFailure(error))];
  }
}

async function openAndInspect(config: Config, migrationsFolder: string): Promise<Finding[]> {
  const database = await openDatabase({ ...config, poolSize: 1 });
  try {
    return await inspectDatabase(database, config, migrationsFolder);
  } finally {
    await database.close();
  }
}

export async function inspectDatabase(
  { pool, engine }: Database,
  { production }: Pick<Config, 'production'>,
  migrationsFolder: string,
): Promise<Finding[]> {
  const client = await pool.connect();
  try {
    const startedAt = systemClock.now().getTime();
    const { rows } = await client.query<{ version: string; fsync: string; ms: number }>(
      `select current_setting('server_version') as version, current_setting('fsync') as fsync,
        (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
    );
    const [found] = rows;
    if (!found) throw new Error('the database returned no settings');
    // The database read its clock about halfway between the two.
    const ownMs = (startedAt + systemClock.now().getTime()) / 2;
    await client.query('reset role');
    const findings = [
      engine === 'server'
        ? ok('database', `PostgreSQL ${found.version} answers.`)
        : ok('database', 'The embedded database opens.'),
    ];
    if (production && found.fsync !== 'on')
      findings.push(
        failed('database', 'fsync is off, so a crash can lose payments. Set fsync = on in postgresql.conf.'),
      );
    findings.push(...(await checkMigrations(client, migrationsFolder)));
    if (engine === 'server') findings.push(checkClock('database', ownMs - found.ms));
    return findings;
  } finally {
    // It no longer has the application's role.
    client.release(true);
  }
}

async function checkMigrations(client: pg.PoolClient, folder: string): Promise<Finding[]> {
  try {
    const { due, all } = await countMigrations(client, folder);
    if (due > 0)
      return [warning('migrations', `${due} of ${all} are missing. The server applies them when it starts.`)];
    return [ok('migrations', `All ${all} are applied.`), await checkRole(client)];
  } catch (error) {
    return [failed('migrations', describeFailure(error))];
  }
}

async function checkRole(client: pg.PoolClient): Promise<Finding> {
  try {
    await enterCheckedRole(client);
    return ok('role', 'The application’s role has its permissions, and no others on the books.');
  } catch (error) {
    return failed('role', describeFailure(error));
  }
}
