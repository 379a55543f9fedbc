import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

it('docs/security.md names only tests that exist', () => {
  const text = readFileSync(resolve(root, 'docs/security.md'), 'utf8');
  const named = Array.from(text.matchAll(/`([^`]+\/[^`]+\.test\.ts)`/g), ([, path = '']) => path);
  expect(named.length).toBeGreaterThan(60);
  expect(named.filter((path) => !existsSync(resolve(root, path)))).toEqual([]);
});
