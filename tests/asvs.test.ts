import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const text = readFileSync(resolve(root, 'docs/asvs.md'), 'utf8');

/** Requirements of levels 1 and 2 per section. Their numbers begin at 1 and have no gaps. */
const counts = `1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2
  4.4:4 5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2
  8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1
  11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5
  16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2`;
const ids = counts.split(/\s+/).flatMap((part) => {
  const [section = '', count = ''] = part.split(':');
  return Array.from({ length: Number(count) }, (_, index) => `${section}.${index + 1}`);
});

const rows = Array.from(
  text.matchAll(/^\| (\d[\d.]*) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm),
  ([, id = '', asks = '', state = '', where = '']) => ({ id, asks, state, where }),
);
const listIds = (accepts: (row: (typeof rows)[number]) => boolean) =>
  rows.filter(accepts).map(({ id }) => id);
const isIncomplete = ({ state }: { state: string }) => state === 'partly' || state === 'not met';
const listPaths = (where: string) =>
  Array.from(where.matchAll(/`([^`\s]+)`/g), ([, path = '']) => path).filter((path) =>
    /^[\w.-]+(?:\/[\w.-]+)*\.(?:tsx?|md|json)$/.test(path),
  );

it('every requirement of levels 1 and 2 has one row, in their order', () => {
  expect(ids).toHaveLength(253);
  expect(rows.map(({ id }) => id)).toEqual(ids);
});

it('every row has one of four states and a description of its own', () => {
  const states = ['met', 'partly', 'not met', 'not applicable'];
  expect(listIds(({ state }) => !states.includes(state))).toEqual([]);
  expect(listIds(({ asks }) => asks.split(' ').length > 8)).toEqual([]);
  const [met, partly, notMet, notApplicable] = states.map(
    (state) => rows.filter((row) => row.state === state).length,
  );
  expect(text).toContain(
    `${met} are met, ${partly} partly, and ${notMet} not. ${notApplicable} do not apply.`,
  );
});

it('every row says where it is met and shown, or what is missing', () => {
  expect(listIds(({ state, where }) => state === 'met' && listPaths(where).length === 0)).toEqual([]);
  expect(listIds(({ state, where }) => state === 'met' && !/\.test\.tsx?`|\breviewed\b/.test(where))).toEqual(
    [],
  );
  expect(listIds((row) => isIncomplete(row) !== row.where.includes('Missing: '))).toEqual([]);
});

it('every file that a row names exists', () => {
  const paths = rows.flatMap(({ where }) => listPaths(where));
  expect(paths.length).toBeGreaterThan(300);
  expect(paths.filter((path) => !existsSync(resolve(root, path)))).toEqual([]);
});

it('the list at the end has every row with something missing, once', () => {
  const [, end = ''] = text.split('## What is missing, by risk');
  const listed = Array.from(end.matchAll(/\*\*([^*]+)\*\*/g), ([, group = '']) => group.split(', ')).flat();
  expect(listed.toSorted()).toEqual(listIds(isIncomplete).toSorted());
});
