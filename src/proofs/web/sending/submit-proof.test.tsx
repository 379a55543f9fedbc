import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import { testUser } from '#auth/web/test-user.ts';
import type { Campaign } from '#campaigns/contract.ts';
import { campaignSample } from '#campaigns/sample.ts';
import { SECOND } from '#kernel/time.ts';
import { stubProperty } from '#platform/web/test-cleanup.ts';
import { createManualClock } from '#platform/web/manual-clock.ts';
import {
  stubCall,
  stubNetwork,
  invalidFields,
  pasteInto,
  refusalText,
  stubRefusal,
  renderScreen,
} from '#platform/web/screen-test.tsx';
import { getOwnSession } from '#tracking/contract.ts';
import { testBrowser } from '#tracking/web/test-browser.ts';
import { stubIndexedDb } from '#tracking/web/test-indexed-db.ts';
import { stubUploads } from '#uploads/web/test-uploads.ts';
import { type Proof, submitProof } from '../../contract.ts';
import { issueCapturePermit } from '../../media-contract.ts';
import ProofKeeper from '../draft/proof-keeper.tsx';
import { OwnProof } from '../own-proof.tsx';
import { SubmitProof } from './submit-proof.tsx';

let server = stubUploads();

beforeEach(() => {
  server = stubUploads();
});

const clock = createManualClock(new Date('2026-12-01T18:30:00.000Z'));
const presence = {
  minutesInside: 60,
  coverage: 1,
  distanceMeters: 900,
  longestGapSeconds: 20,
  fixes: 240,
  score: 0.67,
  signals: [],
};
const session = {
  id: '7d0c5a0e-6d0c-4f7e-9a57-3f6f2a8f1c77',
  campaignId: campaignSample.id,
  marketerId: 'c2a1f0de-2b54-4b0a-9d0d-6b3c5e4f1a02',
  startTime: '2026-12-01T17:10:00.000Z',
  endTime: '2026-12-01T18:20:00.000Z',
  isRunning: false,
  presence,
  watchedBy: { viewers: 0, lastAt: null },
  total: null,
};
const proof: Proof = {
  id: '1d0c5a0e-6d0c-4f7e-9a57-3f6f2a8f1c01',
  campaignId: campaignSample.id,
  campaignTitle: campaignSample.title,
  timeZone: 'America/Los_Angeles',
  marketerName: 'Maya Lindqvist',
  marketerImage: null,
  isMarketerDeleted: false,
  status: 'pending',
  location: { address: campaignSample.location },
  duration: 70,
  submittedAt: '2026-12-01T18:30:00.000Z',
  strength: 'ordinary',
  isPaymentDisputed: false,
  reviewDueAt: '2026-12-04T18:30:00.000Z',
  signsAnswer: null,
  decidedAt: null,
  reviewNotes: null,
  rejectReason: null,
  note: null,
  postUrl: null,
  signs: [],
  isAdDisclosed: null,
  postHandle: null,
  postChecks: [],
  sessionId: session.id,
  sessions: [],
  spotChecks: [],
  presence,
  media: [],
  replacedMedia: [],
  amendment: null,
  payRate: '40.00',
  payment: null,
  paidAmount: null,
  dispute: null,
  disputableUntil: null,
  tip: null,
  tippable: null,
  threadId: null,
  can: {
    approve: false,
    reject: false,
    resend: false,
    answerSigns: false,
    askAgain: false,
    sendAgain: false,
  },
};
const simple: Campaign = {
  ...campaignSample,
  proofRequirements: { ...campaignSample.proofRequirements, videoDuration: 0 },
};
const social: Campaign = {
  ...campaignSample,
  campaignType: 'social',
  socialMediaPlatform: 'instagram',
  duration: null,
};

const marketer = testUser();
const permit = {
  id: '2d0c5a0e-6d0c-4f7e-9a57-3f6f2a8f1c02',
  issuedAt: '2026-12-01T17:00:00.000Z',
  now: '2026-12-01T18:30:00.000Z',
};
const stub = (...answers: Parameters<typeof stubNetwork>) =>
  stubNetwork(stubCall(getCurrentUser, marketer), stubCall(issueCapturePermit, permit), ...answers);

const choose = async (...files: File[]) =>
  userEvent.upload(await screen.findByLabelText('Photos and videos', { selector: 'input' }), files);
