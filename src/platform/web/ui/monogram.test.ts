import { expect, it } from 'vitest';
import { getInitials, getTint } from './monogram.tsx';

it.each([
  ['Ada Lovelace', 'AL'],
  ['promenade', 'P'],
  ['the blue door café', 'TC'],
  ['ada@example.com', 'AC'],
  ['  Émile   Zola ', 'ÉZ'],
  ['(7) Eleven', '7E'],
  ['', '?'],
  ['--', '?'],
])('%j has the initials %s', (name, initials) => {
  expect(getInitials(name)).toBe(initials);
});

it('returns one of six tints, always the same for a name', () => {
  expect(getTint('Ada Lovelace')).toBe(getTint(' ada lovelace '));
  const tints = new Set(Array.from({ length: 200 }, (_, at) => getTint(`name ${at}`)));
  expect([...tints].sort()).toEqual([1, 2, 3, 4, 5, 6]);
});
