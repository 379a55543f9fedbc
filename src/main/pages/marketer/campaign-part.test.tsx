import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import { type Application, apply, decideApplication, listApplications } from '#applications/contract.ts';
import { getEligibility } from '#applications/eligibility-contract.ts';
import { listOwnInvitations } from '#applications/invitation-contract.ts';
import { confirmApplication } from '#applications/place-contract.ts';
import { applicationSample } from '#applications/sample.ts';
import { type Campaign, getCampaign } from '#campaigns/contract.ts';
import { campaignSample } from '#campaigns/sample.ts';
import { listPayments } from '#payments/contract.ts';
import { sampleWaitingPayment } from '#payments/sample.ts';
import { marketer } from '#payments/web/test-marketer.ts';
import { createManualClock } from '#platform/web/manual-clock.ts';
import { stubCall, stubNetwork, stubRefusal, renderScreen } from '#platform/web/screen-test.tsx';
import { listProofs, type Proof } from '#proofs/contract.ts';
import { listRatingExchanges } from '#ratings/contract.ts';
import { getOwnSession } from '#tracking/contract.ts';
import CampaignMarketerPart from './campaign-part.tsx';

/** An hour before the sample campaign opens. */
const clock = createManualClock(new Date('2026-12-01T15:30:00.000Z'));
const none = { ...applicationSample.can, approve: false, reject: false };
const application = (changes: Partial<Application>): Application => ({
  ...applicationSample,
  can: none,
  ...changes,
});
const proof = (changes: Partial<Proof>): Proof => ({
  id: '1d0c5a0e-6d0c-4f7e-9a57-3f6f2a8f1c01',
  campaignId: campaignSample.id,
  campaignTitle: campaignSample.title,
  timeZone: campaignSample.timeZone,
  marketerName: 'Maya Lindqvist',
  marketerImage: null,
  isMarketerDeleted: false,
  status: 'pending',
  location: { address: campaignSample.location },
  duration: 70,
  submittedAt: '2026-12-01T15:00:00.000Z',
  strength: 'ordinary',
  isPaymentDisputed: false,
  reviewDueAt: '2026-12-04T15:00:00.000Z',
  signsAnswer: null,
  spotChecks: [],
  decidedAt: null,
  reviewNotes: null,
  rejectReason: null,
  payment: null,
  paidAmount: null,
  dispute: null,
  disputableUntil: null,
  tip: null,
  tippable: null,
  threadId: null,
  note: null,
  postUrl: null,
  signs: [],
  isAdDisclosed: null,
  postHandle: null,
  postChecks: [],
  sessionId: null,
  sessions: [],
  presence: null,
  media: [],
  replacedMedia: [],
  amendment: null,
  payRate: '40.00',
  can: {
    approve: false,
    reject: false,
    resend: false,
    answerSigns: false,
    askAgain: false,
    sendAgain: false,
  },
  ...changes,
});

function show(applications: Application[], proofs: Proof[] = [], campaign: Campaign = campaignSample) {
  const received = stubNetwork(
    stubCall(getCurrentUser, marketer),
    stubCall(listApplications, applications),
    stubCall(listOwnInvitations, []),
    stubCall(listProofs, proofs),
    stubCall(getOwnSession, { session: null, closed: 'not-yet' }),
    stubCall(getCampaign, campaign),
    stubCall(listRatingExchanges, []),
    stubCall(listPayments, [{ ...sampleWaitingPayment, campaignId: campaignSample.id }]),
  );
  renderScreen(<CampaignMarketerPart campaign={campaign} />, { clock });
  return received;
}

test('offers to apply', async () => {
  show([]);
  expect(await screen.findByRole('button', { name: 'Apply Now' })).toHaveProperty('disabled', false);
});

