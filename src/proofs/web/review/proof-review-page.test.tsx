import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { createManualClock } from '#platform/web/manual-clock.ts';
import {
  stubCall,
  stubNetwork,
  pasteInto,
  refusalText,
  stubFailure,
  stubRefusal,
  renderScreen,
} from '#platform/web/screen-test.tsx';
import { askAgain } from '../../amendment-contract.ts';
import { decideProof, listProofs, type Proof } from '../../contract.ts';
import { listDuePostChecks, recordPostCheck } from '../../post-contract.ts';
import ProofReviewPage from './proof-review-page.tsx';

const waiting: Proof = {
  id: '3f0d5a0e-0000-4000-8000-000000000001',
  campaignId: '6f0d5a0e-6d0c-4f7e-9a57-3f6f2a8f1c11',
  campaignTitle: 'Cold brew on Market Street',
  timeZone: 'America/Los_Angeles',
  marketerName: 'Noor Haddad',
  marketerImage: null,
  isMarketerDeleted: false,
  status: 'pending',
  location: { address: 'Market Street, San Francisco, CA' },
  duration: 92.4,
  submittedAt: '2026-12-01T19:00:00.000Z',
  strength: 'ordinary',
  isPaymentDisputed: false,
  reviewDueAt: '2026-12-04T19:00:00.000Z',
  signsAnswer: null,
  decidedAt: null,
  reviewNotes: null,
  rejectReason: null,
  note: 'Busy morning, all vouchers gone.',
  postUrl: null,
  signs: [{ kind: 'video-short', weight: 'medium', file: null, amount: 90 }],
  isAdDisclosed: null,
  postHandle: null,
  postChecks: [],
  sessionId: '0b7ffb4e-90de-4c5b-8a0a-0c5e6d1f2a01',
  sessions: [],
  spotChecks: [],
  presence: {
    minutesInside: 84,
    coverage: 0.97,
    distanceMeters: 3400,
    longestGapSeconds: 40,
    fixes: 350,
    score: 0.93,
    signals: [{ kind: 'too-fast', weight: 'medium', count: 4, firstAt: null }],
  },
  replacedMedia: [],
  amendment: null,
  media: [
    {
      uploadId: '3f0d5a0e-0000-4000-8000-00000000000a',
      kind: 'selfie',
      contentType: 'image/jpeg',
      url: '/api/files/3f0d5a0e-0000-4000-8000-00000000000a',
      thumbnailUrl: '/api/files/3f0d5a0e-0000-4000-8000-00000000000a/thumbnail',
      takenAt: '2026-12-01T18:10:00.000Z',
      durationSeconds: null,
      isSentAgain: false,
    },
    {
      uploadId: '3f0d5a0e-0000-4000-8000-00000000000b',
      kind: 'video',
      contentType: 'video/mp4',
      url: '/api/files/3f0d5a0e-0000-4000-8000-00000000000b',
      thumbnailUrl: null,
      takenAt: null,
      durationSeconds: 124,
      isSentAgain: false,
    },
  ],
  payRate: '40.00',
  payment: null,
  paidAmount: null,
  dispute: null,
  disputableUntil: null,
  tip: null,
  tippable: null,
  threadId: '3f0d5a0e-0000-4000-8000-0000000000aa',
  can: { approve: true, reject: true, resend: false, answerSigns: false, askAgain: false, sendAgain: false },
};
const decided = {
  decidedAt: '2026-12-02T19:00:00.000Z',
  can: {
    approve: false,
    reject: false,
    resend: false,
    answerSigns: false,
    askAgain: false,
    sendAgain: false,
  },
};
const approved: Proof = {
  ...waiting,
  ...decided,
  id: '3f0d5a0e-0000-4000-8000-000000000002',
  status: 'approved',
  payment: 'completed',
};
const rejected: Proof = {
  ...waiting,
  ...decided,
  id: '3f0d5a0e-0000-4000-8000-000000000003',
  status: 'rejected',
  reviewNotes: 'Rejected by advertiser',
};