const photo = (name: string) => new File([name], name, { type: 'image/jpeg' });
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Submit proof' }));
const sent = (received: ReturnType<typeof stubNetwork>) =>
  received.filter(({ endpoint }) => endpoint === submitProof).map(({ body }) => body);

test('shows missing requirements, then submits the proof', async () => {
  const received = stub(stubCall(getOwnSession, { session }), stubCall(submitProof, proof));
  renderScreen(<SubmitProof campaign={simple} />, { clock });
  await waitFor(() => expect(screen.getAllByText('(added)')).toHaveLength(1));
  await submit();
  await waitFor(() => expect(screen.getByText(/selfie/i, { selector: '[role=alert]' })).toBeTruthy());
  expect(sent(received)).toEqual([]);

  await choose(photo('me.jpg'), photo('crowd.jpg'));
  await waitFor(() => expect(screen.getAllByText('Ready, 1 KB')).toHaveLength(2));
  expect(screen.queryByText(/selfie/i, { selector: '[role=alert]' })).toBeNull();
  await pasteInto(screen.getByLabelText('Note to the advertiser'), 'Great crowd');
  await submit();
  expect(await screen.findByText('Proof submitted')).toBeTruthy();
  expect(sent(received)).toEqual([
    {
      campaignId: simple.id,
      marketerId: marketer.id,
      sessionId: session.id,
      note: 'Great crowd',
      submissionKey: expect.stringMatching(/^[0-9a-f]{32}$/),
      media: [
        { uploadId: 'upload-1', kind: 'selfie' },
        { uploadId: 'upload-2', kind: 'photo' },
      ],
    },
  ]);
});

test('blocks the proof until the user retries a failed upload', async () => {
  const received = stub(stubCall(getOwnSession, { session }), stubCall(submitProof, proof));
  renderScreen(<SubmitProof campaign={simple} />, { clock });
  await choose(photo('me.jpg'));
  expect(await screen.findByText('Ready, 1 KB')).toBeTruthy();
  server.trouble = { status: 401, message: 'Please sign in to continue.' };
  await choose(photo('crowd.jpg'));
  expect(await screen.findByText(refusalText('auth/required'))).toBeTruthy();
  await submit();
  expect(await screen.findByText(/^crowd\.jpg/, { selector: '[role=alert]' })).toBeTruthy();
  expect(sent(received)).toEqual([]);

  server.trouble = null;
  await userEvent.click(screen.getByRole('button', { name: 'Try crowd.jpg again' }));
  await waitFor(() => expect(screen.getAllByText('Ready, 1 KB')).toHaveLength(2));
  expect(screen.queryByText(/^crowd\.jpg/, { selector: '[role=alert]' })).toBeNull();
  await submit();
  expect(await screen.findByText('Proof submitted')).toBeTruthy();
  expect(sent(received)).toMatchObject([
    {
      media: [
        { uploadId: 'upload-1', kind: 'selfie' },
        { uploadId: 'upload-2', kind: 'photo' },
      ],
    },
  ]);
});

test('shows an unusable file among the errors, and submits once the user removes it', async () => {
  const received = stub(stubCall(getOwnSession, { session: null }), stubCall(submitProof, proof));
  renderScreen(<SubmitProof campaign={social} />, { clock });
  const screenshots = await screen.findByLabelText('Screenshots', { selector: 'input' });
  const animation = new File(['post'], 'post.gif', { type: 'image/gif' });
  await userEvent.setup({ applyAccept: false }).upload(screenshots, animation);
  await userEvent.click(screen.getByRole('checkbox', { name: 'The post is marked as an ad' }));
  await submit();
  await waitFor(() => expect(invalidFields()).toEqual(['Link to your post']));
  expect(screen.getByText(/^post\.gif/, { selector: '[role=alert]' })).toBeTruthy();
  expect(sent(received)).toEqual([]);

  await pasteInto(screen.getByLabelText(/Link to your post/), 'https://example.com/p/1');
  await userEvent.click(screen.getByRole('button', { name: 'Remove post.gif' }));
  await waitFor(() => expect(screen.queryByText(/^post\.gif/, { selector: '[role=alert]' })).toBeNull());
  await submit();
  expect(await screen.findByText('Proof submitted')).toBeTruthy();
  expect(sent(received)).toMatchObject([
    { postUrl: 'https://example.com/p/1', isAdDisclosed: true, media: [] },
  ]);
});

