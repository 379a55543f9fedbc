// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { answer, answerCalls, refuseCall, renderScreen } from '#platform/web/screen-test.tsx';
import { decideKyc, type KycQueueEntry, listKyc } from '../contract.ts';
import { KycReviewQueue } from './kyc-review-queue.tsx';
import { waitingKyc } from './test-kyc.ts';

const ada: KycQueueEntry = {
  ...waitingKyc,
  userId: '7f3f1f0e-2f51-4d7c-8a35-6f2f4f1f9a11',
  email: 'ada@example.com',
  userType: 'marketer',
};
const empty = answer(listKyc, []);
const decided = answer(decideKyc, { message: 'Verification approved.' });

it('shows who waits, their record and links to their documents', async () => {
  const received = answerCalls(answer(listKyc, [ada]));
  renderScreen(<KycReviewQueue />);
  await screen.findByRole('heading', { name: 'Ada Moreno' });
  expect(received[0]?.query).toEqual({ status: 'pending' });
  expect(screen.getByText('••••4821')).toBeTruthy();
  const link = screen.getByRole('link', { name: /ID document of Ada Moreno/ });
  expect(link.getAttribute('href')).toBe(`/api/admin/kyc/${ada.userId}/documents/idDocument`);
  expect(link.getAttribute('target')).toBe('_blank');
});

it('approves once, and the list is read anew', async () => {
  answerCalls(answer(listKyc, [ada]));
  renderScreen(<KycReviewQueue />);
  const approve = await screen.findByRole('button', { name: 'Approve Ada Moreno' });
  const received = answerCalls(empty, decided);
  await userEvent.click(approve);
  await screen.findByText('No verifications are waiting');
  expect(received.map(({ endpoint, params, body }) => [endpoint.name, params, body])).toEqual([
    ['decideKyc', { userId: ada.userId }, { status: 'approved' }],
    ['listKyc', {}, undefined],
  ]);
});

it('rejects only with a reason', async () => {
  answerCalls(answer(listKyc, [ada]));
  renderScreen(<KycReviewQueue />);
  await userEvent.click(await screen.findByRole('button', { name: 'Reject Ada Moreno' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Reject verification' }));
  await dialog.findByText('Please say why, so that the person can mend it');
  await userEvent.type(dialog.getByLabelText(/Reason/), 'The photo is blurred.');
  const received = answerCalls(empty, decided);
  await userEvent.click(dialog.getByRole('button', { name: 'Reject verification' }));
  await screen.findByText('No verifications are waiting');
  expect(received[0]?.body).toEqual({ status: 'rejected', reason: 'The photo is blurred.' });
});

it('says that somebody else was faster and reads the list anew', async () => {
  answerCalls(answer(listKyc, [ada]));
  renderScreen(<KycReviewQueue />);
  const approve = await screen.findByRole('button', { name: 'Approve Ada Moreno' });
  answerCalls(empty, refuseCall(decideKyc, 'kyc/decided'));
  await userEvent.click(approve);
  await screen.findByText('This verification has already been decided.');
  await screen.findByText('No verifications are waiting');
});
