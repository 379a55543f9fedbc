import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filters } from './stages.ts';

const tests = ['src', 'packages', 'tests'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((path) => path.endsWith('.test.ts')),
);

test.each(Object.values(filters).flat())('the filter %s chooses a test', (filter) => {
  expect(tests.some((path) => path.includes(filter))).toBe(true);
});
