import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type FileHandle, mkdtemp, open, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startS3 } from '#tests/support/s3-server.ts';
import { systemRandom } from '../security/random.ts';
import { folderStorage } from './folder-storage.ts';
import { s3Storage } from './s3-storage.ts';
import { FileMissing, type Storage, StorageUnavailable } from './storage.ts';

let folder: string;
let s3: Awaited<ReturnType<typeof startS3>>;
let inFolder: Storage;
let inBucket: Storage;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storage-'));
  s3 = await startS3(join(folder, 'bucket'));
  inFolder = await folderStorage({ folder: join(folder, 'files'), random: systemRandom });
  inBucket = await s3Storage(s3.config, { random: systemRandom });
});

afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true });
});

const about = { contentType: 'application/octet-stream' };
const read = async (storage: Storage, key: string, range?: { start: number; end: number }) =>
  buffer((await storage.open(key, range)).stream);
const filesIn = async (path: string) =>
  (await readdir(path, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);

const secret = 'aa/bb/aabb00112233445566778899aabbccdd';
const wrongKeys = [
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
];

describe.each([
  ['a folder', () => inFolder],
  ['a bucket of S3', () => inBucket],
])('files in %s', (_, getStorage) => {
  test('returns buffers and streams byte for byte, with size and digest', async () => {
    const content = randomBytes(300_000);
    const sha256 = createHash('sha256').update(content).digest('hex');
    const chunks = Array.from({ length: 30 }, (_, index) =>
      content.subarray(index * 10_000, (index + 1) * 10_000),
    );
    for (const source of [content, Readable.from(chunks)]) {
      const stored = await getStorage().put(source, about);
      expect(stored).toEqual({
        key: expect.stringMatching(/^[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{32}$/),
        size: 300_000,
        sha256,
      });
      const opened = await getStorage().open(stored.key);
      expect(opened.size).toBe(300_000);
      expect((await buffer(opened.stream)).equals(content)).toBe(true);
    }
  });

  test('stores the same content under two names', async () => {
    const first = await getStorage().put(Buffer.from('same'), about);
    const second = await getStorage().put(Buffer.from('same'), about);
    expect(first.key).not.toBe(second.key);
  });

  test('stores an empty file', async () => {
    const { key, size } = await getStorage().put(Buffer.alloc(0), about);
    expect(size).toBe(0);
    expect(await read(getStorage(), key)).toHaveLength(0);
  });

  test('returns a range, and throws for a range outside the file', async () => {
    const { key } = await getStorage().put(Buffer.from('0123456789'), about);
    expect((await read(getStorage(), key, { start: 2, end: 4 })).toString()).toBe('234');
    expect((await read(getStorage(), key, { start: 9, end: 9 })).toString()).toBe('9');
    for (const range of [
      { start: 0, end: 10 },
      { start: 5, end: 4 },
      { start: -1, end: 2 },
    ]) {
      await expect(getStorage().open(key, range)).rejects.toThrow(RangeError);
    }
  });

  test('a stream that fails leaves no file behind', async () => {
    const before = await filesIn(folder);
    const breaking = Readable.from(
      (async function* chunks() {
        yield Buffer.from('half a file');
        throw new Error('connection lost');
      })(),
    );
    await expect(getStorage().put(breaking, about)).rejects.toThrow('connection lost');
    expect(await filesIn(folder)).toEqual(before);
  });

  test('removes a file, and removing it again is no error', async () => {
    const { key } = await getStorage().put(Buffer.from('short life'), about);
    await getStorage().remove(key);
    await getStorage().remove(key);
    await expect(getStorage().open(key)).rejects.toThrow(FileMissing);
  });

  test.each(wrongKeys)('rejects the key %j', async (key) => {
    await writeFile(join(folder, 'outside'), 'not for you');
    await expect(getStorage().open(key)).rejects.toThrow(FileMissing);
    await expect(getStorage().remove(key)).rejects.toThrow(FileMissing);
    expect(await filesIn(folder)).toContain('outside');
  });
});

test('a file is readable only by its owner', async () => {
  const { key } = await inFolder.put(Buffer.from('private'), about);
  expect((await stat(join(folder, 'files', key))).mode & 0o777).toBe(0o600);
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

test('removes half-written files at a later start, unless another process may still write them', async () => {
  const half = join(folder, 'files', 'unfinished', 'half');
  const running = join(folder, 'files', 'unfinished', 'running');
  for (const path of [half, running]) await writeFile(path, 'half a file');
  await utimes(half, new Date('2026-01-01'), new Date('2026-01-01'));
  const kept = await inFolder.put(Buffer.from('whole'), about);
  await folderStorage({ folder: join(folder, 'files'), random: systemRandom });
  const names = await filesIn(folder);
  expect(names).not.toContain('half');
  expect(names).toContain('running');
  expect((await read(inFolder, kept.key)).toString()).toBe('whole');
});

test('a large stream arrives in parts', async () => {
  const content = randomBytes(12 * 1024 * 1024);
  const { key, size } = await inBucket.put(Readable.from([content]), about);
  expect(size).toBe(content.length);
  expect(
    (await read(inBucket, key, { start: 5_000_000, end: 5_999_999 })).equals(content.subarray(5e6, 6e6)),
  ).toBe(true);
});

test('a storage that never answers is given up', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  // The address of a server that listens on a port.
  const { port } = silent.address() as AddressInfo;
  const config = { ...s3.config, endpoint: `http://127.0.0.1:${port}` };
  const storage = await s3Storage(config, { random: systemRandom, timeoutMs: 100 });
  await expect(storage.open(secret)).rejects.toThrow(StorageUnavailable);
  silent.closeAllConnections();
  silent.close();
});

test('a bucket that is missing, refuses the key, or does not answer is not a missing file', async () => {
  const settings = [
    { ...s3.config, bucket: 'others' },
    { ...s3.config, accessKeyId: 'unknown' },
    { ...s3.config, endpoint: 'http://127.0.0.1:1' },
  ];
  for (const config of settings) {
    const storage = await s3Storage(config, { random: systemRandom });
    await expect(storage.put(Buffer.from('lost'), about)).rejects.toThrow(StorageUnavailable);
    await expect(storage.open(secret)).rejects.toThrow(StorageUnavailable);
    await expect(storage.remove(secret)).rejects.toThrow(StorageUnavailable);
  }
});
