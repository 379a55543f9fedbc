import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import { testUser } from '#auth/web/test-user.ts';
import { campaignSample } from '#campaigns/sample.ts';
import { createManualClock } from '#platform/web/manual-clock.ts';
import { pasteInto, renderScreen, stubCall, stubNetwork, stubRefusal } from '#platform/web/screen-test.tsx';
import { stubProperty } from '#platform/web/test-cleanup.ts';
import { getOwnSession } from '#tracking/contract.ts';
import { stubIndexedDb } from '#tracking/web/test-indexed-db.ts';
import { stubUploads } from '#uploads/web/test-uploads.ts';
import { sendAgain } from '../../amendment-contract.ts';
import type { Proof } from '../../contract.ts';
import { issueCapturePermit } from '../../media-contract.ts';
import { proofSample } from '../../sample.ts';
import ProofKeeper from '../draft/proof-keeper.tsx';
import { SendAgain } from './send-again.tsx';

const clock = createManualClock(new Date('2026-12-02T18:30:00.000Z'));
const marketer = testUser();
const proof: Proof = {
  ...proofSample,
  amendment: {
    askedAt: '2026-12-02T10:00:00.000Z',
    reasons: ['unclear-photo', 'other'],
    note: 'Show the whole shirt.',
    dueAt: '2026-12-05T10:00:00.000Z',
    isOpen: true,
    amendedAt: null,
    answer: null,
    firstPostUrl: null,
  },
  can: { ...proofSample.can, sendAgain: true },
};
const social = { ...campaignSample, campaignType: 'social' as const };

const stub = (...answers: Parameters<typeof stubNetwork>) =>
  stubNetwork(
    stubCall(getCurrentUser, marketer),
    stubRefusal(issueCapturePermit, 'server/busy'),
    stubCall(getOwnSession, { session: null }),
    ...answers,
  );
const send = async () => userEvent.click(await screen.findByRole('button', { name: 'Send again' }));
const sent = (received: ReturnType<typeof stubNetwork>) =>
  received.filter(({ endpoint }) => endpoint === sendAgain);

test('shows what is asked, requires a new file, and sends it for that proof', async () => {
  stubUploads();
  const received = stub(stubCall(sendAgain, proof));
  renderScreen(<SendAgain campaign={campaignSample} proof={proof} />, { clock });
  expect(await screen.findByText(/Show the whole shirt/)).toBeTruthy();
  await send();
  expect(await screen.findByText('Add a new photo or video', { selector: '[role=alert]' })).toBeTruthy();
  const file = new File(['me'], 'me.jpg', { type: 'image/jpeg' });
  await userEvent.upload(screen.getByLabelText('Photos and videos', { selector: 'input' }), file);
  await screen.findByText('Ready, 1 KB');
  await send();
  expect(await screen.findByText('Sent again')).toBeTruthy();
  expect(sent(received)).toMatchObject([
    { params: { id: proof.id }, body: { media: [{ uploadId: 'upload-1', kind: 'selfie' }] } },
  ]);
});

test('a new link needs its ad label, and is sent later if there is no connection', async () => {
  stubIndexedDb();
  stub();
  stubProperty(navigator, 'onLine', false);
  const first = renderScreen(<SendAgain campaign={social} proof={proof} />, { clock });
  await pasteInto(await screen.findByLabelText(/New link to your post/), 'https://instagram.com/p/2');
  await send();
  expect(await screen.findByText('Mark your post as an ad, then tick this')).toBeTruthy();
  await userEvent.click(screen.getByRole('checkbox', { name: 'The post is marked as an ad' }));
  await send();
  expect(await screen.findByText(/^Saved on this device on/)).toBeTruthy();
  first.unmount();

  stubProperty(navigator, 'onLine', true);
  const received = stub(stubCall(sendAgain, proof));
  renderScreen(<ProofKeeper accountId={marketer.id} />, { clock });
  expect(await screen.findByText('Proof submitted')).toBeTruthy();
  expect(sent(received)).toMatchObject([
    { params: { id: proof.id }, body: { postUrl: 'https://instagram.com/p/2', isAdDisclosed: true } },
  ]);
});

test('after the deadline the form is gone', () => {
  stub();
  const late = createManualClock(new Date('2026-12-05T10:00:00.000Z'));
  renderScreen(<SendAgain campaign={campaignSample} proof={proof} />, { clock: late });
  expect(screen.getByText(/time to send again is over/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
});
