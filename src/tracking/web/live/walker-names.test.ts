import { expect, test } from 'vitest';
import { trackingSessionSample } from '../../sample.ts';
import { nameWalkers } from './walker-names.ts';

const begun = (id: string, startTime: string) => ({ ...trackingSessionSample, id, startTime });
const early = begun('b', '2026-12-01T16:50:00.000Z');
const late = begun('a', '2026-12-01T16:55:00.000Z');

test('keeps the name of each session, and gives none twice', () => {
  const names = nameWalkers(new Map(), [late, early]);
  expect(Object.fromEntries(names)).toEqual({ b: 'Walker 1', a: 'Walker 2' });
  expect(nameWalkers(names, [late])).toBe(names);
  const third = begun('c', '2026-12-01T16:40:00.000Z');
  expect(nameWalkers(names, [third]).get('c')).toBe('Walker 3');
});