const stub = (...answers: Parameters<typeof stubNetwork>) =>
  stubNetwork(stubCall(listDuePostChecks, []), ...answers);

function show() {
  const clock = createManualClock(new Date('2026-12-02T19:00:00.000Z'));
  renderScreen(<ProofReviewPage />, { at: '/proof-review', clock });
  return clock;
}

const tile = (label: string) =>
  within(screen.getByText(label, { selector: 'dt' }).closest('div') ?? document.body);

test('shows counters, proofs and the time left to decide', async () => {
  stub(stubCall(listProofs, [approved, rejected, waiting]));
  const clock = show();
  expect(screen.getByText('Loading proof submissions...')).toBeTruthy();
  const cards = await screen.findAllByRole('article');
  const [message] = screen.getAllByRole('link', { name: /^Message/ });
  expect(message?.getAttribute('href')).toBe(`/messages/${waiting.threadId}`);
  expect(tile('Pending').getByText('1')).toBeTruthy();
  expect(tile('Approved').getByText('1')).toBeTruthy();
  expect(tile('Rejected').getByText('1')).toBeTruthy();
  const [first, second, third] = cards;
  if (!first || !second || !third) throw new Error('three proofs make three cards');
  for (const text of [
    'Noor Haddad',
    'Cold brew on Market Street',
    'Pending review',
    'Market Street, San Francisco, CA',
    '92 minutes',
    'Busy morning, all vouchers gone.',
    '84 min',
    '97%',
    '2 d 0 h',
    'The video is only 1:30 long.',
    'Chosen from files, 2:04 long',
  ]) {
    expect(within(first).getByText(text)).toBeTruthy();
  }
  expect(within(second).getByText('Approved & Paid')).toBeTruthy();
  expect(within(second).queryByRole('button', { name: /Approve & Pay/ })).toBeNull();
  expect(within(third).getByText(/Rejected by advertiser/)).toBeTruthy();
  act(() => clock.advance(48 * 3_600_000));
  expect(within(first).getByText(/approved in a few minutes/)).toBeTruthy();
});

test('folds decided proofs until asked', async () => {
  stub(stubCall(listProofs, [approved]));
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Show proof: Noor Haddad' }));
  expect(screen.getByText('Busy morning, all vouchers gone.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Hide proof: Noor Haddad' }));
  expect(screen.queryByText('Busy morning, all vouchers gone.')).toBeNull();
});

test('shows a decided proof whose post is gone', async () => {
  const { decidedAt } = decided;
  const gone = { reason: 'first-day', dueAt: decidedAt, looker: 'server', state: 'gone' } as const;
  const post: Proof = {
    ...approved,
    postUrl: 'https://instagram.com/p/one',
    postChecks: [{ ...gone, checkedAt: decidedAt, checkedBy: 'server', seen: null }],
  };
  stub(stubCall(listProofs, [post]));
  show();
  expect(await screen.findByText(/After a day: gone/)).toBeTruthy();
});

