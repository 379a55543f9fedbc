import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { confirmIdentity, getCurrentUser, requestIdentityCode } from '#auth/contract.ts';
import { getPublicConfig } from '#platform/config-contract.ts';
import { createManualClock } from '#platform/web/manual-clock.ts';
import {
  stubCall,
  stubNetwork,
  stubPages,
  pasteInto,
  refusalText,
  stubRefusal,
  renderScreen,
} from '#platform/web/screen-test.tsx';
import { testPublicConfig } from '#platform/web/test-public-config.ts';
import { setWalletEmail } from '#profiles/form-contract.ts';
import { listPayments, type Payment } from '../contract.ts';
import { getEarnings, listWeeklyEarnings } from '../earnings-contract.ts';
import { sampleEarnings, samplePayment, sampleWaitingPayment } from '../sample.ts';
import PaymentsPage from './payments-page.tsx';
import { marketer } from './test-marketer.ts';

const signedIn = [stubCall(getCurrentUser, marketer), stubCall(listWeeklyEarnings, [])];
const earned = stubCall(getEarnings, sampleEarnings);

const tile = (label: string) => screen.getByText(label).nextElementSibling?.textContent;

test('shows paid and pending amounts, and why a payment is on hold', async () => {
  stubNetwork(...signedIn, earned, stubCall(listPayments, [sampleWaitingPayment, samplePayment]));
  renderScreen(<PaymentsPage />);
  expect(await screen.findByText(/Waiting for your identity check/)).toBeTruthy();
  expect(tile('Total Earnings')).toBe('$45.00');
  expect(tile('Completed Payments')).toBe('1');
  expect(tile('Pending Payments')).toBe('2');
  expect(screen.getByText('$105.00 not paid out yet')).toBeTruthy();
  expect(screen.queryByText('Failed Payments')).toBeNull();
  expect(screen.getByText('Paid to maya@wallet.example')).toBeTruthy();
  const remedy = screen.getByRole('link', { name: 'Complete identity check' });
  expect(remedy.getAttribute('href')).toBe('/kyc');
  expect(screen.getByRole('link', { name: 'Set PayPal email' }).getAttribute('href')).toBe(
    '/payments#paypal-email',
  );
  expect(screen.getAllByText('Oct 30, 2026')).toHaveLength(2);
  expect(screen.getAllByText('$6.75')).toHaveLength(2);
});

test('offers a receipt link only for completed payments', async () => {
  stubNetwork(...signedIn, earned, stubCall(listPayments, [sampleWaitingPayment, samplePayment]));
  renderScreen(<PaymentsPage />);
  const receipt = await screen.findByRole('link', { name: /^Receipt/ });
  expect(receipt.getAttribute('href')).toBe(`/api/payments/${samplePayment.id}/receipt`);
  expect(receipt.hasAttribute('download')).toBe(true);
  expect(receipt.getAttribute('aria-label')).toBe('Receipt for Spring launch in Shibuya (PDF)');
});

const nothing = { paid: '0.00', inFlight: '0.00', waiting: '0.00', completed: 0, pending: 0, failed: 0 };

test('shows an empty state without payments', async () => {
  stubNetwork(...signedIn, stubCall(getEarnings, nothing), stubCall(listPayments, []));
  renderScreen(<PaymentsPage />);
  expect(await screen.findByText('No payments received yet')).toBeTruthy();
  expect(tile('Total Earnings')).toBe('$0.00');
  expect(screen.getByRole('link', { name: 'Browse campaigns' })).toBeTruthy();
});

test.each([
  ['the payments', listPayments],
  ['the sums', getEarnings],
])('shows an error and retries if %s cannot be loaded', async (_, broken) => {
  stubNetwork(
    ...signedIn,
    earned,
    stubCall(listPayments, [samplePayment]),
    stubRefusal(broken, 'server/busy'),
  );
  renderScreen(<PaymentsPage />);
  expect(screen.getByText('Loading payments...')).toBeTruthy();
  expect(await screen.findByText(refusalText('server/busy'))).toBeTruthy();
  stubNetwork(...signedIn, earned, stubCall(listPayments, [samplePayment]));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Spring launch in Shibuya')).toBeTruthy();
});

test('a failed payment says why and how to get paid', async () => {
  const failed: Payment = {
    ...samplePayment,
    status: 'failed',
    attempt: 'failed',
    issue: 'account-locked',
    receipt: false,
  };
  stubNetwork(
    ...signedIn,
    stubCall(getEarnings, { ...sampleEarnings, failed: 1 }),
    stubCall(listPayments, [failed]),
  );
  renderScreen(<PaymentsPage />);
  expect(await screen.findByText(/maya@wallet\.example/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'use a different email' }).getAttribute('href')).toBe(
    '/payments#paypal-email',
  );
  expect(screen.getByText('Failed')).toBeTruthy();
  expect(tile('Failed Payments')).toBe('1');
});

test('shows the yearly amount above which a tax ID is required', async () => {
  stubNetwork(
    ...signedIn,
    earned,
    stubCall(getPublicConfig, testPublicConfig()),
    stubCall(listPayments, [{ ...sampleWaitingPayment, waitsFor: ['tax-id'] }]),
  );
  renderScreen(<PaymentsPage />);
  expect(await screen.findByText(/\$600/)).toBeTruthy();
});

