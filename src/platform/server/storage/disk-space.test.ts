import { expect, test } from 'vitest';
import { hasDiskSpace } from './disk-space.ts';

test('a disk with less than 64 MiB, or without the folder, has no space', async () => {
  const hasSpace = (bytes: number) =>
    hasDiskSpace('/any', async () => ({ bavail: bytes / 4096, bsize: 4096 }));
  expect(await hasSpace(64 * 1024 ** 2)).toBe(true);
  expect(await hasSpace(64 * 1024 ** 2 - 4096)).toBe(false);
  expect(await hasDiskSpace('/no such folder')).toBe(false);
});
