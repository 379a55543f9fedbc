import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { getWalletSetup } from '#payments/contract.ts';
import { getPublicConfig } from '#platform/config-contract.ts';
import { createManualClock } from '#platform/web/manual-clock.ts';
import { testPublicConfig } from '#platform/web/test-public-config.ts';
import { stubCall, stubNetwork, refusalText, stubRefusal, renderScreen } from '#platform/web/screen-test.tsx';
import { getCampaign } from '../../contract.ts';
import {
  capturePaymentOrder,
  createPaymentOrder,
  fundCampaign,
  getEscrowStatus,
} from '../../funding-contract.ts';
import { ownCampaignSample } from '../../sample.ts';
import { CampaignPaymentPage } from './campaign-payment-page.tsx';
import { ownDraft } from '../dashboard/test-advertiser.ts';
import { stubWalletSdk } from './test-wallet-sdk.ts';

const { id } = ownCampaignSample;
const sdkUrl = '/wallet-simulator/web-sdk/v6/core';
const setup = { clientToken: 'token-1', clientId: 'client', sdkUrl };
const opened = (orderId: string) =>
  stubCall(createPaymentOrder, {
    id: orderId,
    status: 'CREATED',
    approveUrl: `http://wallet.test/${orderId}`,
  });
const unpaid = [
  stubCall(getPublicConfig, testPublicConfig()),
  stubCall(getWalletSetup, setup),
  stubCall(getCampaign, ownDraft),
  stubCall(getEscrowStatus, {
    escrowStatus: 'pending',
    escrowAmount: null,
    platformFee: null,
    escrowLeft: null,
    due: { pay: '120.00', fee: '18.00', total: '138.00' },
  }),
];
const captured = (orderId: string) =>
  stubCall(capturePaymentOrder, { id: `CAPTURE-OF-${orderId}`, orderId, status: 'COMPLETED' });
const active = stubCall(fundCampaign, { ...ownDraft, status: 'active', escrowStatus: 'funded' });

afterEach(() => {
  for (const script of document.head.querySelectorAll('script')) script.remove();
});

function show() {
  const clock = createManualClock(new Date('2026-11-21T12:00:00Z'));
  const left: string[] = [];
  renderScreen(<CampaignPaymentPage id={id} leave={(address) => left.push(address)} />, {
    at: `/campaign/${id}/payment`,
    clock,
  });
  return { clock, left };
}

const payButton = () => screen.findByRole('button', { name: 'Pay $138.00 with PayPal' });
const getNames = (received: ReturnType<typeof stubNetwork>) =>
  received.filter(({ endpoint }) => endpoint.method === 'POST').map(({ endpoint }) => endpoint.name);

test('pays in the wallet’s window, then captures and funds the approved order', async () => {
  const wallet = stubWalletSdk();
  const received = stubNetwork(...unpaid, opened('ORDER-1'), captured('ORDER-1'), active);
  const { clock, left } = show();
  await userEvent.click(await payButton());
  expect(wallet.createInstance).toHaveBeenCalledWith(
    expect.objectContaining({ clientToken: 'token-1', components: ['paypal-payments'] }),
  );
  expect(wallet.start.mock.calls[0]?.[0]).toMatchObject({ presentationMode: 'auto' });
  expect(screen.getByRole('button', { name: 'Opening PayPal...' }).getAttribute('aria-disabled')).toBe(
    'true',
  );
  await waitFor(() => expect(wallet.orderIds).toEqual(['ORDER-1']));
  expect(getNames(received)).toEqual(['createPaymentOrder']);

  await wallet.approve('ORDER-1');
  expect(await screen.findAllByText('Campaign Funded Successfully!')).toHaveLength(2);
  expect(getNames(received)).toEqual(['createPaymentOrder', 'capturePaymentOrder', 'fundCampaign']);
  expect(received.find(({ endpoint }) => endpoint === fundCampaign)?.body).toEqual({
    paypalOrderId: 'ORDER-1',
    paypalCaptureId: 'CAPTURE-OF-ORDER-1',
  });
  expect(wallet.destroy).toHaveBeenCalled();
  expect(left).toEqual([]);
  await waitFor(() => expect(clock.waiting()).toContain(2000));
  act(() => clock.advance(2000));
  expect(await screen.findByText('/advertiser')).toBeTruthy();
});

test('closing the window cancels, and the user can still pay', async () => {
  const wallet = stubWalletSdk();
  const received = stubNetwork(...unpaid, opened('ORDER-1'));
  show();
  await userEvent.click(await payButton());
  await wallet.cancel();
  expect(await screen.findByText('Payment Cancelled')).toBeTruthy();
  expect(screen.getByText('You cancelled the payment process.')).toBeTruthy();
  await userEvent.click(await payButton());
  await waitFor(() => expect(wallet.orderIds).toEqual(['ORDER-1', 'ORDER-1']));
  expect(getNames(received)).toEqual(['createPaymentOrder', 'createPaymentOrder']);
});

test('an order that cannot be opened is reported once, even if the script reports it too', async () => {
  const wallet = stubWalletSdk();
  stubNetwork(...unpaid, stubRefusal(createPaymentOrder, 'payment/used'));
  show();
  await userEvent.click(await payButton());
  expect(await screen.findByText('Payment Error')).toBeTruthy();
  expect(screen.getAllByText('Failed to create payment order. Please try again.')).toHaveLength(1);
  expect(screen.getByText(refusalText('payment/used'))).toBeTruthy();
  expect(wallet.start).toHaveBeenCalledOnce();
  expect(screen.queryByText(/There was an error processing your payment/)).toBeNull();
  expect(await payButton()).toHaveProperty('disabled', false);
});

