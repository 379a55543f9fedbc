import { describe, expect, test } from 'vitest';
import { CampaignForm, DraftForm } from '../../form-contract.ts';
import { campaignSample } from '../../sample.ts';
import { validateCampaign, validateDraft } from './campaign-form-check.ts';
import { CampaignFormValues, toCampaignForm, toFormValues } from './campaign-form-values.ts';
import { filledForm } from './test-form-values.ts';

const now = new Date('2026-11-21T12:00:00Z');
const wearable: CampaignFormValues = { ...filledForm, totalBudget: '100000000' };
const social: CampaignFormValues = {
  ...wearable,
  campaignType: 'social',
  socialMediaPlatform: 'instagram',
  contentType: 'post',
  requiredTier: 'micro',
};

const amountText = 'Enter an amount in digits, such as 40 or 1,250.50';
const countText = 'Enter a whole number in digits, such as 30 or 1,200';
const huge = '9'.repeat(400);

describe('an invalid number is refused with its message, in drafts and campaigns', () => {
  test.each([
    ['payRate', '1e9', amountText],
    ['payRate', '1,00', amountText],
    ['payRate', 'forty', amountText],
    ['payRate', '-1', 'Must not be negative'],
    ['payRate', '0', 'Must be at least $25 per session'],
    ['payRate', '24.99', 'Must be at least $25 per session'],
    ['payRate', '40.001', 'At most two decimals'],
    ['payRate', '0.001', 'At most two decimals'],
    ['payRate', '1,000,000,001', 'This amount is too large'],
    ['payRate', huge, 'This amount is too large'],
    ['totalBudget', '1e9', amountText],
    ['totalBudget', '-1', 'Must not be negative'],
    ['totalBudget', '0.001', 'At most two decimals'],
    ['totalBudget', huge, 'This amount is too large'],
    ['duration', '1e2', countText],
    ['duration', '1 h', countText],
    ['duration', '-30', 'Must be at least 30 minutes'],
    ['duration', '0', 'Must be at least 30 minutes'],
    ['duration', '29', 'Must be at least 30 minutes'],
    ['duration', '30.5', 'Must be a whole number'],
    ['duration', '1441', 'Must be at most 1,440 minutes, which is 24 hours'],
    ['duration', huge, 'Must be at most 1,440 minutes, which is 24 hours'],
    ['totalMarketersNeeded', '1e1', countText],
    ['totalMarketersNeeded', '-1', 'Must be at least 1 marketer'],
    ['totalMarketersNeeded', '0', 'Must be at least 1 marketer'],
    ['totalMarketersNeeded', '0.001', 'Must be a whole number'],
    ['totalMarketersNeeded', '10,001', 'At most 10,000 marketers'],
    ['totalMarketersNeeded', huge, 'At most 10,000 marketers'],
  ] as const)('%s %j', (field, typed, text) => {
    const values = { ...wearable, [field]: typed };
    expect(validateDraft(values, now)).toEqual({ [field]: text });
    expect(validateCampaign(values, now)).toMatchObject({ [field]: text });
  });

  test.each([
    ['minFollowers', '1e4', countText],
    ['minFollowers', '-1', 'Must not be negative'],
    ['maxFollowers', '10.5', 'Must be a whole number'],
    ['maxFollowers', huge, 'No account has that many followers'],
    ['payRate', '1e2', amountText],
  ] as const)('of a social campaign: %s %j', (field, typed, text) => {
    const values = { ...social, [field]: typed };
    expect(validateDraft(values, now)).toEqual({ [field]: text });
    expect(validateCampaign(values, now)).toEqual({ [field]: text });
  });

  test.each([
    ['1e1', 'Enter the minutes in digits, 0 for none'],
    ['-1', 'Must not be negative'],
    ['61', 'At most 60 minutes'],
    ['0.5', 'Must be a whole number'],
  ])('minutes of video: %j', (videoDuration, text) => {
    const values = { ...wearable, proofRequirements: { ...wearable.proofRequirements, videoDuration } };
    const wrong = { 'proofRequirements.videoDuration': text };
    expect(validateDraft(values, now)).toEqual(wrong);
    expect(validateCampaign(values, now)).toEqual(wrong);
  });
});

test.each([
  [
    'the minutes of video of a post',
    { ...social, proofRequirements: { ...social.proofRequirements, videoDuration: 'two' } },
  ],
  ['the duration of a post', { ...social, duration: 'an hour' }],
  ['the followers of what is worn', { ...wearable, minFollowers: 'many', maxFollowers: '-1' }],
])('a hidden field causes no error: %s', (_, values) => {
  expect(validateDraft(values, now)).toEqual({});
  expect(validateCampaign(values, now)).toEqual({});
});

test('reports all errors at once, in drafts too', () => {
  const values = {
    ...wearable,
    payRate: '20',
    duration: '10',
    totalMarketersNeeded: 'three',
    startTime: null,
  };
  expect(validateDraft(values, now)).toEqual({
    payRate: 'Must be at least $25 per session',
    duration: 'Must be at least 30 minutes',
    totalMarketersNeeded: countText,
  });
});

test.each([
  ['', undefined],
  [' ', undefined],
  ['25', 25],
  ['40.50', 40.5],
  [' 1,000 ', 1000],
  ['$1,250.50', 1250.5],
])('pay typed as %j goes into the draft as %s', (payRate, value) => {
  const values = { ...wearable, payRate };
  expect(validateDraft(values, now)).toEqual({});
  expect(DraftForm.parse(toCampaignForm(values)).payRate).toBe(value);
});

test('accepts the limits of every range', () => {
  for (const [duration, totalMarketersNeeded] of [
    ['30', '1'],
    ['1,440', '10,000'],
  ] as const) {
    const values = { ...wearable, duration, totalMarketersNeeded };
    expect(validateCampaign(values, now)).toEqual({});
    expect(CampaignForm.safeParse(toCampaignForm(values)).success).toBe(true);
  }
});

test('reads numbers stored by an earlier version', () => {
  const kept = { ...wearable, payRate: 1250.5, duration: 90, totalMarketersNeeded: '', totalBudget: null };
  expect(CampaignFormValues.parse(kept)).toMatchObject({
    payRate: '1,250.5',
    duration: '90',
    totalMarketersNeeded: '',
    totalBudget: '',
  });
});

test.each([
  // The pay of a post is stored even if it is the budget's share.
  [{ payRate: '40.00', totalBudget: 120, totalMarketersNeeded: 3 }, ''],
  [{ payRate: '33.33', totalBudget: 100, totalMarketersNeeded: 3 }, ''],
  [{ payRate: '1050.50', totalBudget: 120, totalMarketersNeeded: 3 }, '1,050.50'],
  [{ payRate: '40.00', totalBudget: 0, totalMarketersNeeded: 0 }, '40'],
  [{ payRate: '0.00', totalBudget: 0, totalMarketersNeeded: 3 }, ''],
])('a social draft of %o comes back with the pay %j', (changes, payRate) => {
  expect(toFormValues({ ...campaignSample, campaignType: 'social', ...changes }).payRate).toBe(payRate);
});

test('a wearable draft comes back with its pay, even if the budget is pay × marketers', () => {
  expect(toFormValues(campaignSample).payRate).toBe('40');
});
