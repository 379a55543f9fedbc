import { expect, test } from 'vitest';
import { serializerOf } from '#platform/server/serialize.ts';
import { LiveLocation, Presence, TrackingSession } from './contract.ts';
import { liveLocationSample, presenceSample, trackingSessionSample } from './sample.ts';

test.each([
  ['a session', TrackingSession, trackingSessionSample],
  ['a position', LiveLocation, liveLocationSample],
  ['one on the way', LiveLocation, { ...liveLocationSample, latitude: null, longitude: null }],
  ['a presence', Presence, presenceSample],
  ['one of a campaign without a duration', Presence, { ...presenceSample, score: null }],
])('%s satisfies the contract and leaves the server as it is', (_, schema, sample) => {
  expect(schema.parse(sample)).toEqual(sample);
  expect(JSON.parse(serializerOf(schema)(sample))).toEqual(sample);
});

test('a presence kept before signs were looked for stays without them, which is not the same as none', () => {
  const { signals: _, ...old } = presenceSample;
  const read = Presence.nullable().parse(old);
  expect(JSON.parse(serializerOf(Presence.nullable())(read))).toEqual(old);
});
