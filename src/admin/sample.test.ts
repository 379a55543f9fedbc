import { expect, test } from 'vitest';
import { serializerOf } from '#platform/server/serialize.ts';
import { AdminStats, AdminUser } from './contract.ts';
import { adminStatsSample, adminUserSample } from './sample.ts';

test.each([
  ['an account', AdminUser, adminUserSample],
  [
    'one that has said nothing yet',
    AdminUser,
    { ...adminUserSample, firstName: null, lastName: null, userType: null },
  ],
  ['the figures', AdminStats, adminStatsSample],
])('%s satisfies the contract and leaves the server as it is', (_, schema, sample) => {
  expect(schema.parse(sample)).toEqual(sample);
  expect(JSON.parse(serializerOf(schema)(sample))).toEqual(sample);
});
