import { expect, test } from 'vitest';
import type { Application } from '../contract.ts';
import { applicationSample } from '../sample.ts';
import { nextStepText, ownStateOf, timeLeftText, withdrawalText } from './application-words.ts';
import { noWork } from './work-words.ts';

/** The sample campaign starts on December 1 at 17:00. */
const now = new Date('2026-11-28T17:00:00.000Z');
const held = (changes: Partial<Application> = {}): Application => ({
  ...applicationSample,
  status: 'approved',
  approvedAt: '2026-11-22T09:00:00.000Z',
  ...changes,
});

test('whoever was approved long before the start is told when they will be asked', () => {
  expect(nextStepText(held(), noWork, now)).toMatch(
    /^You have a place.* we ask you to confirm that you come\. When it starts, track your work/,
  );
});

test.each([
  ['was approved within 32 hours of it', held({ approvedAt: '2026-11-30T10:00:00.000Z' }), now],
  ['was asked already and has answered', held({ confirmationDueAt: '2026-12-01T01:00:00.000Z' }), now],
  ['would have been asked by now', held(), new Date('2026-11-30T18:00:00.000Z')],
])('nobody is told so who %s', (_, application, moment) => {
  expect(nextStepText(application, noWork, moment)).toBe(
    'You have a place in this campaign. When it starts, track your work, then send your proof.',
  );
});

test('nobody is told so about a post, for which nobody is asked', () => {
  const { campaign } = applicationSample;
  expect(nextStepText(held({ campaign: { ...campaign, campaignType: 'social' } }), noWork, now)).toBe(
    'You have a place in this campaign. Publish your post once it has started, then send its address.',
  );
});

test('what is late after the start is not said to be before it', () => {
  const late = held({ isWithdrawalLate: true, strikeFrom: '2026-12-01T05:00:00.000Z' });
  expect(withdrawalText(late, new Date('2026-12-01T16:59:59.999Z'))).toMatch(
    /^It is less than 12 hours before/,
  );
  expect(withdrawalText(late, new Date('2026-12-01T17:00:00.000Z'))).toMatch(
    /^The work has begun: withdrawing/,
  );
});

test('a place that was taken back is told from one that was given back', () => {
  const givenBack = held({
    status: 'withdrawn',
    confirmationDueAt: '2026-12-01T01:00:00.000Z',
    decidedAt: '2026-12-01T01:00:30.000Z',
  });
  const takenBack = { ...givenBack, hasLapsed: true };
  const labels = [takenBack, givenBack].map((one) => ownStateOf(one, noWork, now).label);
  expect(labels).toEqual(['Not confirmed', 'Withdrawn']);
  expect(nextStepText(takenBack, noWork, now)).toMatch(/^You did not confirm in time/);
  expect(nextStepText(givenBack, noWork, now)).toBe('You have withdrawn this application.');
});

test.each([
  ['without a place', applicationSample, /no place yet.*no strike/],
  [
    'in time',
    held({ strikeFrom: '2026-12-01T05:00:00.000Z' }),
    /^Withdrawing is no strike until .*\. Your place becomes free\.$/,
  ],
  [
    'late',
    held({ isWithdrawalLate: true, strikeFrom: '2026-11-28T05:00:00.000Z' }),
    /^It is less than 12.*a strike/,
  ],
  [
    'approved late, before the start',
    held({ approvedAt: '2026-12-01T05:00:00.000Z', strikeFrom: applicationSample.campaign.startTime }),
    /^You were approved less than 12 hours before the start\. Withdrawing is no strike until /,
  ],
  [
    'approved late, after the start',
    held({
      approvedAt: '2026-12-01T05:00:00.000Z',
      strikeFrom: applicationSample.campaign.startTime,
      isWithdrawalLate: true,
    }),
    /^The work has begun: withdrawing now earns a strike/,
  ],
  [
    'after an outage that lasted almost until the start',
    held({ strikeFrom: applicationSample.campaign.startTime }),
    /^Withdrawing is no strike until /,
  ],
])('withdrawing %s says what it costs', (_, application, words) => {
  expect(withdrawalText(application, now)).toMatch(words);
});

test('whoever was approved late reads until when withdrawing is no strike', () => {
  const late = held({
    approvedAt: '2026-12-01T10:00:00.000Z',
    strikeFrom: applicationSample.campaign.startTime,
  });
  const words = /^You have a place.* You were approved late, so you can withdraw without a strike until /;
  expect(nextStepText(late, noWork, new Date('2026-12-01T11:00:00.000Z'))).toMatch(words);
  expect(nextStepText(held({ strikeFrom: '2026-12-01T05:00:00.000Z' }), noWork, now)).not.toMatch(/late/);
  const afterOutage = held({ strikeFrom: applicationSample.campaign.startTime });
  expect(nextStepText(afterOutage, noWork, now)).not.toMatch(/late/);
});

test('with a place that came too late to be early it is no strike', () => {
  const text = withdrawalText(held({ hasMovedUp: true }), new Date('2026-12-01T12:00:00.000Z'));
  expect(text).toBe('Withdrawing now is no strike. Your place becomes free.');
});

test.each([
  [8 * 3_600_000, '8 h 0 min'],
  [3_600_001, '1 h 1 min'],
  [59_000, '1 min'],
  [-5, '0 min'],
])('%i milliseconds left read %s', (milliseconds, words) => {
  expect(timeLeftText(milliseconds)).toBe(words);
});
