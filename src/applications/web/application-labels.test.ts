import { expect, test } from 'vitest';
import { formatZonedTime } from '#platform/web/ui/format-time.ts';
import type { Application } from '../contract.ts';
import { applicationSample } from '../sample.ts';
import {
  formatNextStep,
  formatOwnStatus,
  formatTimeLeft,
  formatWithdrawalCost,
} from './application-labels.ts';
import { noWork } from './own/work-labels.ts';

/** The sample campaign starts on December 1 at 17:00. */
const now = new Date('2026-11-28T17:00:00.000Z');
const held = (changes: Partial<Application> = {}): Application => ({
  ...applicationSample,
  status: 'approved',
  approvedAt: '2026-11-22T09:00:00.000Z',
  ...changes,
});

const asked = { confirmationDueAt: '2026-12-01T01:00:00.000Z' };

test('the text tells a marketer in advance that they will be asked to confirm', () => {
  expect(formatNextStep(held(), noWork, now)).not.toBe(formatNextStep(held(asked), noWork, now));
});

test.each([
  ['approved within 32 hours of the start', held({ approvedAt: '2026-11-30T10:00:00.000Z' }), now],
  ['who would have been asked by now', held(), new Date('2026-11-30T18:00:00.000Z')],
])('a marketer %s reads the same as one who was already asked', (_, application, moment) => {
  expect(formatNextStep(application, noWork, moment)).toBe(formatNextStep(held(asked), noWork, moment));
});

test('a post needs no confirmation', () => {
  const campaign = { ...applicationSample.campaign, campaignType: 'social' as const };
  const text = formatNextStep(held({ campaign }), noWork, now);
  expect(text).toBe(formatNextStep(held({ campaign, ...asked }), noWork, now));
  expect(text).not.toBe(formatNextStep(held(asked), noWork, now));
});

test('a place that was taken back reads differently from one that was given back', () => {
  const givenBack = held({
    status: 'withdrawn',
    confirmationDueAt: '2026-12-01T01:00:00.000Z',
    decidedAt: '2026-12-01T01:00:30.000Z',
  });
  const takenBack = { ...givenBack, hasExpired: true };
  const labels = [takenBack, givenBack].map((one) => formatOwnStatus(one, noWork, now).label);
  expect(labels).toEqual(['Not confirmed', 'Withdrawn']);
  expect(formatNextStep(takenBack, noWork, now)).not.toBe(formatNextStep(givenBack, noWork, now));
});

const early = { lateWithdrawalFrom: '2026-12-01T05:00:00.000Z' };
const late = { lateWithdrawalFrom: '2026-11-28T05:00:00.000Z', isWithdrawalLate: true };
const approvedLate = {
  approvedAt: '2026-12-01T05:00:00.000Z',
  lateWithdrawalFrom: applicationSample.campaign.startTime,
};

test('withdrawing reads differently without a place, in time, late, and after a late approval', () => {
  const texts = [
    applicationSample,
    held(early),
    held(late),
    held(approvedLate),
    held({ ...approvedLate, isWithdrawalLate: true }),
    held({ hasMovedUp: true }),
  ].map((application) => formatWithdrawalCost(application, now));
  expect(new Set(texts).size).toBe(texts.length);
});

test('a late withdrawal reads differently before and after the start', () => {
  const application = held({ ...early, isWithdrawalLate: true });
  const before = formatWithdrawalCost(application, new Date('2026-12-01T16:59:59.999Z'));
  expect(formatWithdrawalCost(application, new Date('2026-12-01T17:00:00.000Z'))).not.toBe(before);
});

test('withdrawing in time names the moment from which it is a strike', () => {
  expect(formatWithdrawalCost(held(early), now)).toContain(
    formatZonedTime(early.lateWithdrawalFrom, applicationSample.campaign.timeZone),
  );
});

test('a marketer approved late reads until when withdrawing is free', () => {
  const moment = new Date('2026-12-01T11:00:00.000Z');
  const start = formatZonedTime(
    applicationSample.campaign.startTime ?? '',
    applicationSample.campaign.timeZone,
  );
  const application = held({ ...approvedLate, approvedAt: '2026-12-01T10:00:00.000Z' });
  expect(formatNextStep(application, noWork, moment)).toContain(start);
  // After an outage, strikes also begin at the start, but without a late approval.
  expect(
    formatNextStep(held({ lateWithdrawalFrom: approvedLate.lateWithdrawalFrom }), noWork, now),
  ).not.toContain(start);
});

test.each([
  [8 * 3_600_000, '8 h 0 min'],
  [3_600_001, '1 h 1 min'],
  [59_000, '1 min'],
  [-5, '0 min'],
])('%i milliseconds left read %s', (milliseconds, words) => {
  expect(formatTimeLeft(milliseconds)).toBe(words);
});
