import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, mkdtemp, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { systemRandom } from '../security/random.ts';
import { folderStorage } from './folder-storage.ts';
import { FileMissing } from './storage.ts';
import type { Storage } from './storage.ts';

let folder: string;
let storage: Storage;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storage-'));
  storage = await folderStorage({ folder: join(folder, 'files'), random: systemRandom });
});

afterAll(() => rm(folder, { recursive: true }));

const about = { contentType: 'application/octet-stream' };
const read = async (key: string, range?: { start: number; end: number }) =>
  buffer((await storage.open(key, range)).stream);
const filesIn = async (path: string) =>
  (await readdir(path, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);

test('returns buffers and streams byte for byte, with size and digest', async () => {
  const content = randomBytes(300_000);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const chunks = Array.from({ length: 30 }, (_, index) =>
    content.subarray(index * 10_000, (index + 1) * 10_000),
  );
  for (const source of [content, Readable.from(chunks)]) {
    const stored = await storage.put(source, about);
    expect(stored).toEqual({
      key: expect.stringMatching(/^[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{32}$/),
      size: 300_000,
      sha256,
    });
    const opened = await storage.open(stored.key);
    expect(opened.size).toBe(300_000);
    expect((await buffer(opened.stream)).equals(content)).toBe(true);
  }
});

test('stores the same content under two names, readable only by the owner', async () => {
  const first = await storage.put(Buffer.from('same'), about);
  const second = await storage.put(Buffer.from('same'), about);
  expect(first.key).not.toBe(second.key);
  expect((await stat(join(folder, 'files', first.key))).mode & 0o777).toBe(0o600);
});

test('stores an empty file', async () => {
  const { key, size } = await storage.put(Buffer.alloc(0), about);
  expect(size).toBe(0);
  expect(await read(key)).toHaveLength(0);
});

test('returns a range, and throws for a range outside the file', async () => {
  const { key } = await storage.put(Buffer.from('0123456789'), about);
  expect((await read(key, { start: 2, end: 4 })).toString()).toBe('234');
  expect((await read(key, { start: 9, end: 9 })).toString()).toBe('9');
  for (const range of [
    { start: 0, end: 10 },
    { start: 5, end: 4 },
    { start: -1, end: 2 },
  ]) {
    await expect(storage.open(key, range)).rejects.toThrow(RangeError);
  }
});

test('syncs a file and every folder that leads to it', async () => {
  const handle = await open(folder, 'r');
  const prototype: FileHandle = Object.getPrototypeOf(handle);
  await handle.close();
  const synced = new Set<number>();
  const spy = vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
    synced.add((await this.stat()).ino);
  });
  const files = join(folder, 'new');
  const { key } = await (
    await folderStorage({ folder: files, random: systemRandom })
  ).put(Buffer.from('kept'), about);
  spy.mockRestore();
  const path = join(files, key);
  for (const written of [path, dirname(path), dirname(dirname(path)), files, folder])
    expect(synced, written).toContain((await stat(written)).ino);
});

test('a stream that fails leaves no file behind', async () => {
  const before = await filesIn(folder);
  const breaking = Readable.from(
    (async function* chunks() {
      yield Buffer.from('half a file');
      throw new Error('connection lost');
    })(),
  );
  await expect(storage.put(breaking, about)).rejects.toThrow('connection lost');
  expect(await filesIn(folder)).toEqual(before);
});

test('removes half-written files at the next start', async () => {
  await writeFile(join(folder, 'files', 'unfinished', 'half'), 'half a file');
  const kept = await storage.put(Buffer.from('whole'), about);
  await folderStorage({ folder: join(folder, 'files'), random: systemRandom });
  expect(await filesIn(folder)).not.toContain('half');
  expect((await read(kept.key)).toString()).toBe('whole');
});

test('removes a file, and removing it again is no error', async () => {
  const { key } = await storage.put(Buffer.from('short life'), about);
  await storage.remove(key);
  await storage.remove(key);
  await expect(storage.open(key)).rejects.toThrow(FileMissing);
});

const secret = 'aa/bb/aabb00112233445566778899aabbccdd';
test.each([
  '',
  '.',
  '../outside',
  '../../../../etc/passwd',
  '/etc/passwd',
  'unfinished/half',
  `../files/${secret}`,
  `${secret}/../../../../outside`,
  `${secret}\0.png`,
  `${secret}\n`,
  secret.toUpperCase(),
  'aa/bb/ccdd00112233445566778899aabbccdd',
  secret.replaceAll('/', '\\'),
])('rejects the key %j', async (key) => {
  await writeFile(join(folder, 'outside'), 'not for you');
  await expect(storage.open(key)).rejects.toThrow(FileMissing);
  await expect(storage.remove(key)).rejects.toThrow(FileMissing);
  expect(await filesIn(folder)).toContain('outside');
});
