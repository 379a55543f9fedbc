import { expect, test } from 'vitest';
import { formatAppointment } from '#platform/web/ui/format-time.ts';
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

const asked = { confirmationDueAt: '2026-12-01T01:00:00.000Z' };

test('the text tells a marketer in advance that they will be asked to confirm', () => {
  expect(nextStepText(held(), noWork, now)).not.toBe(nextStepText(held(asked), noWork, now));
});

test.each([
  ['approved within 32 hours of the start', held({ approvedAt: '2026-11-30T10:00:00.000Z' }), now],
  ['who would have been asked by now', held(), new Date('2026-11-30T18:00:00.000Z')],
])('a marketer %s reads the same as one who was already asked', (_, application, moment) => {
  expect(nextStepText(application, noWork, moment)).toBe(nextStepText(held(asked), noWork, moment));
});

test('a post needs no confirmation', () => {
  const campaign = { ...applicationSample.campaign, campaignType: 'social' as const };
  const text = nextStepText(held({ campaign }), noWork, now);
  expect(text).toBe(nextStepText(held({ campaign, ...asked }), noWork, now));
  expect(text).not.toBe(nextStepText(held(asked), noWork, now));
});

test('a place that was taken back reads differently from one that was given back', () => {
  const givenBack = held({
    status: 'withdrawn',
    confirmationDueAt: '2026-12-01T01:00:00.000Z',
    decidedAt: '2026-12-01T01:00:30.000Z',
  });
  const takenBack = { ...givenBack, hasLapsed: true };
  const labels = [takenBack, givenBack].map((one) => ownStateOf(one, noWork, now).label);
  expect(labels).toEqual(['Not confirmed', 'Withdrawn']);
  expect(nextStepText(takenBack, noWork, now)).not.toBe(nextStepText(givenBack, noWork, now));
});

const early = { strikeFrom: '2026-12-01T05:00:00.000Z' };
const late = { strikeFrom: '2026-11-28T05:00:00.000Z', isWithdrawalLate: true };
const approvedLate = {
  approvedAt: '2026-12-01T05:00:00.000Z',
  strikeFrom: applicationSample.campaign.startTime,
};

test('withdrawing reads differently without a place, in time, late, and after a late approval', () => {
  const texts = [
    applicationSample,
    held(early),
    held(late),
    held(approvedLate),
    held({ ...approvedLate, isWithdrawalLate: true }),
    held({ hasMovedUp: true }),
  ].map((application) => withdrawalText(application, now));
  expect(new Set(texts).size).toBe(texts.length);
});

test('a late withdrawal reads differently before and after the start', () => {
  const application = held({ ...early, isWithdrawalLate: true });
  const before = withdrawalText(application, new Date('2026-12-01T16:59:59.999Z'));
  expect(withdrawalText(application, new Date('2026-12-01T17:00:00.000Z'))).not.toBe(before);
});

test('withdrawing in time names the moment from which it is a strike', () => {
  expect(withdrawalText(held(early), now)).toContain(formatAppointment(early.strikeFrom));
});

test('a marketer approved late reads until when withdrawing is free', () => {
  const moment = new Date('2026-12-01T11:00:00.000Z');
  const start = formatAppointment(applicationSample.campaign.startTime ?? '');
  const application = held({ ...approvedLate, approvedAt: '2026-12-01T10:00:00.000Z' });
  expect(nextStepText(application, noWork, moment)).toContain(start);
  // After an outage, strikes also begin at the start, but without a late approval.
  expect(nextStepText(held({ strikeFrom: approvedLate.strikeFrom }), noWork, now)).not.toContain(start);
});

test.each([
  [8 * 3_600_000, '8 h 0 min'],
  [3_600_001, '1 h 1 min'],
  [59_000, '1 min'],
  [-5, '0 min'],
])('%i milliseconds left read %s', (milliseconds, words) => {
  expect(timeLeftText(milliseconds)).toBe(words);
});
