import { expect, test } from 'vitest';
import { serializerOf } from '#platform/server/serialize.ts';
import { Application } from './contract.ts';
import { applicationSample } from './sample.ts';

test('an application satisfies the contract and leaves the server as it is', () => {
  expect(Application.parse(applicationSample)).toEqual(applicationSample);
  expect(JSON.parse(serializerOf(Application)(applicationSample))).toEqual(applicationSample);
});
