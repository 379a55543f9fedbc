import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { lockDataFolder } from '#platform/server/db/data-lock.ts';
import { withLocalKeys } from '#platform/server/security/secrets.ts';
import { readConfig } from '#platform/server/settings/config.ts';
import { withinLimit } from '#platform/server/within-limit.ts';
import { startChild } from '#tests/support/child.ts';
import { freshDatabase, migrationsFolder, prepareDataFolder } from '#tests/support/databases/database.ts';
import { STORY_LIMIT_MS } from '#tests/support/patience.ts';
import { startSimulator, testCredentials } from '#tests/support/wallet/simulator.ts';
import { refuseLostKeys } from '../backup/lost-keys.ts';
import { checkClock } from './check-clock.ts';
import { checkDatabase, checkSealedData, inspectDatabase } from './check-database.ts';
import { checkDisk, checkKeys, checkStorage } from './check-files.ts';
import { checkMail, checkWallet } from './check-services.ts';
import { runDoctorCommand } from './doctor-command.ts';
import { type Finding, LIMIT_MS } from './finding.ts';

let folder: string;
let simulator: Awaited<ReturnType<typeof startSimulator>>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'promenade-doctor-'));
  simulator = await startSimulator();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
afterAll(async () => {
  await simulator.close();
  rmSync(folder, { recursive: true, force: true });
});

const newFolder = () => mkdtempSync(join(folder, 'data-'));

async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

async function closedPort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  server.close();
  await once(server, 'close');
  return port;
}

async function doctor(words: readonly string[], environment: NodeJS.ProcessEnv) {
  const lines: string[] = [];
  const print = (line: string) => lines.push(line);
  return { code: await runDoctorCommand(words, environment, { log: print, error: print }), lines };
}

function failure(check: string, text: string): Finding {
  return expect.objectContaining({ check, level: 'failed', text: expect.stringContaining(text) });
}

test('an installation without faults', { timeout: STORY_LIMIT_MS }, async () => {
  const dataDir = newFolder();
  await prepareDataFolder(dataDir);
  await withLocalKeys(readConfig({ DATA_DIR: dataDir }));
  const mailServer = createServer((socket) => {
    socket.write('220 ready\r\n');
    socket.on('error', () => {});
    socket.on('data', () => socket.write('250 ok\r\n'));
  });
  const before = readdirSync(dataDir);
  try {
    const { code, lines } = await doctor([], {
      DATA_DIR: dataDir,
      SMTP_URL: `smtp://127.0.0.1:${await listen(mailServer)}`,
      WALLET_BASE_URL: simulator.url,
      WALLET_CLIENT_ID: testCredentials.clientId,
      WALLET_CLIENT_SECRET: testCredentials.clientSecret,
    });
    expect(lines.map((line) => line.split(/ +/, 2).join(' '))).toEqual([
      'ok settings',
      'ok database',
      'ok migrations',
      'ok role',
      'ok keys',
      'ok wallet',
      'ok mail',
      'ok storage',
      'ok keys',
      'ok keys',
      'ok keys',
      'ok disk',
      'ok clock',
    ]);
    expect(code).toBe(0);
  } finally {
    mailServer.close();
  }
  expect(readdirSync(dataDir)).toEqual(before);
});

test('before the first start, it warns and creates nothing', async () => {
  const dataDir = newFolder();
  const { code, lines } = await doctor([], { DATA_DIR: join(dataDir, 'data') });
  expect(code).toBe(0);
  expect(lines.filter((line) => line.startsWith('warning')).join('\n')).toMatch(
    /no embedded database yet.*\n.*does not exist yet.*\n.*secret\.key is missing.*\n.*kyc\.key is missing.*\n.*push\.key is missing/,
  );
  expect(readdirSync(dataDir)).toEqual([]);
});

