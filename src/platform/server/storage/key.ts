import type { Random } from '#kernel/id.ts';

/** Two levels deep, so that no folder gets huge. */
export function createKey(random: Random): string {
  const name = random.hex(16);
  return `${name.slice(0, 2)}/${name.slice(2, 4)}/${name}`;
}

/** Accepts only keys that createKey() can have created, so that no key leads out of the storage. */
export function isKey(key: string): boolean {
  return /^([0-9a-f]{2})\/([0-9a-f]{2})\/\1\2[0-9a-f]{28}$/.test(key);
}
