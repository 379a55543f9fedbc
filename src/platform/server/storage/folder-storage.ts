import { createHash } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Random } from '#kernel/id.ts';
import { FileMissing } from './storage.ts';
import type { Storage } from './storage.ts';

const keyPattern = /^([0-9a-f]{2})\/([0-9a-f]{2})\/\1\2[0-9a-f]{28}$/;

/**
 * Files are two levels deep so that no directory gets huge. A file gets its name only after it is fully on disk, so a
 * crash leaves either the file or nothing. Half-written files of an earlier run are removed here.
 */
export async function folderStorage({
  folder,
  random,
}: {
  folder: string;
  random: Random;
}): Promise<Storage> {
  const unfinished = join(folder, 'unfinished');
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  await syncDirectory(dirname(folder));

  return {
    async put(content) {
      const name = random.hex(16);
      const key = `${name.slice(0, 2)}/${name.slice(2, 4)}/${name}`;
      const draft = join(unfinished, name);
      try {
        const written = await write(draft, content);
        const path = join(folder, key);
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await rename(draft, path);
        // Another call may have created the parents without syncing them yet.
        for (const parent of [dirname(path), dirname(dirname(path)), folder]) await syncDirectory(parent);
        return { key, ...written };
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },

    async open(key, range) {
      const file = await openToRead(toPath(folder, key));
      try {
        const { size } = await file.stat();
        if (range && !(range.start >= 0 && range.start <= range.end && range.end < size)) {
          throw new RangeError(`bytes ${range.start}-${range.end} lie outside of ${size}`);
        }
        return { stream: file.createReadStream(range), size };
      } catch (error) {
        await file.close();
        throw error;
      }
    },

    async remove(key) {
      await rm(toPath(folder, key), { force: true });
    },
  };
}

/** Accepts only keys that put() can have created, so that no key leads out of the folder. */
function toPath(folder: string, key: string): string {
  if (!keyPattern.test(key)) throw new FileMissing();
  return join(folder, key);
}

async function write(path: string, content: Readable | Buffer): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of Buffer.isBuffer(content) ? [content] : content) {
      const bytes = Buffer.from(chunk);
      hash.update(bytes);
      size += bytes.length;
      await file.writeFile(bytes);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { size, sha256: hash.digest('hex') };
}

/** A new or renamed entry survives a power cut only if its directory is synced too. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

async function openToRead(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') throw new FileMissing();
    throw error;
  }
}