test('lists every session that counts', async () => {
  const first = { startTime: '2026-12-01T17:00:00.000Z', endTime: '2026-12-01T17:20:00.000Z' };
  const second = { startTime: '2026-12-01T18:00:00.000Z', endTime: '2026-12-01T19:00:00.000Z' };
  const sessions = [
    { ...first, id: '0b7ffb4e-90de-4c5b-8a0a-0c5e6d1f2a02', minutesInside: 19.5 },
    { ...second, id: '0b7ffb4e-90de-4c5b-8a0a-0c5e6d1f2a01', minutesInside: 59 },
  ];
  stub(stubCall(listProofs, [{ ...waiting, sessions }]));
  show();
  const list = within(await screen.findByRole('list', { name: 'Sessions' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('19.5 min inside the area'),
    expect.stringContaining('59 min inside the area'),
  ]);
});

test('says that an approved proof is paid only after its payment arrived', async () => {
  stub(stubCall(listProofs, [{ ...approved, payment: 'pending' }]));
  show();
  expect(await screen.findByText(/\$40\.00, payment pending/)).toBeTruthy();
  expect(screen.queryByText('Approved & Paid')).toBeNull();
});

test('asks for confirmation with the amount, and pays once', async () => {
  const received = stub(stubCall(listProofs, [waiting]), stubCall(decideProof, approved));
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Approve & Pay: Noor Haddad' }));
  const dialog = await screen.findByRole('dialog', { name: 'Approve and pay' });
  expect(dialog.textContent).toMatch(/Noor Haddad.*\$40\.00/);
  await userEvent.dblClick(within(dialog).getByRole('button', { name: 'Pay $40.00' }));
  expect(await screen.findByText('Proof Updated')).toBeTruthy();
  expect(screen.getByText('The proof submission has been updated successfully.')).toBeTruthy();
  const sent = received.filter(({ endpoint }) => endpoint === decideProof);
  expect(sent.map(({ params, body }) => [params, body])).toEqual([
    [{ id: waiting.id }, { status: 'approved', seenStrength: 'ordinary', seenAmendedAt: null }],
  ]);
  expect(received.filter(({ endpoint }) => endpoint === listProofs)).toHaveLength(2);
});

test('sends the reason with a rejection', async () => {
  const received = stub(stubCall(listProofs, [waiting]), stubCall(decideProof, rejected));
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Reject: Noor Haddad' }));
  const dialog = await screen.findByRole('dialog', { name: 'Reject this proof' });
  const send = within(dialog).getByRole('button', { name: 'Reject proof' });
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Other' }));
  await userEvent.click(send);
  expect(within(dialog).getByText('Enter what is wrong')).toBeTruthy();
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Wrong clothing or kit' }));
  await pasteInto(within(dialog).getByLabelText('Notes'), 'The shirt is not visible');
  await userEvent.click(send);
  await waitFor(() =>
    expect(received.find(({ endpoint }) => endpoint === decideProof)?.body).toEqual({
      status: 'rejected',
      reason: 'wrong-clothing',
      seenAmendedAt: null,
      reviewNotes: 'The shirt is not visible',
    }),
  );
});

test('shows an error and refetches the list if the decision came too late', async () => {
  const received = stub(stubCall(listProofs, [waiting]), stubRefusal(decideProof, 'proof/decided'));
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Approve & Pay: Noor Haddad' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Pay $40.00' }));
  expect(await screen.findByText(refusalText('proof/decided'))).toBeTruthy();
  await waitFor(() => expect(received.filter(({ endpoint }) => endpoint === listProofs)).toHaveLength(2));
});

test('shows a general error if the response has no text', async () => {
  stub(stubCall(listProofs, [waiting]), stubFailure(decideProof));
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Approve & Pay: Noor Haddad' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Pay $40.00' }));
  expect(await screen.findByText('Failed to update proof')).toBeTruthy();
});

test('opens photos and videos in the viewer', async () => {
  stub(stubCall(listProofs, [waiting]));
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Open selfie 1 of 2' }));
  const dialog = await screen.findByRole('dialog', { name: 'Selfie of Noor Haddad, 1 of 2' });
  expect(within(dialog).getByRole('img', { name: 'Selfie of Noor Haddad' }).getAttribute('src')).toBe(
    waiting.media[0]?.url,
  );
  await userEvent.click(within(dialog).getByRole('button', { name: 'Show in full size' }));
  expect(within(dialog).getByRole('button', { name: 'Fit to the screen' })).toBeTruthy();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Next' }));
  expect(await screen.findByRole('dialog', { name: 'Video of Noor Haddad, 2 of 2' })).toBeTruthy();
  const next = screen.getByRole('dialog', { name: 'Video of Noor Haddad, 2 of 2' });
  expect(next.querySelector('video')?.getAttribute('src')).toBe(waiting.media[1]?.url);
});