const campaignPath = `/campaigns/${campaignSample.id}`;
const profileLink = `/profile?back=${encodeURIComponent(campaignPath)}`;
test.each([
  [{ profileImageUrl: '/files/1', kycStatus: 'incomplete', paypalEmail: null }, ['/kyc', '/payments']],
  [{ profileImageUrl: null, kycStatus: 'pending', paypalEmail: 'maya@example.com' }, [profileLink]],
  [{ profileImageUrl: '/files/1', kycStatus: 'pending', paypalEmail: 'maya@example.com' }, []],
] as const)(
  'says before the application what is missing to apply and to be paid: %o',
  async (changes, links) => {
    stubNetwork(
      stubCall(getCurrentUser, { ...marketer, ...changes }),
      stubCall(listApplications, []),
      stubCall(listOwnInvitations, []),
      stubCall(listProofs, []),
    );
    renderScreen(<CampaignMarketerPart campaign={campaignSample} />, { clock, at: campaignPath });
    await screen.findByRole('button', { name: 'Apply Now' });
    const shown = screen.queryAllByRole('link').map((link) => link.getAttribute('href'));
    expect(shown).toEqual(links);
  },
);

test('moves the focus to the new application after the user applies', async () => {
  show([]);
  const button = await screen.findByRole('button', { name: 'Apply Now' });
  const applied = application({ status: 'pending', can: { ...none, withdraw: true } });
  stubNetwork(
    stubCall(getCurrentUser, { ...marketer, locationConsent: true }),
    stubCall(getEligibility, { canApply: true, missing: [] }),
    stubCall(apply, applied),
    stubCall(listApplications, [applied]),
    stubCall(listOwnInvitations, []),
    stubCall(listProofs, []),
    stubCall(getCampaign, campaignSample),
  );
  button.focus();
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByRole('button', { name: /^Withdraw/ })).toBeTruthy();
  const part = screen.getByRole('region', { name: 'Your part in Cold brew on Market Street' });
  await waitFor(() => expect(document.activeElement).toBe(part));
});

test('withdraws a pending application after a confirmation', async () => {
  const waiting = application({ status: 'pending', can: { ...none, withdraw: true } });
  show([waiting]);
  expect(await screen.findByRole('button', { name: /^Withdraw/ })).toBeTruthy();
  const withdrawn = application({ status: 'withdrawn' });
  const received = stubNetwork(
    stubCall(decideApplication, withdrawn),
    stubCall(listApplications, () =>
      received.some(({ endpoint }) => endpoint === decideApplication) ? [withdrawn] : [waiting],
    ),
    stubCall(getCampaign, campaignSample),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw from Cold brew on Market Street' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw your application?' }));
  expect(dialog.queryByText('This is a strike')).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Withdraw' }));
  expect(await screen.findByText('Withdrawn')).toBeTruthy();
  expect(received.find(({ endpoint }) => endpoint === decideApplication)?.body).toEqual({
    status: 'withdrawn',
  });
});

test('shows the position on the waitlist', async () => {
  show([application({ status: 'pending', benchPosition: 2 })]);
  expect(await screen.findByText('On the waitlist')).toBeTruthy();
  expect(screen.getByText(/number 2/)).toBeTruthy();
});

test('counts down the time to confirm, and confirms with one press', async () => {
  const asked = application({
    status: 'approved',
    confirmationDueAt: '2026-12-01T16:45:00.000Z',
    can: { ...none, confirm: true, addToCalendar: true },
  });
  const confirmed = {
    ...asked,
    confirmedAt: '2026-12-01T15:30:00.000Z',
    can: { ...none, addToCalendar: true },
  };
  show([asked]);
  expect(await screen.findByText(/^1 h 15 min/)).toBeTruthy();
  act(() => clock.advance(16 * 60_000));
  expect(screen.getByText(/^59 min/)).toBeTruthy();
  expect(screen.getByRole('link', { name: /^Add to calendar/ }).getAttribute('href')).toBe(
    `/api/applications/${asked.id}/calendar.ics`,
  );
  const received = stubNetwork(
    stubCall(confirmApplication, confirmed),
    stubCall(listApplications, [confirmed]),
    stubCall(getCampaign, campaignSample),
  );
  await userEvent.click(screen.getByRole('button', { name: /^Confirm your place/ }));
  expect(await screen.findAllByText('Confirmed')).not.toHaveLength(0);
  expect(received[0]?.params).toEqual({ id: asked.id });
});

