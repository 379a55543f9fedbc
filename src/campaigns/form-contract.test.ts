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

test('accepts a short description in a draft but not in a campaign', () => {
  const form = wearableForm(now, { description: 'Wear' });
  expect(DraftForm.safeParse(form).success).toBe(true);
  expect(problems(form)).toEqual({ description: 'Description must be at least 10 characters' });
});

test.each([
  [{ minFollowers: 20_000, maxFollowers: 10_000 }, { maxFollowers: 'Must be at least the minimum' }],
  [{ minFollowers: 10_000, maxFollowers: 10_000 }, {}],
  [{ minFollowers: 20_000 }, {}],
  [{ maxFollowers: 10_000 }, {}],
])('rejects a maximum of followers below the minimum: %o', (changes, expected) => {
  expect(problems(socialForm(now, changes))).toEqual(expected);
});

test('missing fields of one type use the specification’s message', () => {
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
