import { expect, test } from 'vitest';
import { serializerOf } from '#platform/server/serialize.ts';
import { Notification } from './contract.ts';
import { notificationSample } from './sample.ts';

test.each([
  ['a notification', Notification, notificationSample],
  ['a read one', Notification, { ...notificationSample, readAt: '2026-11-21T09:00:00.000Z', href: null }],
])('%s satisfies the contract and leaves the server as it is', (_, schema, sample) => {
  expect(schema.parse(sample)).toEqual(sample);
  expect(JSON.parse(serializerOf(schema)(sample))).toEqual(sample);
});
