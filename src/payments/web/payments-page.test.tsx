import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { confirmIdentity, getCurrentUser, requestIdentityCode } from '#auth/contract.ts';
import { getPublicConfig } from '#platform/config-contract.ts';
import { manualClock } from '#platform/web/manual-clock.ts';
import { answer, answerCalls, refuseCall, renderScreen } from '#platform/web/screen-test.tsx';
import { testPublicConfig } from '#platform/web/test-public-config.ts';
import { setWalletEmail } from '#profiles/contract.ts';
import { listPayments } from '../contract.ts';
import { samplePayment, sampleWaitingPayment } from '../sample.ts';
import { PaymentsPage } from './payments-page.tsx';
import { marketer } from './test-marketer.ts';

const signedIn = answer(getCurrentUser, marketer);

/** The figure under a tile's name. */
const tile = (label: string) => screen.getByText(label).nextElementSibling?.textContent;

test('what has arrived, what is on its way and why it waits', async () => {
  answerCalls(signedIn, answer(listPayments, [sampleWaitingPayment, samplePayment]));
  renderScreen(<PaymentsPage />);
  expect(await screen.findByText('Waiting for your identity check.', { exact: false })).toBeTruthy();
  expect(tile('Total Earnings')).toBe('$45.00');
  expect(tile('Completed Payments')).toBe('1');
  expect(tile('Pending Payments')).toBe('1');
  const remedy = screen.getByRole('link', { name: 'Complete verification' });
  expect(remedy.getAttribute('href')).toBe('/kyc');
  expect(screen.getByRole('link', { name: 'Set PayPal email' }).getAttribute('href')).toBe(
    '/payments#paypal-email',
  );
  expect(screen.getAllByText('Oct 30, 2026')).toHaveLength(2);
  expect(screen.getAllByText('$6.75')).toHaveLength(2);
});

test('without payments it says so', async () => {
  answerCalls(signedIn, answer(listPayments, []));
  renderScreen(<PaymentsPage />);
  expect(await screen.findByText('No payments received yet')).toBeTruthy();
  expect(tile('Total Earnings')).toBe('$0.00');
});

test('a returned payment says how it is paid again', async () => {
  answerCalls(signedIn, answer(listPayments, [{ ...samplePayment, status: 'failed' }]));
  renderScreen(<PaymentsPage />);
  expect(await screen.findByText(/paid again when you change your PayPal email/)).toBeTruthy();
  expect(screen.getByText('Failed')).toBeTruthy();
});

test('asks every 5 seconds while something is pending, and no longer', async () => {
  const clock = manualClock(new Date('2026-11-01T10:00:00Z'));
  let rounds = 0;
  const received = answerCalls(
    signedIn,
    answer(listPayments, () => {
      rounds += 1;
      return [rounds < 3 ? { ...sampleWaitingPayment, waitsFor: [] } : samplePayment];
    }),
  );
  const asked = () => received.filter(({ endpoint }) => endpoint === listPayments).length;
  renderScreen(<PaymentsPage />, { clock });
  expect(await screen.findByText('On its way to your wallet')).toBeTruthy();
  act(() => clock.advance(5000));
  await waitFor(() => expect(asked()).toBe(2));
  act(() => clock.advance(5000));
  expect(await screen.findByText('Completed')).toBeTruthy();
  act(() => clock.advance(60_000));
  expect(asked()).toBe(3);
});

test('the wallet email is sent once it is there', async () => {
  const received = answerCalls(
    signedIn,
    answer(listPayments, []),
    answer(setWalletEmail, { message: 'Saved', paypalEmail: 'maya@wallet.example' }),
  );
  renderScreen(<PaymentsPage />);
  const update = await screen.findByRole<HTMLButtonElement>('button', { name: 'Update' });
  expect(update.disabled).toBe(true);
  await userEvent.type(screen.getByLabelText('Email of your PayPal account'), 'maya@wallet.example');
  await userEvent.click(update);
  expect(await screen.findByText('PayPal Email Updated')).toBeTruthy();
  expect(received.filter(({ endpoint }) => endpoint === setWalletEmail).map(({ body }) => body)).toEqual([
    { paypalEmail: 'maya@wallet.example' },
  ]);
});

test('the wallet email is sent again by itself once it is confirmed that it is you', async () => {
  let isRecent = false;
  const refused = refuseCall(setWalletEmail, 'auth/recent-required');
  const set = answer(setWalletEmail, { message: 'Saved', paypalEmail: 'maya@wallet.example' });
  answerCalls(
    signedIn,
    answer(listPayments, []),
    answer(getPublicConfig, testPublicConfig()),
    { endpoint: setWalletEmail, reply: (call) => (isRecent ? set : refused).reply(call) },
    answer(requestIdentityCode, { message: 'We sent you a code.' }),
    answer(confirmIdentity, () => {
      isRecent = true;
      return { message: 'Thank you, it is you.' };
    }),
  );
  renderScreen(<PaymentsPage />);
  const input = await screen.findByLabelText('Email of your PayPal account');
  await userEvent.type(input, 'maya@wallet.example');
  await userEvent.click(screen.getByRole('button', { name: 'Update' }));
  await userEvent.click(await screen.findByLabelText('Code'));
  expect(input).toHaveProperty('value', 'maya@wallet.example');
  await userEvent.paste('123456');
  expect(await screen.findByText('PayPal Email Updated')).toBeTruthy();
});

test('a wrong address is marked, any other failure is told', async () => {
  answerCalls(signedIn, answer(listPayments, []));
  renderScreen(<PaymentsPage />);
  const input = await screen.findByLabelText('Email of your PayPal account');
  await userEvent.type(input, 'maya');
  await userEvent.click(screen.getByRole('button', { name: 'Update' }));
  expect(await screen.findByText('Valid PayPal email required')).toBeTruthy();
  answerCalls(signedIn, answer(listPayments, []), refuseCall(setWalletEmail, 'server/bug'));
  await userEvent.type(input, '@wallet.example');
  await userEvent.click(screen.getByRole('button', { name: 'Update' }));
  expect(await screen.findByText('Failed to update PayPal email. Please try again.')).toBeTruthy();
  expect(input).toHaveProperty('value', 'maya@wallet.example');
});
