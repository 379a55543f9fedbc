import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startChild, type Child } from '#tests/support/child.ts';
import { DataFolderInUse, lockDataFolder } from './data-lock.ts';

let folder: string;
const children: Child[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'promenade-lock-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) await child.kill();
  rmSync(folder, { recursive: true, force: true });
});

const locker = JSON.stringify(new URL('data-lock.ts', import.meta.url).href);

function lockElsewhere(dataDir: string): Child {
  const child = startChild(`
    import { lockDataFolder } from ${locker};
    await lockDataFolder(${JSON.stringify(dataDir)}).then(
      () => { console.log('mine'); setInterval(() => {}, 1000); },
      (error) => console.log(error.name, error.pid),
    );`);
  children.push(child);
  return child;
}

test('invariant 34: the second is refused with the first one’s process id until the first lets go', async () => {
  const lock = await lockDataFolder(folder);
  await expect(lockDataFolder(folder)).rejects.toThrow(
    `The data folder ${folder} is in use by process ${process.pid}`,
  );
  expect(await lockElsewhere(folder).line()).toBe(`DataFolderInUse ${process.pid}`);
  await lock.release();
  expect(readdirSync(folder)).toEqual([]);
  await (await lockDataFolder(folder)).release();
});

test('a symbolic link leads to the same lock', async () => {
  const lock = await lockDataFolder(folder);
  symlinkSync(folder, join(folder, 'alias'));
  await expect(lockDataFolder(join(folder, 'alias'))).rejects.toBeInstanceOf(DataFolderInUse);
  await lock.release();
});

test('exactly one of many processes takes over the lock of a killed process', async () => {
  const child = lockElsewhere(folder);
  expect(await child.line()).toBe('mine');
  await child.kill();
  expect(readdirSync(folder)).toHaveLength(1);
  const attempts = await Promise.allSettled(Array.from({ length: 20 }, () => lockDataFolder(folder)));
  const won = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
  const lost = attempts.flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason] : []));
  expect(won).toHaveLength(1);
  expect(lost.every((reason) => reason instanceof DataFolderInUse)).toBe(true);
  await expect(lockDataFolder(folder)).rejects.toMatchObject({ pid: process.pid });
  await won[0]?.release();
  expect(readdirSync(folder)).toEqual([]);
});

test('a stopped owner that does not respond keeps its lock', async () => {
  const child = lockElsewhere(folder);
  expect(await child.line()).toBe('mine');
  process.kill(child.pid ?? 0, 'SIGSTOP');
  try {
    await expect(lockDataFolder(folder)).rejects.toMatchObject({ name: 'DataFolderInUse', pid: undefined });
  } finally {
    process.kill(child.pid ?? 0, 'SIGCONT');
  }
  await expect(lockDataFolder(folder)).rejects.toMatchObject({ pid: child.pid });
});

test('a path too long for a socket also works', async () => {
  const long = join(folder, 'a'.repeat(120), 'b'.repeat(120));
  const lock = await lockDataFolder(long);
  expect(await lockElsewhere(long).line()).toBe(`DataFolderInUse ${process.pid}`);
  await lock.release();
  expect(await lockElsewhere(long).line()).toBe('mine');
  await expect(lockDataFolder(long)).rejects.toMatchObject({ pid: children.at(-1)?.pid });
  await children.at(-1)?.kill();
  await (await lockDataFolder(long)).release();
});

test('does not take a lock whose socket it may not connect to', async () => {
  const path = join(folder, 'lock-00000000000000aa');
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(path, resolve));
  chmodSync(path, 0o000);
  // As root, the connection succeeds but gets no response. Any other user gets EACCES.
  await expect(lockDataFolder(folder)).rejects.toThrow(/in use|EACCES/);
  expect(existsSync(path)).toBe(true);
  await new Promise((resolve) => server.close(resolve));
});
