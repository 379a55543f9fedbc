import { expect, test } from 'vitest';
import { serializerOf } from '#platform/server/serialize.ts';
import { CurrentUser } from './contract.ts';
import { advertiserSample, marketerSample } from './sample.ts';

test.each([
  ['a marketer', marketerSample],
  ['an advertiser', advertiserSample],
  ['somebody without a type', { ...advertiserSample, userType: null }],
])('%s satisfies the contract and leaves the server as it is', (_, sample) => {
  expect(CurrentUser.parse(sample)).toEqual(sample);
  expect(JSON.parse(serializerOf(CurrentUser)(sample))).toEqual(sample);
});