test('every wrong setting has a line', async () => {
  const { code, lines } = await doctor([], { PORT: 'http', SMTP_URL: 'https://mail.example' });
  expect(code).toBe(1);
  expect(lines).toEqual([
    expect.stringMatching(/^failed {3}settings {3}PORT /),
    expect.stringMatching(/^failed {3}settings {3}SMTP_URL /),
    expect.stringMatching(/Correct these settings first/),
  ]);
});

test('an argument that it does not know', async () => {
  expect(await doctor(['mail'], {})).toMatchObject({
    code: 2,
    lines: [expect.stringContaining('npm run doctor')],
  });
  expect(await doctor(['--help'], {})).toMatchObject({ code: 0 });
});

test('as a command, it prints its findings and ends', { timeout: STORY_LIMIT_MS }, async () => {
  const file = pathToFileURL(join(import.meta.dirname, 'doctor.ts')).href;
  const child = startChild(`process.env.PORT = 'http'; await import('${file}');`);
  expect(await child.line()).toMatch(/^failed {3}settings {3}PORT /);
  expect(await child.ended()).toBe(1);
});

test('a mail server and a database at a closed port', async () => {
  const port = await closedPort();
  const config = readConfig({
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    DATABASE_URL: `postgres://ada:secret@127.0.0.1:${port}/promenade`,
  });
  expect(await checkMail(config)).toEqual([failure('mail', `127.0.0.1:${port} cannot be used`)]);
  expect(await checkDatabase(config, migrationsFolder)).toEqual([
    failure('database', 'Check that PostgreSQL is running'),
  ]);
});

test('a wallet at a closed port, and one that refuses the credentials', async () => {
  const base = `http://127.0.0.1:${await closedPort()}`;
  expect(await checkWallet(readConfig({ WALLET_BASE_URL: base }))).toEqual([
    failure('wallet', 'unreachable'),
  ]);
  expect(await checkWallet(readConfig({ WALLET_BASE_URL: simulator.url }))).toEqual([
    failure('wallet', 'Check WALLET_CLIENT_ID and WALLET_CLIENT_SECRET'),
    expect.objectContaining({ check: 'clock', level: 'ok' }),
  ]);
});

test('a check that gets no answer ends after twelve seconds', async () => {
  vi.useFakeTimers();
  const ended = expect(withinLimit(new Promise(() => {}), LIMIT_MS)).rejects.toThrow(
    'no answer within 12 seconds',
  );
  await vi.advanceTimersByTimeAsync(12_000);
  await ended;
});

test('a running server has the embedded database', async () => {
  const dataDir = newFolder();
  await prepareDataFolder(dataDir);
  const lock = await lockDataFolder(dataDir);
  try {
    expect(await checkDatabase(readConfig({ DATA_DIR: dataDir }), migrationsFolder)).toEqual([
      {
        check: 'database',
        level: 'warning',
        text: expect.stringContaining(
          `in use by process ${process.pid}. Not checked: database, migrations, role`,
        ),
      },
    ]);
  } finally {
    await lock.release();
  }
});

test(
  'a database with fsync off, other permissions, newer migrations, or none',
  { timeout: STORY_LIMIT_MS },
  async () => {
    const database = await freshDatabase();
    try {
      // The databases of tests do without fsync.
      expect(await inspectDatabase(database, { production: true }, migrationsFolder)).toContainEqual(
        failure('database', 'fsync is off'),
      );
      await database.asOwner('grant update on audit_entry to promenade_app');
      expect(await inspectDatabase(database, { production: false }, migrationsFolder)).toContainEqual(
        failure('role', 'can write to audit_entry directly'),
      );
      await database.asOwner("insert into platform.migration (name, checksum) values ('9999-later.sql', '')");
      expect(await inspectDatabase(database, { production: false }, migrationsFolder)).toContainEqual({
        check: 'migrations',
        level: 'warning',
        text: expect.stringContaining('1 of a newer version'),
      });
      await database.asOwner(
        "insert into platform.migration (name, checksum) values ('9999-later-breaking.sql', '')",
      );
      expect(await inspectDatabase(database, { production: false }, migrationsFolder)).toContainEqual(
        failure('migrations', 'this database is newer than the program'),
      );
      await database.asOwner('drop table platform.migration');
      const count = readdirSync(migrationsFolder).filter((name) => name.endsWith('.sql')).length;
      expect(await inspectDatabase(database, { production: false }, migrationsFolder)).toContainEqual({
        check: 'migrations',
        level: 'warning',
        text: expect.stringContaining(`${count} of ${count} are missing`),
      });
    } finally {
      await database.close();
    }
  },
);