test('shows an empty state with a link back if there are no proofs', async () => {
  stub(stubCall(listProofs, []));
  show();
  expect(await screen.findByText('No proof submissions yet')).toBeTruthy();
  expect(screen.getAllByRole('link', { name: 'Back to Dashboard' })).toHaveLength(2);
});

test('requires that the reviewer saw the ad label of a post', async () => {
  const post = { ...waiting, postUrl: 'https://instagram.com/p/1', isAdDisclosed: true };
  const received = stub(stubCall(listProofs, [post]), stubCall(decideProof, approved));
  show();
  expect(await screen.findByText('The marketer says that the post is marked as an ad.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Approve & Pay: Noor Haddad' }));
  const pay = await screen.findByRole('button', { name: 'Pay $40.00' });
  expect(pay).toHaveProperty('disabled', true);
  await userEvent.click(screen.getByRole('checkbox', { name: /marked as an ad/ }));
  await userEvent.click(pay);
  await waitFor(() =>
    expect(received.find(({ endpoint }) => endpoint === decideProof)?.body).toEqual({
      status: 'approved',
      seenStrength: 'ordinary',
      seenAmendedAt: null,
      disclosureSeen: true,
    }),
  );
});

test('asks to look at due posts again, and saves the answer', async () => {
  const due = {
    proofId: waiting.id,
    campaignId: waiting.campaignId,
    campaignTitle: waiting.campaignTitle,
    marketerName: 'Noor Haddad',
    postUrl: 'https://instagram.com/p/1',
    reason: 'first-day' as const,
    dueAt: '2026-12-02T18:00:00.000Z',
    seen: { what: 'missing' as const, at: '2026-12-02T18:01:00.000Z' },
    can: { decide: true },
  };
  const received = stub(
    stubCall(listProofs, [waiting]),
    stubCall(listDuePostChecks, [due]),
    stubCall(recordPostCheck, { message: 'Saved' }),
  );
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Posts to check again: 1' }));
  const list = screen.getByRole('region', { name: 'Posts to check again' });
  expect(within(list).getByText(/no such post/)).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: 'Gone: post by Noor Haddad' }));
  expect(await screen.findByText('Saved')).toBeTruthy();
  expect(received.find(({ endpoint }) => endpoint === recordPostCheck)).toMatchObject({
    params: { id: waiting.id },
    body: { reason: 'first-day', state: 'gone' },
  });
});

test('keys move and decide, except in dialogs and fields, and a weak proof is approved after a warning', async () => {
  const weak: Proof = {
    ...waiting,
    strength: 'weak',
    signs: [{ kind: 'same-image', weight: 'high', file: 0, amount: null }],
  };
  const second = {
    ...waiting,
    id: approved.id,
    marketerName: 'Ana P.',
    reviewDueAt: '2026-12-05T19:00:00.000Z',
  };
  const received = stub(stubCall(listProofs, [second, weak]), stubCall(decideProof, approved));
  show();
  await screen.findAllByRole('article');
  const cards = screen.getAllByRole('article').map((card) => card.parentElement);
  await userEvent.keyboard('a');
  expect(screen.queryByRole('dialog')).toBeNull();
  await userEvent.keyboard('jj');
  expect(document.activeElement).toBe(cards[1]);
  await userEvent.keyboard('ka');
  const dialog = await screen.findByRole('dialog', { name: 'Approve and pay' });
  expect(within(dialog).getByText('Selfie 1 is the same image as in another proof.')).toBeTruthy();
  await userEvent.keyboard('r');
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Pay $40.00' }));
  await waitFor(() =>
    expect(received.find(({ endpoint }) => endpoint === decideProof)).toMatchObject({
      params: { id: weak.id },
      body: { seenStrength: 'weak' },
    }),
  );
});