test('a wallet error is reported once, and the wallet’s page is offered instead', async () => {
  const wallet = stubWalletSdk();
  stubNetwork(...unpaid, opened('ORDER-1'));
  const { left } = show();
  await userEvent.click(await payButton());
  await wallet.fail();
  await wallet.fail();
  expect(await screen.findByText('Payment Error')).toBeTruthy();
  expect(screen.getAllByText('There was an error processing your payment. Please try again.')).toHaveLength(
    1,
  );
  expect(screen.queryByText(/own words/)).toBeNull();
  expect(await payButton()).toHaveProperty('disabled', false);
  await userEvent.click(screen.getByRole('button', { name: 'Pay on PayPal’s page instead' }));
  await waitFor(() => expect(left).toEqual(['http://wallet.test/ORDER-1']));
});

test('a start that fails without a report from the script is reported too', async () => {
  const wallet = stubWalletSdk();
  wallet.start.mockRejectedValue(new Error('no window'));
  stubNetwork(...unpaid, opened('ORDER-1'));
  show();
  await userEvent.click(await payButton());
  expect(
    await screen.findByText('There was an error processing your payment. Please try again.'),
  ).toBeTruthy();
  expect(await payButton()).toHaveProperty('disabled', false);
});

test('a declined payment can be started again, even if the same order is approved again', async () => {
  const wallet = stubWalletSdk();
  stubNetwork(...unpaid, opened('ORDER-1'), stubRefusal(capturePaymentOrder, 'payment/declined'));
  show();
  await userEvent.click(await payButton());
  await wallet.approve('ORDER-1');
  await userEvent.click(await screen.findByRole('button', { name: 'Start the payment again' }));
  stubNetwork(...unpaid, opened('ORDER-1'), captured('ORDER-1'), active);
  await userEvent.click(await payButton());
  await wallet.approve('ORDER-1');
  expect(await screen.findAllByText('Campaign Funded Successfully!')).toHaveLength(2);
});

test('loads the script that the server names and shows that it is loading', async () => {
  stubNetwork(...unpaid);
  show();
  const loading = await screen.findByRole('button', { name: 'Loading PayPal...' });
  expect(loading).toHaveProperty('disabled', true);
  const script = await waitFor(() => {
    const found = document.head.querySelector('script');
    if (!found) throw new Error('no script yet');
    return found;
  });
  expect(new URL(script.src).pathname).toBe(sdkUrl);
  expect(document.head.querySelectorAll('script')).toHaveLength(1);
  const wallet = stubWalletSdk();
  fireEvent.load(script);
  expect(await payButton()).toHaveProperty('disabled', false);
  expect(wallet.createInstance).toHaveBeenCalledOnce();
});

test.each([
  ['cannot be loaded', (script: HTMLScriptElement) => void fireEvent.error(script)],
  ['has other content', (script: HTMLScriptElement) => void fireEvent.load(script)],
  ['times out', (_: HTMLScriptElement, clock: ReturnType<typeof createManualClock>) => clock.advance(15_000)],
])('if the script %s, the user pays on the wallet’s page', async (_, act_) => {
  const received = stubNetwork(...unpaid, opened('ORDER-1'));
  const { clock, left } = show();
  const script = await waitFor(() => {
    const found = document.head.querySelector('script');
    if (!found) throw new Error('no script yet');
    return found;
  });
  act(() => act_(script, clock));
  await userEvent.click(await payButton());
  await waitFor(() => expect(left).toEqual(['http://wallet.test/ORDER-1']));
  expect(getNames(received)).toEqual(['createPaymentOrder']);
  expect(document.head.querySelector('script')).toBeNull();
});

test('if the script refuses to work, the user pays on the wallet’s page', async () => {
  const written = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  stubWalletSdk({ refuses: true });
  stubNetwork(...unpaid, opened('ORDER-1'));
  const { left } = show();
  await userEvent.click(await payButton());
  await waitFor(() => expect(left).toEqual(['http://wallet.test/ORDER-1']));
  expect(String(written.mock.calls[0]?.[0])).toContain('the token is not good');
});

test('renews the token while the page is open, but never during a payment', async () => {
  const wallet = stubWalletSdk();
  stubNetwork(...unpaid, opened('ORDER-1'));
  const { clock } = show();
  await payButton();
  stubNetwork(...unpaid, opened('ORDER-1'), stubCall(getWalletSetup, { ...setup, clientToken: 'token-2' }));
  await act(async () => clock.advance(60_000));
  await waitFor(() => expect(wallet.createInstance).toHaveBeenCalledTimes(2));
  expect(wallet.createInstance.mock.calls[1]?.[0]).toMatchObject({ clientToken: 'token-2' });

  await userEvent.click(await payButton());
  const later = stubNetwork(...unpaid, stubCall(getWalletSetup, { ...setup, clientToken: 'token-3' }));
  await act(async () => clock.advance(300_000));
  expect(later).toEqual([]);
  await wallet.cancel();
  await act(async () => clock.advance(60_000));
  await waitFor(() => expect(wallet.createInstance).toHaveBeenCalledTimes(3));
});