test('the embedded database of another user stays closed', async () => {
  const dataDir = newFolder();
  await prepareDataFolder(dataDir);
  const files = readdirSync(join(dataDir, 'database'));
  vi.spyOn(process, 'geteuid').mockReturnValue(statSync(dataDir).uid + 1);
  expect(await checkDatabase(readConfig({ DATA_DIR: dataDir }), migrationsFolder)).toEqual([
    failure('database', 'Run the command as the server’s user'),
  ]);
  expect(readdirSync(join(dataDir, 'database'))).toEqual(files);
});

test('keys that the next start refuses', async () => {
  const config = readConfig({ DATA_DIR: newFolder() });
  const database = await freshDatabase();
  try {
    expect(await checkSealedData(database.db, config)).toMatchObject({ level: 'ok' });
    expect(readdirSync(config.dataDir)).toEqual([]);
    await refuseLostKeys(database.db, config);
    expect(await checkSealedData(database.db, config)).toMatchObject({ level: 'ok' });
    writeFileSync(join(config.dataDir, 'keys/secret.key'), 'ab'.repeat(32));
    expect(await checkSealedData(database.db, config)).toEqual(
      failure('keys', 'secret.key is not the key of this database'),
    );
  } finally {
    await database.close();
  }
});

test('a data folder below a file', async () => {
  const file = join(newFolder(), 'file');
  writeFileSync(file, '');
  const config = readConfig({ DATA_DIR: join(file, 'data') });
  for (const check of [checkStorage, checkKeys, checkDisk])
    expect((await check(config))[0]).toMatchObject({
      level: 'failed',
      text: expect.stringContaining('must be able to write to DATA_DIR'),
    });
});

test('a key that others can read, and one that is not a key', async () => {
  const dataDir = newFolder();
  mkdirSync(join(dataDir, 'keys'));
  writeFileSync(join(dataDir, 'keys/secret.key'), 'ab'.repeat(32), { mode: 0o644 });
  writeFileSync(join(dataDir, 'keys/kyc.key'), 'ab', { mode: 0o600 });
  expect(await checkKeys(readConfig({ DATA_DIR: dataDir }))).toEqual([
    failure('keys', 'Group or others can read or write'),
    failure('keys', 'is not a key of 64 hexadecimal characters'),
    expect.objectContaining({ level: 'warning', text: expect.stringContaining('push.key is missing') }),
  ]);
});

test.each([
  [1024, 'ok'],
  [1023, 'warning'],
  [64, 'warning'],
  [63, 'failed'],
])('%d MiB of free space: %s', async (mebibytes, level) => {
  const stats = { bavail: mebibytes * 1024, bsize: 1024 };
  expect(await checkDisk(readConfig({ DATA_DIR: folder }), async () => stats)).toMatchObject([{ level }]);
});

test.each([
  [5000, 'ok', 'ahead of'],
  [5001, 'warning', 'ahead of'],
  [-60_000, 'warning', 'behind'],
  [-60_001, 'failed', 'behind'],
])('a clock that differs by %d ms: %s', (differenceMs, level, direction) => {
  expect(checkClock('wallet', differenceMs)).toMatchObject({
    level,
    text: expect.stringContaining(direction),
  });
});