test('marks an invalid link before it sends anything', async () => {
  const received = stub(stubCall(getOwnSession, { session: null }));
  renderScreen(<SubmitProof campaign={social} />, { clock });
  await userEvent.type(await screen.findByLabelText(/Link to your post/), 'my post');
  await userEvent.click(screen.getByRole('checkbox', { name: 'The post is marked as an ad' }));
  await submit();
  await waitFor(() => expect(invalidFields()).toEqual(['Link to your post']));
  expect(sent(received)).toEqual([]);
});

test('shows the server’s error at its field, and keeps the input', async () => {
  stub(
    stubCall(getOwnSession, { session: null }),
    stubRefusal(submitProof, 'proof/missing-media', { postUrl: 'Add the link to your post' }),
  );
  renderScreen(<SubmitProof campaign={social} />, { clock });
  const address = await screen.findByLabelText(/Link to your post/);
  await pasteInto(address, 'https://example.com/p/1');
  await userEvent.click(screen.getByRole('checkbox', { name: 'The post is marked as an ad' }));
  await submit();
  expect(await screen.findByText('Add the link to your post')).toBeTruthy();
  expect(screen.getByText(refusalText('proof/missing-media'))).toBeTruthy();
  expect(address).toHaveProperty('value', 'https://example.com/p/1');
});

test('requires a running session to be stopped first', async () => {
  stub(stubCall(getOwnSession, { session: { ...session, isRunning: true, endTime: null } }));
  renderScreen(<SubmitProof campaign={simple} />, { clock });
  expect(await screen.findByText('Stop tracking before you submit your proof.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Submit proof' })).toHaveProperty('disabled', true);
});

test.each([
  ['2026-12-01T16:00:00.000Z', 'Dec 1'],
  ['2026-12-20T16:00:00.000Z', 'Dec 4'],
])('shows the time instead of the form outside of it: %s', (moment, day) => {
  stub();
  renderScreen(<SubmitProof campaign={simple} />, { clock: createManualClock(new Date(moment)) });
  expect(document.body.textContent).toContain(day);
  expect(screen.queryByRole('button', { name: 'Submit proof' })).toBeNull();
});

test('shows the next step of a sent proof', () => {
  const view = renderScreen(<OwnProof proof={proof} />, { clock });
  expect(screen.getByText('Pending review')).toBeTruthy();
  expect(screen.getByText('3 d 0 h')).toBeTruthy();
  view.unmount();
  renderScreen(<OwnProof proof={{ ...proof, status: 'rejected', reviewNotes: 'The logo is hidden.' }} />, {
    clock,
  });
  expect(screen.getByText('The logo is hidden.')).toBeTruthy();
});

test('tells the marketer about their own post, not about someone else’s', () => {
  const post = { ...proof, postUrl: 'https://instagram.com/p/1', isAdDisclosed: true };
  renderScreen(<OwnProof proof={post} />, { clock });
  expect(screen.getByText('You said that the post is marked as an ad.')).toBeTruthy();
  expect(screen.queryByText(/^The marketer/)).toBeNull();
});

test('offers no files where the campaign accepts only the camera, and says why the camera waits', async () => {
  stubNetwork(
    stubCall(getCurrentUser, marketer),
    stubRefusal(issueCapturePermit, 'server/busy'),
    stubCall(getOwnSession, { session }),
  );
  const { proofRequirements } = simple;
  const strict = { ...simple, proofRequirements: { ...proofRequirements, allowFileUploads: false } };
  renderScreen(<SubmitProof campaign={strict} />, { clock });
  expect(await screen.findByText('Go online once to use the camera.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Open camera' })).toHaveProperty('disabled', true);
  expect(screen.queryByLabelText('Photos and videos', { selector: 'input' })).toBeNull();
});

