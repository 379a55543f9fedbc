import { join } from 'node:path';
import type { Random } from '#kernel/id.ts';
import type { Config } from '../settings/config.ts';
import { folderStorage } from './folder-storage.ts';
import { s3Storage } from './s3-storage.ts';
import type { Storage } from './storage.ts';

/** Where the settings say that files are. */
export async function openStorage(
  { s3, dataDir }: Pick<Config, 's3' | 'dataDir'>,
  random: Random,
): Promise<Storage> {
  return s3 ? s3Storage(s3, { random }) : folderStorage({ folder: join(dataDir, 'files'), random });
}