test('asks once for better files by key, and then shows what was sent first', async () => {
  const amendedAt = '2026-12-02T18:00:00.000Z';
  const asked: Proof = {
    ...waiting,
    id: approved.id,
    marketerName: 'Ana P.',
    replacedMedia: waiting.media.slice(0, 1),
    amendment: {
      askedAt: '2026-12-01T20:00:00.000Z',
      reasons: ['unclear-photo'],
      note: 'Show the whole shirt.',
      dueAt: '2026-12-04T20:00:00.000Z',
      isOpen: false,
      amendedAt,
      answer: 'Better now?',
      firstPostUrl: null,
    },
  };
  const mayAsk = { ...waiting, can: { ...waiting.can, askAgain: true } };
  const received = stub(
    stubCall(listProofs, [mayAsk, asked]),
    stubCall(askAgain, mayAsk),
    stubCall(decideProof, approved),
  );
  show();
  await screen.findAllByRole('article');
  await userEvent.keyboard('js');
  const dialog = await screen.findByRole('dialog', { name: 'Ask to send again' });
  const send = within(dialog).getByRole('button', { name: 'Ask to send again' });
  await userEvent.click(send);
  expect(within(dialog).getByText('Choose a reason')).toBeTruthy();
  await userEvent.click(within(dialog).getByRole('checkbox', { name: /Photo unclear/ }));
  await pasteInto(within(dialog).getByLabelText(/What to send/), 'Show the whole shirt.');
  await userEvent.click(send);
  await waitFor(() =>
    expect(received.find(({ endpoint }) => endpoint === askAgain)?.body).toEqual({
      reasons: ['unclear-photo'],
      note: 'Show the whole shirt.',
    }),
  );

  const card = within(screen.getByRole('article', { name: /Ana P/ }));
  expect(card.queryByRole('button', { name: /Ask to send again/ })).toBeNull();
  expect(card.getByText(/^Sent again on/)).toBeTruthy();
  expect(card.getByText('Original files')).toBeTruthy();
  await userEvent.click(card.getByRole('button', { name: /Approve & Pay/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Pay $40.00' }));
  await waitFor(() =>
    expect(received.find(({ endpoint }) => endpoint === decideProof)?.body).toMatchObject({
      seenAmendedAt: amendedAt,
    }),
  );
});

test('says that the business owes the pay if the payment is disputed', async () => {
  const strong: Proof = { ...waiting, strength: 'strong', isPaymentDisputed: true };
  stub(stubCall(listProofs, [strong, { ...strong, id: approved.id }]));
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Approve 2 strong proofs' }));
  const bulk = await screen.findByRole('dialog', { name: 'Approve strong proofs' });
  expect(bulk.textContent).toMatch(/the business owes/);
  await userEvent.click(within(bulk).getByRole('button', { name: 'Cancel' }));
  await userEvent.click((await screen.findAllByRole('button', { name: /Approve/ })).at(-1) ?? bulk);
  const single = await screen.findByRole('dialog', { name: 'Approve and pay' });
  expect(single.textContent).toMatch(/the business owes/);
});

test('approves all strong proofs after one confirmation, and lists each that failed', async () => {
  const strong: Proof = { ...waiting, strength: 'strong' };
  const second: Proof = { ...strong, id: approved.id, marketerName: 'Ana P.' };
  const received = stub(
    stubCall(listProofs, [strong, second, { ...waiting, id: rejected.id }]),
    stubRefusal(decideProof, 'proof/changed'),
  );
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Approve 2 strong proofs' }));
  const dialog = await screen.findByRole('dialog', { name: 'Approve strong proofs' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Pay $80.00' }));
  expect(await within(dialog).findByText('0 of 2 approved.')).toBeTruthy();
  await waitFor(() => expect(within(dialog).queryByText('$80.00')).toBeNull());
  expect(within(dialog).getAllByText(new RegExp(refusalText('proof/changed')))).toHaveLength(2);
  const asked = received.filter(({ endpoint }) => endpoint === decideProof).map(({ params }) => params);
  expect(asked).toEqual([{ id: strong.id }, { id: second.id }]);
});
