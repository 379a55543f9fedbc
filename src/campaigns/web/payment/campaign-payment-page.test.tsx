import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
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

const { id } = ownCampaignSample;
const due = {
  escrowStatus: 'pending' as const,
  escrowAmount: null,
  platformFee: null,
  escrowLeft: null,
  due: { pay: '120.00', fee: '18.00', total: '138.00' },
};
const funded = {
  escrowStatus: 'funded' as const,
  escrowAmount: '120.00',
  platformFee: '18.00',
  escrowLeft: '120.00',
  due: null,
};
const wallet = [
  stubCall(getPublicConfig, testPublicConfig()),
  stubCall(getWalletSetup, { clientToken: 'token', clientId: 'client', sdkUrl: null }),
];
const unpaid = [...wallet, stubCall(getCampaign, ownDraft), stubCall(getEscrowStatus, due)];

function show(search = '') {
  const clock = createManualClock(new Date('2026-11-21T12:00:00Z'));
  const left: string[] = [];
  renderScreen(<CampaignPaymentPage id={id} leave={(address) => left.push(address)} />, {
    at: `/campaign/${id}/payment${search}`,
    clock,
  });
  return { clock, left };
}

const back = '?wallet=approved&token=ORDER-1&PayerID=PAYER-1';
const captured = stubCall(capturePaymentOrder, { id: 'CAPTURE-1', orderId: 'ORDER-1', status: 'COMPLETED' });

test('shows the amount due and opens the wallet once', async () => {
  const received = stubNetwork(
    ...unpaid,
    stubCall(createPaymentOrder, {
      id: 'ORDER-1',
      status: 'CREATED',
      approveUrl: 'http://wallet.test/approve',
    }),
  );
  const { left } = show();
  expect(screen.getByText('Loading...')).toBeTruthy();
  const button = await screen.findByRole('button', { name: 'Pay $138.00 with PayPal' });
  for (const text of ['Harbor Roasters', '90 minutes', '$40.00', '$120.00', '$18.00', 'Platform fee (15%)']) {
    expect(await screen.findByText(text)).toBeTruthy();
  }
  expect(screen.getByText('Start time').parentElement?.querySelector('time')?.dateTime).toBe(
    ownDraft.startTime,
  );
  await userEvent.click(button);
  expect(left).toEqual(['http://wallet.test/approve']);
  expect(received.find(({ endpoint }) => endpoint === createPaymentOrder)?.body).toEqual({
    amount: '138.00',
    currency: 'USD',
    intent: 'CAPTURE',
    campaignId: id,
  });
  expect(screen.getByRole('button', { name: 'Opening PayPal...' }).getAttribute('aria-disabled')).toBe(
    'true',
  );
});

test('a social campaign shows days to post instead of a duration', async () => {
  const social = { ...ownDraft, campaignType: 'social' as const, duration: null };
  stubNetwork(...wallet, stubCall(getCampaign, social), stubCall(getEscrowStatus, due));
  show();
  expect(await screen.findByText('14 days to post')).toBeTruthy();
});

test('the button waits for the wallet', async () => {
  stubNetwork(...unpaid, stubRefusal(getWalletSetup, 'payment/provider-unknown'));
  show();
  expect(await screen.findByRole('button', { name: 'Loading PayPal...' })).toHaveProperty('disabled', true);
  expect(await screen.findByText(/hasn’t responded/)).toBeTruthy();
  stubNetwork(...unpaid);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Pay $138.00 with PayPal' })).toBeTruthy();
});

test('an order that cannot be opened can be retried', async () => {
  stubNetwork(...unpaid, stubRefusal(createPaymentOrder, 'payment/used'));
  show();
  await userEvent.click(await screen.findByRole('button', { name: /^Pay / }));
  expect(await screen.findByText('Payment Error')).toBeTruthy();
  expect(screen.getByText('Failed to create payment order. Please try again.')).toBeTruthy();
  expect(screen.getByText(refusalText('payment/used'))).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Pay / })).toHaveProperty('disabled', false);
});

