/**
 * Kills the server twice while it builds the demo world: the third start finishes it, and no money moves
 * twice.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Child, startChild } from './support/child.ts';
import { prepareDataFolder } from './support/databases/database.ts';
import { STORY_LIMIT_MS } from './support/patience.ts';
import { findFreePort } from './support/server-program.ts';

const serverFile = new URL('../src/main/server.ts', import.meta.url).href;

interface Books {
  balance: string;
  captures: unknown[];
  payouts: unknown[];
}

let dataDir: string;
let port: number;
const children: Child[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'promenade-seed-crash-'));
  await prepareDataFolder(dataDir);
  port = await findFreePort();
});
afterAll(async () => {
  for (const child of children) await child.kill();
  await rm(dataDir, { recursive: true, force: true });
});

function startServer(): Child {
  const settings = {
    NODE_ENV: 'development',
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: '127.0.0.1',
    LIMITS: 'off',
    LOG_LEVEL: 'silent',
    MAP_STYLE_URL: 'offline',
  };
  const child = startChild(
    `Object.assign(process.env, ${JSON.stringify(settings)}); await import(${JSON.stringify(serverFile)});`,
    [],
  );
  children.push(child);
  return child;
}

const isReadyLine = (line: string) => line.startsWith('Promenade is ready');

/** Skips the lines about the progress of the demo world. */
async function readReadyLine(server: Child): Promise<string> {
  for (;;) {
    const line = await server.line();
    if (isReadyLine(line)) return line;
  }
}

/** Returns the first readiness status; 503 while the demo world is being built. */
async function firstReadiness(): Promise<number> {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (answer) {
      await answer.body?.cancel();
      return answer.status;
    }
    await sleep(50);
  }
}

const countCaptures = async () => (await readJson<Books>('/wallet-simulator/books')).captures.length;

async function readJson<Body>(path: string, cookie = ''): Promise<Body> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie } });
  expect(answer.status, path).toBe(200);
  return (await answer.json()) as Body; // The assertions below check it.
}

it('survives kill -9', async () => {
  for (const captures of [1, 4]) {
    const server = startServer();
    expect(await firstReadiness()).toBe(503);
    const hasCaptured = expect.poll(countCaptures, { timeout: STORY_LIMIT_MS });
    // If the server ends by itself, this throws with its errors.
    await Promise.race([hasCaptured.toBeGreaterThanOrEqual(captures), readReadyLine(server)]);
    expect((await server.kill()).filter(isReadyLine)).toEqual([]);
  }
  const last = startServer();
  expect(await readReadyLine(last)).toBe(`Promenade is ready at http://127.0.0.1:${port}`);
  expect(await firstReadiness()).toBe(200);

  const signedIn = await fetch(`http://127.0.0.1:${port}/auth/demo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account: 'admin' }),
  });
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const ledger = await readJson<{
    sum: string;
    violations: unknown[];
    lines: { account: string; debit: string }[];
  }>('/api/admin/ledger', cookie);
  expect(ledger).toMatchObject({ sum: '0.00', violations: [] });
  const books = await readJson<Books>('/wallet-simulator/books');
  expect(books.captures).toHaveLength(26);
  expect(books.payouts).toHaveLength(16);
  expect(ledger.lines.find(({ account }) => account === 'psp')?.debit).toBe(books.balance);
  const campaigns = await readJson<{ status: string }[]>('/api/campaigns?limit=100');
  expect(campaigns).toHaveLength(25);
  expect(campaigns.filter(({ status }) => status === 'completed')).toHaveLength(7);
});