test('shows a remedy if the camera is blocked', async () => {
  stub(stubCall(getOwnSession, { session }));
  stubProperty(HTMLCanvasElement.prototype, 'captureStream', () => {});
  stubProperty(navigator, 'mediaDevices', {
    getUserMedia: () => Promise.reject(new DOMException('', 'NotAllowedError')),
  });
  renderScreen(<SubmitProof campaign={simple} />, { clock });
  await userEvent.click(await screen.findByRole('button', { name: 'Open camera' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/camera is blocked.*Allow the camera/);
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

test('keeps a proof that is submitted without a connection, and sends it once there is one', async () => {
  await queueProof();
  const received = stub(stubCall(getOwnSession, { session: null }), stubCall(submitProof, proof));
  renderScreen(<ProofKeeper accountId={marketer.id} />, { clock });
  expect(await screen.findByText('Proof submitted')).toBeTruthy();
  expect(sent(received)).toMatchObject([{ postUrl: 'https://instagram.com/p/1', isAdDisclosed: true }]);
  await waitFor(() => expect(screen.queryByText(/Waiting for a connection/)).toBeNull());
});

test('returns a refused proof to the form with the reason', async () => {
  await queueProof();
  stub(stubCall(getOwnSession, { session: null }), stubRefusal(submitProof, 'proof/other-account'));
  renderScreen(
    <>
      <ProofKeeper accountId={marketer.id} />
      <SubmitProof campaign={social} />
    </>,
    { clock },
  );
  const link = await screen.findByLabelText(/Link to your post/);
  await waitFor(() => expect(link).toHaveProperty('value', 'https://instagram.com/p/1'));
  expect(screen.getByText(refusalText('proof/other-account'), { selector: 'p[role=alert]' })).toBeTruthy();
});

test('lets one tab edit a proof, and gives the other what was written', async () => {
  stubIndexedDb();
  stub(stubCall(getOwnSession, { session: null }));
  const { openPage } = testBrowser();
  const openTab = () => {
    stubProperty(navigator, 'locks', openPage().locks);
    const tab = renderScreen(<SubmitProof campaign={social} />, { clock });
    return { ...within(tab.container), close: tab.unmount };
  };
  const first = openTab();
  await pasteInto(await first.findByLabelText(/Link to your post/), 'https://instagram.com/p/1');
  await act(async () => clock.advance(SECOND));
  const second = openTab();
  await userEvent.click(await second.findByRole('button', { name: 'Edit here' }));
  const link = await second.findByLabelText(/Link to your post/);
  await waitFor(() => expect(link).toHaveProperty('value', 'https://instagram.com/p/1'));
  expect(await first.findByRole('button', { name: 'Edit here' })).toBeTruthy();
  expect(first.queryByLabelText(/Link to your post/)).toBeNull();
  second.close();
  expect(await first.findByLabelText(/Link to your post/)).toBeTruthy();
});

async function queueProof() {
  stubIndexedDb();
  stub(stubCall(getOwnSession, { session: null }));
  stubProperty(navigator, 'onLine', false);
  const form = renderScreen(<SubmitProof campaign={social} />, { clock });
  await pasteInto(await screen.findByLabelText(/Link to your post/), 'https://instagram.com/p/1');
  await userEvent.click(screen.getByRole('checkbox', { name: 'The post is marked as an ad' }));
  await submit();
  const saved = await screen.findByText(/^Saved on this device on/);
  await waitFor(() => expect(document.activeElement?.contains(saved)).toBe(true));
  expect(document.activeElement).not.toBe(document.body);
  form.unmount();
  stubProperty(navigator, 'onLine', true);
}

test('hides for whom and what a proof waits until the user is known', async () => {
  await queueProof();
  renderScreen(<ProofKeeper accountId={undefined} />, { clock });
  expect(await screen.findByText(/waits for a connection/)).toBeTruthy();
  expect(screen.queryByText(new RegExp(social.title))).toBeNull();
});

test('sends nothing of a user if another one has signed in to the browser', async () => {
  await queueProof();
  const received = stubNetwork(stubCall(getCurrentUser, testUser({ id: session.id })));
  const keeper = renderScreen(<ProofKeeper accountId={marketer.id} />, { clock });
  await waitFor(() => expect(received).toHaveLength(1));
  expect(await screen.findByText(/Waiting for a connection/)).toBeTruthy();
  expect(sent(received)).toEqual([]);
  keeper.unmount();

  const late = stub(stubRefusal(submitProof, 'proof/other-user'));
  renderScreen(<ProofKeeper accountId={marketer.id} />, { clock });
  await waitFor(() => expect(sent(late)).toMatchObject([{ marketerId: marketer.id }]));
  expect(await screen.findByText(/Waiting for a connection/)).toBeTruthy();
});
