import { expect, test } from 'vitest';
import { trackingSessionSample } from '../../sample.ts';
import { nameWalkers, noNames } from './walker-names.ts';

const begun = (id: string, startTime: string) => ({ ...trackingSessionSample, id, startTime });
const early = begun('b', '2026-12-01T16:50:00.000Z');
const late = begun('a', '2026-12-01T16:55:00.000Z');
const elsewhere = { ...late, id: 'd', campaignId: '6f0d5a0e-6d0c-4f7e-9a57-3f6f2a8f1c22' };

test('numbers the sessions of each campaign, keeps each number, and gives none twice', () => {
  const naming = nameWalkers(noNames, [late, early, elsewhere]);
  expect(Object.fromEntries(naming.names)).toEqual({ b: 'Walker 1', a: 'Walker 2', d: 'Walker 1' });
  expect(nameWalkers(naming, [late])).toBe(naming);
  const third = begun('c', '2026-12-01T16:40:00.000Z');
  expect(nameWalkers(naming, [third]).names.get('c')).toBe('Walker 3');
});
