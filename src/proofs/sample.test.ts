import { expect, test } from 'vitest';
import { serializerOf } from '#platform/server/serialize.ts';
import { Proof } from './contract.ts';
import { proofSample } from './sample.ts';

test.each([
  ['a proof', Proof, proofSample],
  [
    'a decided proof',
    Proof,
    { ...proofSample, status: 'rejected', decidedAt: '2026-12-02T09:00:00.000Z', reviewNotes: 'Too dark' },
  ],
])('%s satisfies the contract and leaves the server as it is', (_, schema, sample) => {
  expect(schema.parse(sample)).toEqual(sample);
  expect(JSON.parse(serializerOf(schema)(sample))).toEqual(sample);
});
