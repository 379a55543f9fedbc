import { expect, test } from 'vitest';
import { checkWords } from './words.ts';

const messages = (path: string, text: string) =>
  checkWords([{ path, text }], []).map(({ message }) => message);

test('reports banned words, vague file names, functions that end in Of, and avoided verbs', () => {
  expect(checkWords([{ path: 'src/a.ts', text: '\n// nobody' }], [])).toMatchObject([
    { place: 'src/a.ts:2', message: "avoid 'nobody'" },
  ]);
  expect(messages('src/web/kyc-words.ts', '')).toHaveLength(1);
  expect(messages('src/a.ts', 'export function stateOf(row: Row) {}')).toHaveLength(1);
  expect(messages('src/a.ts', 'const stateOf = async (id: Id): Promise<State> => read(id);')).toHaveLength(1);
  expect(messages('src/a.ts', 'export async function judgeProof() {}')).toHaveLength(1);
  expect(messages('src/a.ts', 'export const putter = putAway; export function putters() {}')).toEqual([]);
  expect(messages('src/a.ts', 'const partOf = names[0]; list.indexOf(1); keyof Row;')).toEqual([]);
});

test.each(['nobodyElse', 'isNobody', 'is_nobody', 'IS_NOBODY', 'Nobody', 'deedsOfDay', 'askEverybodyElse'])(
  'reports a banned word inside the name %s',
  (name) => {
    expect(messages('src/a.ts', `const ${name} = 1;`)).toHaveLength(1);
  },
);

test('allows a banned word as a part of another word', () => {
  expect(messages('src/a.ts', 'indeed(); deedless(); const INDEED = renewAll();')).toEqual([]);
});

test('reports commit subjects of more than 72 characters', () => {
  expect(checkWords([], ['a'.repeat(72)])).toEqual([]);
  expect(checkWords([], ['a'.repeat(73)])).toHaveLength(1);
});
