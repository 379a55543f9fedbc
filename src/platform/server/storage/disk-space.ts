import { statfs } from 'node:fs/promises';
import { databaseErrorCode } from '../db/constraint-errors.ts';

/** Less than this is full: one upload can be larger. */
export const SPACE_NEEDED_BYTES = 64 * 1024 ** 2;

export async function hasDiskSpace(
  folder: string,
  readStats: (path: string) => Promise<{ bavail: number; bsize: number }> = statfs,
): Promise<boolean> {
  try {
    const { bavail, bsize } = await readStats(folder);
    return bavail * bsize >= SPACE_NEEDED_BYTES;
  } catch {
    return false;
  }
}

const DISK_FULL = '53100';

export function isDiskFullError(error: unknown): boolean {
  if (databaseErrorCode(error) === DISK_FULL) return true;
  if (!(error instanceof Error)) return false;
  const isFull = 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
  return isFull || isDiskFullError(error.cause);
}
