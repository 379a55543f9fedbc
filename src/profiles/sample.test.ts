import { expect, test } from 'vitest';
import { ProfileForm } from './contract.ts';
import { profileFormSample } from './sample.ts';

test('the form is complete', () => {
  expect(ProfileForm.parse(profileFormSample)).toEqual(profileFormSample);
});
