import { expect, test } from 'vitest';
import type { Application } from '../contract.ts';
import { applicationSample } from '../sample.ts';
import { nextStepText, ownStateOf } from './application-words.ts';
import { isDone, isInCalendarTime, noWork, type Work } from './work-words.ts';

/** The sample campaign: December 1 at 17:00 for 90 minutes, to be worked until 18:30 on the 2nd, proof until the 4th. */
const held: Application = {
  ...applicationSample,
  status: 'approved',
  approvedAt: '2026-11-30T10:00:00.000Z',
};
const social: Application = { ...held, campaign: { ...held.campaign, campaignType: 'social' } };
const over: Application = { ...held, campaign: { ...held.campaign, status: 'completed' } };
const reviewDueAt = '2026-12-05T17:00:00.000Z';
const proven = (status: 'pending' | 'approved' | 'rejected', changes: Partial<Work> = {}): Work => ({
  ...noWork,
  proof: { status, reviewDueAt },
  ...changes,
});

test.each([
  ['before it', '2026-12-01T16:29:59.999Z', held, 'Approved', /When it starts, track your work/],
  ['before a post', '2026-12-01T16:59:59.999Z', social, 'Approved', /Publish your post once it has started/],
  [
    'from half an hour before the start',
    '2026-12-01T16:30:00.000Z',
    held,
    'Open now',
    /^Track your work, then send your proof by Fri, Dec 4/,
  ],
  [
    'from the start of a post',
    '2026-12-01T17:00:00.000Z',
    social,
    'Open now',
    /^Publish your post, then send its address by Thu, Dec 17/,
  ],
  [
    'once tracking is over',
    '2026-12-02T18:30:00.000Z',
    held,
    'Proof due',
    /^The time for the work is over\. Send your proof by Fri, Dec 4/,
  ],
  ['at the deadline itself', '2026-12-04T18:30:00.000Z', held, 'Proof due', /Send your proof by/],
  [
    'after the deadline',
    '2026-12-04T18:30:00.001Z',
    held,
    'No proof sent',
    /^Proof was due by Fri, Dec 4.*no pay\.$/,
  ],
  [
    'in a campaign that has ended',
    '2026-12-03T10:00:00.000Z',
    over,
    'Over',
    /^This campaign is over, and no proof was sent\.$/,
  ],
])('without proof, %s', (_, moment, application, label, words) => {
  const now = new Date(moment);
  expect(ownStateOf(application, noWork, now).label).toBe(label);
  expect(nextStepText(application, noWork, now)).toMatch(words);
});

test.each([
  ['is with the advertiser', proven('pending'), 'Proof sent', /^You have sent your proof\. .* by Sat, Dec 5/],
  ['was approved', proven('approved'), 'Proof approved', /^Your proof was approved\.$/],
  ['is being paid', proven('approved', { payment: 'pending' }), 'Proof approved', /on its way, or waits/],
  ['is paid', proven('approved', { payment: 'completed' }), 'Paid', /you have been paid\.$/],
  [
    'could not be paid',
    proven('approved', { payment: 'failed' }),
    'Proof approved',
    /the pay did not arrive/,
  ],
  ['was rejected once', proven('rejected'), 'Proof rejected', /one new proof by Fri, Dec 4/],
  [
    'was rejected for good',
    proven('rejected', { maySendProof: false }),
    'Proof rejected',
    /^Your proof was rejected\.$/,
  ],
])('a proof that %s', (_, work, label, words) => {
  const now = new Date('2026-12-03T10:00:00.000Z');
  expect(ownStateOf(held, work, now).label).toBe(label);
  expect(nextStepText(held, work, now)).toMatch(words);
});

test('after the deadline nobody is told to send a second proof', () => {
  const text = nextStepText(held, proven('rejected'), new Date('2026-12-06T10:00:00.000Z'));
  expect(text).toBe('Your proof was rejected.');
});

test('what is being asked now comes before what the place is for', () => {
  const asked = {
    ...held,
    confirmationDueAt: '2026-12-01T17:30:00.000Z',
    can: { ...held.can, confirm: true },
  };
  const now = new Date('2026-12-01T17:00:00.000Z');
  expect(ownStateOf(asked, noWork, now).label).toBe('Please confirm');
  expect(nextStepText(asked, noWork, now)).toMatch(/^Please confirm by/);
});

test('nobody waits for a campaign that is over', () => {
  const waiting: Application = { ...over, status: 'pending' };
  const text = nextStepText(waiting, noWork, new Date('2026-12-06T10:00:00.000Z'));
  expect(text).toBe('This campaign is over, and nobody decides about it any more.');
});

test.each([
  ['a session', held, '2026-12-01T18:29:59.999Z', '2026-12-01T18:30:00.000Z'],
  ['a post', social, '2026-12-15T16:59:59.999Z', '2026-12-15T17:00:00.000Z'],
])('%s belongs in a calendar until its end', (_, { campaign }, before, after) => {
  expect(isInCalendarTime(campaign, noWork, new Date(before))).toBe(true);
  expect(isInCalendarTime(campaign, noWork, new Date(after))).toBe(false);
});

test.each([
  ['sent', 'pending', false],
  ['approved', 'approved', false],
  ['rejected, which leaves one more', 'rejected', true],
] as const)('a post whose proof is %s, with time left', (_, status, expected) => {
  expect(isInCalendarTime(social.campaign, proven(status), new Date('2026-12-03T10:00:00.000Z'))).toBe(
    expected,
  );
});

test.each([
  ['proof still to send', held, noWork, '2026-12-03T10:00:00.000Z', false],
  ['another proof to send', held, proven('rejected'), '2026-12-03T10:00:00.000Z', false],
  [
    'no proof left to send',
    held,
    proven('rejected', { maySendProof: false }),
    '2026-12-03T10:00:00.000Z',
    true,
  ],
  ['proof sent', held, proven('pending'), '2026-12-01T19:00:00.000Z', true],
  ['the deadline missed', held, noWork, '2026-12-06T10:00:00.000Z', true],
  ['its campaign ended', over, noWork, '2026-12-03T10:00:00.000Z', true],
])('with %s', (_, application, work, moment, expected) => {
  expect(isDone(application, work, new Date(moment))).toBe(expected);
});
