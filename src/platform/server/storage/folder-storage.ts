import { createHash } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Random } from '#kernel/id.ts';
import { addMilliseconds, DAY, systemClock } from '#kernel/time.ts';
import { createKey, isKey } from './key.ts';
import { removeOlder } from './remove-older.ts';
import { FileMissing } from './storage.ts';
import type { Storage } from './storage.ts';

/**
 * A file gets its name only after it is fully on disk, so a crash leaves either the file or nothing. Half-written files
 * of an earlier run are removed here. Newer ones may belong to another process that shares the folder.
 */
export async function folderStorage({
  folder,
  random,
}: {
  folder: string;
  random: Random;
}): Promise<Storage> {
  const unfinished = join(folder, 'unfinished');
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  await removeOlder(unfinished, addMilliseconds(systemClock.now(), -DAY));
  await syncDirectory(dirname(folder));

  return {
    async put(content) {
      const key = createKey(random);
      const draft = join(unfinished, basename(key));
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

function toPath(folder: string, key: string): string {
  if (!isKey(key)) throw new FileMissing();
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
