/** What the operator reads if the server cannot start: one sentence and no stack trace. */
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DatabaseSettings, openDatabase } from '#platform/server/db/open-database.ts';
import { explainStartFailure } from '#platform/server/start-error.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'promenade-start-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Opens the database as the server does first, and returns what it prints if that fails. */
async function start(settings: DatabaseSettings): Promise<unknown> {
  try {
    await openDatabase(settings);
  } catch (error) {
    return explainStartFailure(error);
  }
  throw new Error('the database was opened');
}

/** A server that answers every connection as PostgreSQL does while it starts. */
async function startingPostgres() {
  const fields = 'SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0';
  const answer = Buffer.alloc(5 + fields.length);
  answer.write('E');
  answer.writeInt32BE(4 + fields.length, 1);
  answer.write(fields, 5);
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(answer));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

test('a PostgreSQL server that is starting', async () => {
  const postgres = await startingPostgres();
  const databaseUrl = `postgres://ada:secret@127.0.0.1:${postgres.port}/promenade`;
  const printed = await start({ databaseUrl, dataDir: folder });
  postgres.close();
  expect(printed).toBe(
    `The database promenade at 127.0.0.1:${postgres.port} cannot be opened: the database system is starting up. ` +
      'Check that PostgreSQL is running and that DATABASE_URL is right.',
  );
});

test('a data folder that cannot be created', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(await start({ dataDir: join(file, 'data') })).toBe(
    `A file has the name of a folder that the server needs: ${join(file, 'data')}. The server’s user must be able to write to DATA_DIR.`,
  );
});

test.each(['EACCES', 'EROFS', 'ENOSPC'])('a data folder with %s', (code) => {
  const error = Object.assign(new Error(`${code}: mkdir`), { code, syscall: 'mkdir', path: '/srv/data' });
  expect(explainStartFailure(error)).toMatch(
    /^(Permission denied|The file system is read-only|The disk is full): \/srv\/data\. The server’s user/,
  );
});

test('an error that the operator cannot fix keeps its stack', () => {
  const bug = new TypeError('undefined is not a function');
  expect(explainStartFailure(bug)).toBe(bug);
});
