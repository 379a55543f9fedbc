import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import { type Application, decideApplication, listApplications } from '#applications/contract.ts';
import { applicationSample } from '#applications/sample.ts';
import { type Campaign, getCampaign } from '#campaigns/contract.ts';
import { campaignSample } from '#campaigns/sample.ts';
import { listPayments } from '#payments/contract.ts';
import { sampleWaitingPayment } from '#payments/sample.ts';
import { marketer } from '#payments/web/test-marketer.ts';
import { manualClock } from '#platform/web/manual-clock.ts';
import { answer, answerCalls, refuseCall, renderScreen } from '#platform/web/screen-test.tsx';
import { listProofs, type Proof } from '#proofs/contract.ts';
import { getOwnSession } from '#tracking/contract.ts';
import CampaignMarketerPart from './campaign-part.tsx';

/** An hour before the sample campaign opens. */
const clock = manualClock(new Date('2026-12-01T15:30:00.000Z'));
const none = { approve: false, reject: false, withdraw: false };
const application = (changes: Partial<Application>): Application => ({
  ...applicationSample,
  can: none,
  ...changes,
});
const proof = (changes: Partial<Proof>): Proof => ({
  id: '1d0c5a0e-6d0c-4f7e-9a57-3f6f2a8f1c01',
  campaignId: campaignSample.id,
  campaignTitle: campaignSample.title,
  marketerName: 'Maya Lindqvist',
  marketerImage: null,
  status: 'pending',
  location: { address: campaignSample.location },
  duration: 70,
  submittedAt: '2026-12-01T15:00:00.000Z',
  reviewDueAt: '2026-12-04T15:00:00.000Z',
  decidedAt: null,
  reviewNotes: null,
  note: null,
  postUrl: null,
  sessionId: null,
  presence: null,
  media: [],
  payRate: '40.00',
  can: { approve: false, reject: false },
  ...changes,
});

function show(applications: Application[], proofs: Proof[] = [], campaign: Campaign = campaignSample) {
  const received = answerCalls(
    answer(getCurrentUser, marketer),
    answer(listApplications, applications),
    answer(listProofs, proofs),
    answer(getOwnSession, { session: null }),
    answer(getCampaign, campaign),
    answer(listPayments, [{ ...sampleWaitingPayment, campaignId: campaignSample.id }]),
  );
  renderScreen(<CampaignMarketerPart campaign={campaign} />, { clock });
  return received;
}

test('before anything: apply', async () => {
  show([]);
  expect(await screen.findByRole('button', { name: 'Apply Now' })).toHaveProperty('disabled', false);
  expect(screen.getByText('The advertiser decides about your application.')).toBeTruthy();
});

test('waiting: the way back asks once more', async () => {
  show([application({ status: 'pending', can: { ...none, withdraw: true } })]);
  expect(await screen.findByText(/Waiting for the advertiser to decide/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw' }));
  const received = answerCalls(
    answer(decideApplication, application({ status: 'withdrawn' })),
    answer(listApplications, [application({ status: 'withdrawn' })]),
    answer(getCampaign, campaignSample),
  );
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Withdraw' }));
  expect(await screen.findByText('You have withdrawn this application.')).toBeTruthy();
  expect(received.find(({ endpoint }) => endpoint === decideApplication)?.body).toEqual({
    status: 'withdrawn',
  });
});

test('approved: tracking and proof, each with the time from which it is possible', async () => {
  show([application({ status: 'approved' })]);
  expect(await screen.findByText(/Track your work, then send your proof/)).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Start Tracking' })).toHaveProperty('disabled', true);
  expect(screen.getByText(/^Tracking opens/)).toBeTruthy();
  expect(screen.getByText(/^Proof can be sent from/)).toBeTruthy();
});

test('a social campaign is not tracked', async () => {
  const social: Campaign = { ...campaignSample, campaignType: 'social', socialMediaPlatform: 'tiktok' };
  const { campaign } = applicationSample;
  show([application({ status: 'approved', campaign: { ...campaign, campaignType: 'social' } })], [], social);
  expect(await screen.findByText(/Publish your post/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Start Tracking' })).toBeNull();
});

test('proof pending: the countdown, and no second form', async () => {
  show([application({ status: 'approved' })], [proof({})]);
  expect(await screen.findByText('2 d 23 h')).toBeTruthy();
  expect(screen.queryByText('Send your proof')).toBeNull();
});

test('proof approved: where the pay is and what it waits for', async () => {
  show([application({ status: 'approved' })], [proof({ status: 'approved' })]);
  expect(await screen.findByRole('heading', { name: 'Your pay' })).toBeTruthy();
  expect(screen.getByText(/Waiting for your identity check/)).toBeTruthy();
});

test('proof rejected: the notes and one new proof, not two', async () => {
  const rejected = proof({ status: 'rejected', reviewNotes: 'The logo is hidden.' });
  show([application({ status: 'approved' })], [rejected]);
  expect(await screen.findByText('The logo is hidden.')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Send a new proof' })).toBeTruthy();
});

test('after the second rejection there is no third', async () => {
  const rejected = proof({ status: 'rejected', reviewNotes: 'The logo is hidden.' });
  const first = { ...rejected, id: '2d0c5a0e-6d0c-4f7e-9a57-3f6f2a8f1c02' };
  show([application({ status: 'approved' })], [rejected, first]);
  expect(await screen.findByText('The logo is hidden.')).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Send a new proof' })).toBeNull();
});

test('signed out: the way in; an advertiser: nothing', async () => {
  answerCalls(refuseCall(getCurrentUser, 'auth/required'));
  const view = renderScreen(<CampaignMarketerPart campaign={campaignSample} />, { clock });
  expect((await screen.findByRole('link', { name: 'Apply Now' })).getAttribute('href')).toBe('/auth/signin');
  view.unmount();
  answerCalls(answer(getCurrentUser, { ...marketer, userType: 'advertiser' }));
  const other = renderScreen(<CampaignMarketerPart campaign={campaignSample} />, { clock });
  expect(other.container.textContent).not.toContain('Take part');
});