test('shows that the place is lost if the confirmation is too late', async () => {
  const asked = application({
    status: 'approved',
    confirmationDueAt: '2026-12-01T15:00:00.000Z',
    can: { ...none, confirm: true },
  });
  const expired = application({
    status: 'withdrawn',
    confirmationDueAt: asked.confirmationDueAt,
    decidedAt: '2026-12-01T15:00:20.000Z',
    hasExpired: true,
  });
  show([asked]);
  await screen.findByRole('button', { name: /^Confirm your place/ });
  stubNetwork(
    stubRefusal(confirmApplication, 'application/decided'),
    stubCall(listApplications, [expired]),
    stubCall(getCampaign, campaignSample),
  );
  await userEvent.click(screen.getByRole('button', { name: /^Confirm your place/ }));
  expect(await screen.findByText('Not confirmed')).toBeTruthy();
});

test('warns about the strike before a late withdrawal', async () => {
  const held = application({ status: 'approved', isWithdrawalLate: true, can: { ...none, withdraw: true } });
  show([held]);
  await userEvent.click(await screen.findByRole('button', { name: /^Withdraw from/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Give up your place?' }));
  expect(dialog.getByText('This is a strike')).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Withdraw with a strike' })).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('after the approval, disables tracking and hides the proof form until they are possible', async () => {
  show([application({ status: 'approved' })]);
  expect(await screen.findByText(/^Tracking opens/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Start Tracking' })).toHaveProperty('disabled', true);
  expect(screen.queryByRole('button', { name: 'Submit proof' })).toBeNull();
});

test('offers no tracking for a social campaign', async () => {
  const social: Campaign = { ...campaignSample, campaignType: 'social', socialMediaPlatform: 'tiktok' };
  const { campaign } = applicationSample;
  show([application({ status: 'approved', campaign: { ...campaign, campaignType: 'social' } })], [], social);
  expect(await screen.findByText('Approved')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Start Tracking' })).toBeNull();
});

test('shows the review countdown and no second form while a proof is pending', async () => {
  show([application({ status: 'approved' })], [proof({})]);
  expect(await screen.findByText('2 d 23 h')).toBeTruthy();
  expect(screen.queryByText('Send your proof')).toBeNull();
});

test('shows the pay and its holds after a proof is approved', async () => {
  show([application({ status: 'approved' })], [proof({ status: 'approved' })]);
  expect(await screen.findByRole('heading', { name: 'Your pay' })).toBeTruthy();
  expect(screen.getByText(/Waiting for your identity check/)).toBeTruthy();
});

const mayResend = {
  approve: false,
  reject: false,
  resend: true,
  answerSigns: false,
  askAgain: false,
  sendAgain: false,
};

test('shows the review notes and a form for a new proof after a rejection', async () => {
  const rejected = proof({ status: 'rejected', reviewNotes: 'The logo is hidden.', can: mayResend });
  show([application({ status: 'approved' })], [rejected]);
  expect(await screen.findByText('The logo is hidden.')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Send a new proof' })).toBeTruthy();
});

test('offers no new proof if the server accepts none, such as after a dispute or a second rejection', async () => {
  const rejected = proof({ status: 'rejected', reviewNotes: 'The logo is hidden.' });
  show([application({ status: 'approved' })], [rejected]);
  expect(await screen.findByText('The logo is hidden.')).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Send a new proof' })).toBeNull();
});

test('links visitors to the sign-in, and tells advertisers that only marketers apply', async () => {
  stubNetwork(stubRefusal(getCurrentUser, 'auth/required'));
  const view = renderScreen(<CampaignMarketerPart campaign={campaignSample} />, { clock });
  expect((await screen.findByRole('link', { name: 'Apply Now' })).getAttribute('href')).toBe('/auth/signin');
  view.unmount();
  stubNetwork(stubCall(getCurrentUser, { ...marketer, userType: 'advertiser' }));
  const other = renderScreen(<CampaignMarketerPart campaign={campaignSample} />, { clock });
  expect(await screen.findByText('Only marketers apply.')).toBeTruthy();
  expect(other.container.textContent).not.toContain('Take part');
});
