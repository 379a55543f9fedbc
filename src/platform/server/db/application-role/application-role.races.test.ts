import { execFileSync } from 'node:child_process';
import { rmSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrationsFolder, urlOnServer, TEMPLATE } from '#tests/support/databases/database.ts';
import {
  findPostgresBinaries,
  startPostgres,
  type PostgresServer,
} from '#tests/support/databases/postgres.ts';
import { STORY_LIMIT_MS } from '#tests/support/patience.ts';
import { migrate } from '../migrate.ts';
import { openDatabase } from '../open-database.ts';

let server: PostgresServer;
let folder: string;
beforeAll(async () => {
  server = await startPostgres();
  folder = mkdtempSync(join(tmpdir(), 'promenade-role-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await server.stop();
});

async function asOwner(statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

async function start(): Promise<void> {
  const database = await openDatabase({ databaseUrl: server.url, dataDir: folder, poolSize: 2 });
  try {
    await migrate(database, migrationsFolder);
    await expect(
      database.pool.query("insert into ledger.txn (kind, dedupe_key) values ('x', 'x')"),
    ).rejects.toMatchObject({ code: '42501' });
  } finally {
    await database.close();
  }
}

const refused =
  'refuses a database that was restored before the role existed, and one with a writable ledger';
test(refused, { timeout: STORY_LIMIT_MS }, async () => {
  const binaries = findPostgresBinaries() ?? '';
  const dump = execFileSync(join(binaries, 'pg_dump'), ['--dbname', urlOnServer(TEMPLATE)], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  });
  execFileSync(join(binaries, 'psql'), ['--quiet', '--dbname', server.url], {
    input: dump,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  await expect(start()).rejects.toThrow('has lost its permissions in this database');
  const { rows } = await asOwner("select from pg_roles where rolname = 'promenade_app'");
  expect(rows).toHaveLength(1);

  await asOwner('drop schema public, ledger, platform cascade; create schema public');
  execFileSync(join(binaries, 'psql'), ['--quiet', '--set=ON_ERROR_STOP=1', '--dbname', server.url], {
    input: dump,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  await start();

  await asOwner('grant insert (amount) on ledger.entry to promenade_app');
  await expect(start()).rejects.toThrow('can write to ledger.entry directly');
  await asOwner(
    'revoke insert (amount) on ledger.entry from promenade_app; grant update on audit_entry to promenade_app',
  );
  await expect(start()).rejects.toThrow('can write to audit_entry directly');
  await asOwner('revoke update on audit_entry from promenade_app');
  await start();
});