test('shows older payments a page at a time', async () => {
  const page = (from: number, rows: number): Payment[] =>
    Array.from({ length: rows }, (_, index) => ({
      ...samplePayment,
      id: `6f0f2a35-6f3b-4a43-8f0e-${String(from + index).padStart(12, '0')}`,
      campaignTitle: `Campaign ${from + index}`,
    }));
  const listed = stubPages(listPayments, [page(0, 20), page(20, 3)]);
  let isBroken = true;
  const received = stubNetwork(...signedIn, earned, {
    endpoint: listPayments,
    reply: (call) =>
      isBroken && call.query['cursor'] !== undefined
        ? stubRefusal(listPayments, 'server/busy').reply(call)
        : listed.reply(call),
  });
  renderScreen(<PaymentsPage />);
  expect(await screen.findByText('Campaign 19')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Show older' }));
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(screen.getByText('Campaign 19')).toBeTruthy();
  isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Show older' }));
  expect(await screen.findByText('Campaign 22')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
  const pages = received.filter(({ endpoint }) => endpoint === listPayments).map(({ query }) => query);
  expect(pages.at(-1)).toEqual({ limit: '20', cursor: '1' });
});

test('polls every 5 seconds while a payment is pending, then stops', async () => {
  const clock = createManualClock(new Date('2026-11-01T10:00:00Z'));
  let rounds = 0;
  const received = stubNetwork(
    ...signedIn,
    earned,
    stubCall(listPayments, () => {
      rounds += 1;
      const moving: Payment = {
        ...sampleWaitingPayment,
        waitsFor: [],
        attempt: 'sent',
        sentTo: 'maya@wallet.example',
      };
      return [rounds < 3 ? moving : samplePayment];
    }),
  );
  const asked = () => received.filter(({ endpoint }) => endpoint === listPayments).length;
  renderScreen(<PaymentsPage />, { clock });
  expect(await screen.findByText(/maya@wallet\.example/)).toBeTruthy();
  act(() => clock.advance(5000));
  await waitFor(() => expect(asked()).toBe(2));
  act(() => clock.advance(5000));
  expect(await screen.findByText('Completed')).toBeTruthy();
  act(() => clock.advance(60_000));
  expect(asked()).toBe(3);
  expect(received.filter(({ endpoint }) => endpoint === getEarnings)).toHaveLength(3);
});

test('saves the wallet email', async () => {
  const received = stubNetwork(
    ...signedIn,
    earned,
    stubCall(listPayments, []),
    stubCall(setWalletEmail, { message: 'Saved', paypalEmail: 'maya@wallet.example' }),
  );
  renderScreen(<PaymentsPage />);
  const update = await screen.findByRole<HTMLButtonElement>('button', { name: 'Update' });
  expect(update.disabled).toBe(true);
  await pasteInto(screen.getByLabelText('PayPal account email'), 'maya@wallet.example');
  await userEvent.click(update);
  expect(await screen.findByText('PayPal Email Updated')).toBeTruthy();
  expect(received.filter(({ endpoint }) => endpoint === setWalletEmail).map(({ body }) => body)).toEqual([
    { paypalEmail: 'maya@wallet.example' },
  ]);
});

test('retries saving the wallet email after the identity confirmation', async () => {
  let isRecent = false;
  const refused = stubRefusal(setWalletEmail, 'auth/recent-required');
  const set = stubCall(setWalletEmail, { message: 'Saved', paypalEmail: 'maya@wallet.example' });
  stubNetwork(
    ...signedIn,
    earned,
    stubCall(listPayments, []),
    stubCall(getPublicConfig, testPublicConfig()),
    { endpoint: setWalletEmail, reply: (call) => (isRecent ? set : refused).reply(call) },
    stubCall(requestIdentityCode, { message: 'We sent you a code.' }),
    stubCall(confirmIdentity, () => {
      isRecent = true;
      return { message: 'Thank you, it is you.' };
    }),
  );
  renderScreen(<PaymentsPage />);
  const input = await screen.findByLabelText('PayPal account email');
  await pasteInto(input, 'maya@wallet.example');
  await userEvent.click(screen.getByRole('button', { name: 'Update' }));
  await userEvent.click(await screen.findByLabelText('Code'));
  expect(input).toHaveProperty('value', 'maya@wallet.example');
  await userEvent.paste('123456');
  expect(await screen.findByText('PayPal Email Updated')).toBeTruthy();
});

test('shows an invalid address at the field and other failures in a toast', async () => {
  stubNetwork(...signedIn, earned, stubCall(listPayments, []));
  renderScreen(<PaymentsPage />);
  const input = await screen.findByLabelText('PayPal account email');
  await userEvent.type(input, 'maya');
  await userEvent.click(screen.getByRole('button', { name: 'Update' }));
  expect(await screen.findByText('Valid PayPal email required')).toBeTruthy();
  stubNetwork(...signedIn, earned, stubCall(listPayments, []), stubRefusal(setWalletEmail, 'server/bug'));
  await pasteInto(input, '@wallet.example');
  await userEvent.click(screen.getByRole('button', { name: 'Update' }));
  expect(await screen.findByText('Failed to update PayPal email. Please try again.')).toBeTruthy();
  expect(input).toHaveProperty('value', 'maya@wallet.example');
});
