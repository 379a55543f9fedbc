import { expect, test } from 'vitest';
import type { Application } from '../../contract.ts';
import { applicationSample } from '../../sample.ts';
import { formatNextStep, formatOwnStatus } from '../application-labels.ts';
import { formatWorkAction, isDone, isWorthCalendarEntry, noWork, type Work } from './work-labels.ts';

/**
 * The sample campaign: December 1 at 17:00 for 90 minutes, open until 18:30 on the 2nd, proof due on the 4th.
 */
const held: Application = {
  ...applicationSample,
  status: 'approved',
  approvedAt: '2026-11-30T10:00:00.000Z',
};
const social: Application = { ...held, campaign: { ...held.campaign, campaignType: 'social' } };
const over: Application = { ...held, campaign: { ...held.campaign, status: 'completed' } };
const reviewDueAt = '2026-12-05T17:00:00.000Z';
const proven = (
  status: 'pending' | 'approved' | 'rejected',
  changes: Partial<Work> = {},
  strength: 'weak' | 'ordinary' = 'ordinary',
): Work => ({
  ...noWork,
  proof: { status, strength, reviewDueAt },
  ...changes,
});
const disputed = (
  changes: Partial<NonNullable<Work['proof']>>,
  { maySendProof = false }: Partial<Pick<Work, 'maySendProof'>> = {},
): Work =>
  proven('rejected', {
    maySendProof,
    proof: { status: 'rejected', strength: 'ordinary', reviewDueAt, ...changes },
  });

test.each([
  ['before it', '2026-12-01T16:29:59.999Z', held, 'Approved', ''],
  ['before a post', '2026-12-01T16:59:59.999Z', social, 'Approved', ''],
  ['from half an hour before the start', '2026-12-01T16:30:00.000Z', held, 'Open now', 'Fri, Dec 4'],
  ['from the start of a post', '2026-12-01T17:00:00.000Z', social, 'Open now', 'Thu, Dec 17'],
  ['once tracking is over', '2026-12-02T18:30:00.000Z', held, 'Proof due', 'Fri, Dec 4'],
  ['at the deadline itself', '2026-12-04T18:30:00.000Z', held, 'Proof due', 'Fri, Dec 4'],
  ['after the deadline', '2026-12-04T18:30:00.001Z', held, 'No proof sent', 'Fri, Dec 4'],
  ['in a campaign that has ended', '2026-12-03T10:00:00.000Z', over, 'Ended', ''],
])('without proof, %s', (_, moment, application, label, deadline) => {
  const now = new Date(moment);
  expect(formatOwnStatus(application, noWork, now).label).toBe(label);
  expect(formatNextStep(application, noWork, now)).toContain(deadline);
});

const proofs: [string, Work, string, string][] = [
  ['is with the advertiser', proven('pending'), 'Proof sent', 'Sat, Dec 5'],
  [
    'is weak and with the advertiser',
    proven('pending', {}, 'weak'),
    'Proof sent',
    'an administrator decides',
  ],
  ['was approved', proven('approved'), 'Proof approved', ''],
  ['is being paid', proven('approved', { payment: 'pending' }), 'Proof approved', ''],
  ['is paid', proven('approved', { payment: 'completed' }), 'Paid', ''],
  ['could not be paid', proven('approved', { payment: 'failed' }), 'Proof approved', ''],
  ['was rejected once', proven('rejected'), 'Proof rejected', 'Fri, Dec 4'],
  ['was rejected for good', proven('rejected', { maySendProof: false }), 'Proof rejected', ''],
  [
    'can be sent again or disputed',
    disputed({ disputableUntil: reviewDueAt }, { maySendProof: true }),
    'Proof rejected',
    'or dispute it until Sat, Dec 5',
  ],
  ['can only be disputed', disputed({ disputableUntil: reviewDueAt }), 'Proof rejected', 'Sat, Dec 5'],
  ['is disputed', disputed({ dispute: { isOpen: true } }), 'Proof rejected', 'until the dispute ends'],
];
const dayAfter = new Date('2026-12-03T10:00:00.000Z');

test.each(proofs)('a proof that %s', (_, work, label, deadline) => {
  expect(formatOwnStatus(held, work, dayAfter).label).toBe(label);
  expect(formatNextStep(held, work, dayAfter)).toContain(deadline);
});

test('every state of a proof has its own text', () => {
  const texts = proofs.map(([, work]) => formatNextStep(held, work, dayAfter));
  expect(new Set(texts).size).toBe(proofs.length);
});

test('after the deadline, the text doesn’t ask for a second proof', () => {
  const now = new Date('2026-12-06T10:00:00.000Z');
  const final = proven('rejected', { maySendProof: false });
  expect(formatNextStep(held, proven('rejected'), now)).toBe(formatNextStep(held, final, now));
});

test('a pending confirmation comes before the work', () => {
  const asked = {
    ...held,
    confirmationDueAt: '2026-12-01T17:30:00.000Z',
    can: { ...held.can, confirm: true },
  };
  const now = new Date('2026-12-01T17:00:00.000Z');
  expect(formatOwnStatus(asked, noWork, now).label).toBe('Please confirm');
  expect(formatNextStep(asked, noWork, now)).not.toBe(formatNextStep(held, noWork, now));
});

test('a pending application to an ended campaign doesn’t say that it is waiting', () => {
  const waiting: Application = { ...over, status: 'pending' };
  const now = new Date('2026-12-06T10:00:00.000Z');
  const text = formatNextStep({ ...held, status: 'pending' }, noWork, now);
  expect(formatNextStep(waiting, noWork, now)).not.toBe(text);
});

test.each([
  ['a session', held, '2026-12-01T18:29:59.999Z', '2026-12-01T18:30:00.000Z'],
  ['a post', social, '2026-12-15T16:59:59.999Z', '2026-12-15T17:00:00.000Z'],
])('%s is in the calendar until its end', (_, { campaign }, before, after) => {
  expect(isWorthCalendarEntry(campaign, noWork, new Date(before))).toBe(true);
  expect(isWorthCalendarEntry(campaign, noWork, new Date(after))).toBe(false);
});

test.each([
  ['sent', 'pending', false],
  ['approved', 'approved', false],
  ['rejected, which leaves one more', 'rejected', true],
] as const)('a post whose proof is %s, with time left', (_, status, expected) => {
  expect(isWorthCalendarEntry(social.campaign, proven(status), new Date('2026-12-03T10:00:00.000Z'))).toBe(
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

test.each([
  ['nothing before it opens', '2026-12-01T16:29:59.999Z', held, noWork, null],
  ['to track while it is open', '2026-12-01T16:30:00.000Z', held, noWork, 'Track your work'],
  ['proof of an open post', '2026-12-01T17:00:00.000Z', social, noWork, 'Send proof'],
  ['proof once tracking is over', '2026-12-02T18:30:00.000Z', held, noWork, 'Send proof'],
  ['another proof after a rejection', '2026-12-01T17:00:00.000Z', held, proven('rejected'), 'Send proof'],
  ['nothing while proof is in review', '2026-12-01T17:00:00.000Z', held, proven('pending'), null],
  ['nothing after the deadline', '2026-12-04T18:30:00.001Z', held, noWork, null],
])('asks for %s', (_, moment, application, work, action) => {
  expect(formatWorkAction(application, work, new Date(moment))).toBe(action);
});
