import { expect, test } from 'vitest';
import { CampaignForm, DraftForm } from './form-contract.ts';
import { socialForm, wearableForm } from './sample.ts';

const now = new Date('2026-11-21T12:00:00Z');
const problems = (form: object) => {
  const parsed = CampaignForm.safeParse(form);
  return parsed.success
    ? {}
    : Object.fromEntries(parsed.error.issues.map((one) => [one.path.join('.'), one.message]));
};

test('a draft may hold half a description, which a campaign may not', () => {
  const form = wearableForm(now, { description: 'Wear' });
  expect(DraftForm.safeParse(form).success).toBe(true);
  expect(problems(form)).toEqual({ description: 'Description must be at least 10 characters' });
});

test.each([
  [
    { minFollowers: 20_000, maxFollowers: 10_000 },
    { maxFollowers: 'Must not be less than the fewest followers' },
  ],
  [{ minFollowers: 10_000, maxFollowers: 10_000 }, {}],
  [{ minFollowers: 20_000 }, {}],
  [{ maxFollowers: 10_000 }, {}],
])('the followers of a social campaign may not cross: %o', (changes, expected) => {
  expect(problems(socialForm(now, changes))).toEqual(expected);
});

test('what only one type asks for is asked for in the specification’s words', () => {
  const text = 'Please fill in all required fields for the selected campaign type.';
  expect(problems(wearableForm(now, { payRate: null, duration: null }))).toEqual({
    payRate: text,
    duration: text,
  });
  const nothing = { socialMediaPlatform: null, contentType: null, requiredTier: null };
  expect(problems(socialForm(now, nothing))).toEqual({
    socialMediaPlatform: text,
    contentType: text,
    requiredTier: text,
  });
});
