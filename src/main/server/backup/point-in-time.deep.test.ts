/**
 * A database is restored to a moment between two backups, from PostgreSQL's continuous archive, as
 * docs/operations.md says.
 */
import { execFileSync } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getCampaign } from '#campaigns/contract.ts';
import { projectRoot } from '#main/project-root.ts';
import { getTrialBalance } from '#payments/contract.ts';
import { succeed } from '#tests/support/client.ts';
import { Stage } from '#tests/support/crash/stage.ts';
import { approve } from '#tests/support/crash/stories.ts';
import { funded, inEscrow, loadMoney, paid, rowsAtWallet, worked } from '#tests/support/crash/worlds.ts';
import {
  findPostgresBinaries,
  type PostgresServer,
  serverOwner,
  startPostgres,
} from '#tests/support/databases/postgres.ts';
import { STORY_LIMIT_MS } from '#tests/support/patience.ts';

const binaries = findPostgresBinaries();
const folder = mkdtempSync(join(tmpdir(), 'promenade-archive-'));
const base = join(folder, 'base');
const owner = serverOwner();
let postgres: PostgresServer;
let stage: Stage;

beforeAll(async () => {
  if (owner) chownSync(folder, owner.uid, owner.gid);
  postgres = await startPostgres({
    settings: {
      wal_level: 'replica',
      max_wal_senders: '2',
      archive_mode: 'on',
      archive_command: `cp %p ${folder}/%f`,
    },
  });
  stage = new Stage({ DATABASE_URL: postgres.url });
  await stage.open();
});
afterAll(async () => {
  await stage.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const { rows } = await client.query<Row>(text);
  await client.end();
  return rows;
}

async function archiveAll(): Promise<void> {
  const [wal] = await query<{ name: string }>('select pg_walfile_name(pg_current_wal_lsn()) as name');
  await query('select pg_switch_wal()');
  const lastArchived = async () =>
    (await query<{ name: string | null }>('select last_archived_wal as name from pg_stat_archiver'))[0]?.name;
  await expect
    .poll(async () => String(await lastArchived()) >= String(wal?.name), { timeout: STORY_LIMIT_MS })
    .toBe(true);
}

/** The statement that the guide names for restores with other tools. */
function readMark(): string {
  const guide = readFileSync(join(projectRoot, 'docs/operations.md'), 'utf8');
  const [, statement = ''] = /`(update installation set [^`]+)`/.exec(guide) ?? [];
  return statement.replace('<time of the backup>', new Date().toISOString());
}

test.skipIf(binaries === undefined)(
  'invariant 29: a point between two backups has every write before it and none after it, and pays nothing twice',
  { timeout: 3 * STORY_LIMIT_MS },
  async () => {
    const inBackup = await funded(stage);
    const toPay = await worked(stage);
    const basebackup = ['-D', base, '-d', postgres.url, '--checkpoint=fast', '-X', 'none', '--no-sync'];
    execFileSync(join(binaries ?? '', 'pg_basebackup'), basebackup, { ...owner, stdio: 'pipe' });
    const sinceBackup = await funded(stage);
    await query("select pg_create_restore_point('before')");
    await approve(stage, toPay);
    await stage.waitFor(() => loadMoney(stage, toPay), paid);
    const lost = await funded(stage);
    await archiveAll();

    await stage.server.kill();
    await postgres.stop();
    writeFileSync(join(base, 'recovery.signal'), '');
    postgres = await startPostgres({
      copyOf: base,
      settings: {
        wal_level: 'replica',
        // At least as many as the archived server had.
        max_wal_senders: '2',
        restore_command: `cp ${folder}/%f %p`,
        recovery_target_name: 'before',
        recovery_target_action: 'promote',
      },
    });
    await expect
      .poll(async () => (await query<{ is: boolean }>('select pg_is_in_recovery() as is'))[0]?.is, {
        timeout: STORY_LIMIT_MS,
      })
      .toBe(false);
    await query(readMark());
    await stage.restart({ DATABASE_URL: postgres.url });

    for (const world of [inBackup, sinceBackup]) expect(await loadMoney(stage, world)).toEqual(inEscrow);
    const params = { id: lost.campaignId };
    expect((await stage.advertiser.call(getCampaign, { params })).status).toBe(404);
    // The wallet has paid, which the restored database does not know. Its approval sends no second payout.
    await approve(stage, toPay);
    await stage.advance(STORY_LIMIT_MS);
    const { body } = await stage.visitor().request('GET', '/readyz');
    expect(body).toMatchObject({ restoredAt: expect.any(String) });
    expect((await rowsAtWallet(stage, toPay)).payouts).toHaveLength(1);
    const { sum, violations } = await succeed((await stage.signInAdmin()).call(getTrialBalance));
    expect([sum, violations]).toEqual(['0.00', []]);
  },
);
