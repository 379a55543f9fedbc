/** docs/invariants.md against the tests: a promise that nothing shows is none. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const promises = readFileSync(join(root, 'docs/invariants.md'), 'utf8');
const [table = '', waiting = ''] = promises.split('## Not shown yet');
const numbers = Array.from(table.matchAll(/^\| (\d+) \|/gm), ([, number]) => Number(number));
const awaited = Array.from(waiting.matchAll(/^- (\d+) waits for /gm), ([, number]) => Number(number));

/** The numbers in the names of tests: 'invariant 7: …', 'invariants 1, 2 and 31: …'. */
function shownIn(folder: string): number[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(test|spec)\.tsx?$/.test(name))
    .flatMap((name) => {
      const text = readFileSync(join(root, folder, name), 'utf8');
      return Array.from(text.matchAll(/['"`]invariants? ((?:\d+(?:, | and )?)+)/g), ([, list = '']) =>
        (list.match(/\d+/g) ?? []).map(Number),
      ).flat();
    });
}

test('every invariant has a test that bears its number, or says what it waits for', () => {
  expect(numbers).toEqual(Array.from({ length: 35 }, (_, index) => index + 1));
  const shown = new Set([...shownIn('src'), ...shownIn('tests')]);
  expect(numbers.filter((number) => !shown.has(number))).toEqual(awaited);
});
