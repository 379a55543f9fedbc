import { expect, test } from 'vitest';
import type { z } from 'zod';
import { serializerOf } from '#platform/server/serialize.ts';
import { Application } from './contract.ts';
import { Eligibility } from './eligibility-contract.ts';
import { applicationSample, eligibilitySample, strikeSample } from './sample.ts';
import { Strike } from './strike-contract.ts';

const samples: [string, z.ZodType, unknown][] = [
  ['an application', Application, applicationSample],
  ['a strike', Strike, strikeSample],
  ['what is missing', Eligibility, eligibilitySample],
];

test.each(samples)('%s satisfies the contract and leaves the server as it is', (_, schema, sample) => {
  expect(schema.parse(sample)).toEqual(sample);
  expect(JSON.parse(serializerOf(schema)(sample))).toEqual(sample);
});
