import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type pg from 'pg';
import { systemClock } from '#kernel/time.ts';
import { checkPooler } from '#platform/server/db/application-role/check-pooler.ts';
import { APPLICATION_ROLE } from '#platform/server/db/application-role/application-pool.ts';
import {
  canCreateApplicationRole,
  enterCheckedRole,
} from '#platform/server/db/application-role/application-role.ts';
import { DataFolderInUse } from '#platform/server/db/data-lock.ts';
import { countMigrations } from '#platform/server/db/migrate.ts';
import { type Database, type Db, openDatabase, unreachable } from '#platform/server/db/open-database.ts';
import { peekLocalKeys } from '#platform/server/security/secrets.ts';
import type { Config } from '#platform/server/settings/config.ts';
import { StartError } from '#platform/server/start-error.ts';
import { withinLimit } from '#platform/server/within-limit.ts';
import { requireKeys } from '../backup/lost-keys.ts';
import { checkClock } from './check-clock.ts';
import { exists } from './check-files.ts';
import { describeFailure, failed, type Finding, LIMIT_MS, ok, warning } from './finding.ts';

/** Neither migrates the database nor creates one. */
export async function checkDatabase(config: Config, migrationsFolder: string): Promise<Finding[]> {
  const { databaseUrl } = config;
  if (databaseUrl === undefined) return checkEmbedded(config, migrationsFolder);
  try {
    return await withinLimit(openAndInspect(config, migrationsFolder), LIMIT_MS);
  } catch (error) {
    const explained = error instanceof StartError ? error : unreachable(databaseUrl, error);
    return [failed('database', describeFailure(explained))];
  }
}

/** As the next start does. Returns no findings without DATABASE_LISTEN_URL. */
export async function inspectPooler({ databaseUrl, databaseListenUrl }: Config): Promise<Finding[]> {
  if (databaseUrl === undefined || databaseListenUrl === undefined) return [];
  try {
    await withinLimit(checkPooler(databaseUrl), LIMIT_MS);
    return [
      ok(
        'pooler',
        'The pooler of DATABASE_URL knows prepared statements, and its user may do no more than it needs.',
      ),
    ];
  } catch (error) {
    return [failed('pooler', describeFailure(error))];
  }
}

async function checkEmbedded(config: Config, migrationsFolder: string): Promise<Finding[]> {
  const folder = resolve(config.dataDir, 'database');
  try {
    const owner = (await exists(folder)) ? (await stat(folder)).uid : undefined;
    const user = process.geteuid?.();
    // The server could not open the files that another user would create in it.
    if (owner !== undefined && user !== undefined && owner !== user)
      return [
        failed(
          'database',
          `${folder} belongs to user ${owner}, and this is user ${user}. Run the command as the server’s user.`,
        ),
      ];
    if (!existsSync(join(folder, 'PG_VERSION')))
      return [
        warning('database', 'There is no embedded database yet. The server creates it when it starts.'),
      ];
    return await openAndInspect(config, migrationsFolder);
  } catch (error) {
    if (error instanceof DataFolderInUse)
      return [
        warning(
          'database',
          `${error.message}. Not checked: database, migrations, role, and whether the keys open the data. ` +
            'Stop the server to check them.',
        ),
      ];
    return [failed('database', describeFailure(error))];
  }
}

async function openAndInspect(config: Config, migrationsFolder: string): Promise<Finding[]> {
  const database = await openDatabase({ ...config, poolSize: 1 });
  try {
    const findings = await inspectDatabase(database, config, migrationsFolder);
    const isReady = findings.some(({ check, level }) => check === 'role' && level === 'ok');
    return isReady ? [...findings, await checkSealedData(database.db, config)] : findings;
  } finally {
    await database.close();
  }
}

/** As the next start does. */
export async function checkSealedData(db: Db, settings: Config): Promise<Finding> {
  try {
    await requireKeys(db, settings, await peekLocalKeys(settings));
    return ok('keys', 'The keys fit this database.');
  } catch (error) {
    return failed('keys', describeFailure(error));
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

export async function checkMigrations(client: pg.PoolClient, folder: string): Promise<Finding[]> {
  try {
    const { due, newer, all } = await countMigrations(client, folder);
    if (due > 0)
      return [
        warning('migrations', `${due} of ${all} are missing. The server applies them when it starts.`),
        ...(await checkRoleBefore(client)),
      ];
    const state =
      newer > 0
        ? warning(
            'migrations',
            `All ${all} are applied, and ${newer} of a newer version, which may be starting.`,
          )
        : ok('migrations', `All ${all} are applied.`);
    return [state, await checkRole(client)];
  } catch (error) {
    return [failed('migrations', describeFailure(error))];
  }
}

async function checkRoleBefore(client: pg.PoolClient): Promise<Finding[]> {
  if (await canCreateApplicationRole(client)) return [];
  const text =
    `This user can neither create the role ${APPLICATION_ROLE} nor switch to it. As a superuser, create it ` +
    'and grant it to this user.';
  return [warning('role', text)];
}

async function checkRole(client: pg.PoolClient): Promise<Finding> {
  try {
    await enterCheckedRole(client);
    const { rows } = await client.query<{ current: string }>('select current_user as current');
    const current = rows[0]?.current;
    return current === APPLICATION_ROLE
      ? ok('role', 'The application’s role has its permissions, and no others on the books.')
      : failed(
          'role',
          `${current} cannot switch to ${APPLICATION_ROLE}. As a superuser, grant it that role.`,
        );
  } catch (error) {
    return failed('role', describeFailure(error));
  }
}
