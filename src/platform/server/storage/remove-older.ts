import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Removes the files of a folder that were last written before this moment. Returns their number. */
export async function removeOlder(folder: string, moment: Date): Promise<number> {
  let removed = 0;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    // Another process may have finished or removed it by now.
    const found = await stat(path).catch(() => null);
    if (found === null || found.mtime >= moment) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}
