import { expect, test } from 'vitest';
import { Team } from './contract.ts';
import { teamSample } from './sample.ts';

test('the samples are what the contract says', () => {
  expect(Team.parse(teamSample)).toEqual(teamSample);
});
