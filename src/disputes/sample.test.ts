import { expect, test } from 'vitest';
import { serializerOf } from '#platform/server/serialize.ts';
import { Dispute } from './contract.ts';
import { disputeSample } from './sample.ts';

test.each([
  ['an open dispute', disputeSample],
  [
    'a decided dispute',
    { ...disputeSample, status: 'upheld', note: 'It can be seen.', decidedAt: '2026-12-06T09:00:00.000Z' },
  ],
])('%s satisfies the contract and leaves the server as it is', (_, sample) => {
  expect(Dispute.parse(sample)).toEqual(sample);
  expect(JSON.parse(serializerOf(Dispute)(sample))).toEqual(sample);
});