test('the return captures, funds, confirms, and redirects after two seconds', async () => {
  const received = stubNetwork(
    ...unpaid,
    captured,
    stubCall(fundCampaign, { ...ownDraft, status: 'active', escrowStatus: 'funded' }),
  );
  const { clock } = show(back);
  expect(
    await screen.findByText('Your campaign is now active and marketers can apply.', { selector: 'p' }),
  ).toBeTruthy();
  expect(screen.getAllByText('Campaign Funded Successfully!')).toHaveLength(2);
  const money = received.filter(({ endpoint }) => endpoint.method === 'POST');
  expect(money.map(({ endpoint, params, body }) => [endpoint.name, params, body])).toEqual([
    ['capturePaymentOrder', { orderId: 'ORDER-1' }, undefined],
    ['fundCampaign', { id }, { paypalOrderId: 'ORDER-1', paypalCaptureId: 'CAPTURE-1' }],
  ]);
  await waitFor(() => expect(clock.waiting()).toContain(2000));
  act(() => clock.advance(1999));
  expect(screen.queryByText('/advertiser')).toBeNull();
  act(() => clock.advance(1));
  expect(await screen.findByText('/advertiser')).toBeTruthy();
});

test('a declined payment can be started again', async () => {
  stubNetwork(...unpaid, stubRefusal(capturePaymentOrder, 'payment/declined'));
  show(back);
  await userEvent.click(await screen.findByRole('button', { name: 'Start the payment again' }));
  expect(await screen.findByRole('button', { name: 'Pay $138.00 with PayPal' })).toBeTruthy();
});

test('a capture without a response is retried with the same order', async () => {
  stubNetwork(...unpaid, stubRefusal(capturePaymentOrder, 'server/bug'));
  show(back);
  expect((await screen.findAllByText('Failed to complete payment. Please try again.')).length).toBe(2);
  expect(screen.queryByRole('button', { name: 'Start the payment again' })).toBeNull();
  stubNetwork(...unpaid, captured, stubCall(fundCampaign, ownDraft));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect((await screen.findAllByText('Campaign Funded Successfully!')).length).toBe(2);
});

test('a payment under review is polled every ten seconds', async () => {
  stubNetwork(...unpaid, stubRefusal(capturePaymentOrder, 'payment/pending'));
  const { clock } = show(back);
  expect(await screen.findByText(/under review/)).toBeTruthy();
  stubNetwork(...unpaid, captured, stubCall(fundCampaign, ownDraft));
  await waitFor(() => expect(clock.waiting()).toContain(10_000));
  act(() => clock.advance(10_000));
  expect((await screen.findAllByText('Campaign Funded Successfully!')).length).toBe(2);
});

test('a captured payment that has not funded the campaign is retried with the same payment', async () => {
  stubNetwork(...unpaid, captured, stubRefusal(fundCampaign, 'server/busy'));
  show(back);
  expect((await screen.findAllByText('Payment Failed')).length).toBe(2);
  expect(screen.getAllByText('There was an error processing your payment. Please try again.').length).toBe(2);
});

test('a user who cancels at the wallet sees a message and can still pay', async () => {
  const received = stubNetwork(...unpaid);
  show('?wallet=cancelled&token=ORDER-1');
  expect(await screen.findByText('Payment Cancelled')).toBeTruthy();
  expect(screen.getByText('You cancelled the payment process.')).toBeTruthy();
  expect(await screen.findByRole('button', { name: /^Pay / })).toBeTruthy();
  expect(received.some(({ endpoint }) => endpoint === capturePaymentOrder)).toBe(false);
});

test('a funded campaign is not paid for again', async () => {
  stubNetwork(...wallet, stubCall(getCampaign, ownCampaignSample), stubCall(getEscrowStatus, funded));
  show();
  expect(await screen.findByText('Campaign Already Funded!')).toBeTruthy();
  expect(screen.getByText('$120.00')).toBeTruthy();
  expect(screen.getByText('$18.00')).toBeTruthy();
  expect(screen.getAllByText('Active').length).toBeGreaterThan(0);
  expect(screen.queryByRole('button', { name: /Pay/ })).toBeNull();
});

test('an incomplete draft lists what is missing and links to its form', async () => {
  const lacking = {
    ...ownDraft,
    startTime: null,
    locationDetails: null,
    location: '',
    isComplete: false,
    can: { ...ownDraft.can, fund: false },
  };
  stubNetwork(...wallet, stubCall(getCampaign, lacking), stubCall(getEscrowStatus, due));
  show();
  const items = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(items).toEqual(['Start time is required', 'Location is required']);
  expect(screen.getByRole('link', { name: 'Edit campaign' }).getAttribute('href')).toBe(`/campaigns/${id}`);
});

test('an unknown campaign links back', async () => {
  stubNetwork(
    ...wallet,
    stubRefusal(getCampaign, 'campaign/not-found'),
    stubRefusal(getEscrowStatus, 'campaign/not-found'),
  );
  show();
  expect(await screen.findByRole('heading', { name: 'Campaign Not Found' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Return to dashboard' }).getAttribute('href')).toBe('/advertiser');
});
