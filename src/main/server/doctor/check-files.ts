import { randomUUID } from 'node:crypto';
import { readFile, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { keyPattern, listLocalKeys } from '#platform/server/security/secrets.ts';
import type { Config } from '#platform/server/settings/config.ts';
import { SPACE_NEEDED_BYTES } from '#platform/server/storage/disk-space.ts';
import { describeFailure, failed, type Finding, ok, warning } from './finding.ts';

export async function checkStorage({ dataDir }: Config): Promise<Finding[]> {
  const folder = resolve(dataDir);
  try {
    if (!(await exists(folder)))
      return [warning('storage', `${folder} does not exist yet. The server creates it when it starts.`)];
    const file = join(folder, `doctor-${randomUUID()}`);
    try {
      await writeFile(file, file, { flag: 'wx', mode: 0o600 });
      const read = await readFile(file, 'utf8');
      if (read !== file) return [failed('storage', `${folder} returned different data. Check the disk.`)];
    } finally {
      await rm(file, { force: true });
    }
    return [ok('storage', `${folder} can be written and read.`)];
  } catch (error) {
    return [failed('storage', describeFailure(error))];
  }
}

/** Keys of the settings are not on the disk. */
export async function checkKeys(config: Config): Promise<Finding[]> {
  const names = await listLocalKeys(config);
  if (names.length === 0) return [ok('keys', 'The settings contain the keys.')];
  return Promise.all(names.map((name) => checkKey(resolve(config.dataDir, 'keys', name))));
}

async function checkKey(path: string): Promise<Finding> {
  try {
    if (!(await exists(path)))
      return warning(
        'keys',
        `${path} is missing. The next start creates it. If this server had this key before, put it back from a backup.`,
      );
    const { mode } = await stat(path);
    if ((mode & 0o077) !== 0)
      return failed('keys', `Group or others can read or write ${path}. Run chmod 600 on it.`);
    const isKey = keyPattern.test((await readFile(path, 'utf8')).trim());
    return isKey
      ? ok('keys', `${path} is readable only by its owner.`)
      : failed('keys', `${path} is not a key of 64 hexadecimal characters. Put back the key from a backup.`);
  } catch (error) {
    return failed('keys', describeFailure(error));
  }
}

const MEBIBYTE = 1024 ** 2;
const WARNS_BELOW_BYTES = 16 * SPACE_NEEDED_BYTES;

export async function checkDisk(
  { dataDir }: Config,
  readStats: (path: string) => Promise<{ bavail: number; bsize: number }> = statfs,
): Promise<Finding[]> {
  try {
    const folder = await nearestFolder(resolve(dataDir));
    const { bavail, bsize } = await readStats(folder);
    const free = bavail * bsize;
    const found = `${Math.floor(free / MEBIBYTE)} MiB are free at ${folder}.`;
    if (free >= WARNS_BELOW_BYTES) return [ok('disk', found)];
    const text = `${found} Free space, or move DATA_DIR to a larger disk.`;
    return [free < SPACE_NEEDED_BYTES ? failed('disk', text) : warning('disk', text)];
  } catch (error) {
    return [failed('disk', describeFailure(error))];
  }
}

async function nearestFolder(path: string): Promise<string> {
  return (await exists(path)) || dirname(path) === path ? path : nearestFolder(dirname(path));
}

/** Rejects if a part of the path is no folder or may not be read. */
export async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}
