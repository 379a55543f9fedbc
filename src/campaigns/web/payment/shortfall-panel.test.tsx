import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { payDebt } from '#payments/debt-contract.ts';
import { listOwed, type Owed, payShortfall } from '#payments/shortfall-contract.ts';
import { refusalText, renderScreen, stubCall, stubNetwork, stubRefusal } from '#platform/web/screen-test.tsx';
import { capturePaymentOrder } from '../../funding-contract.ts';
import { ownCampaignSample } from '../../sample.ts';
import { ShortfallPanel } from './shortfall-panel.tsx';

const { id } = ownCampaignSample;
const shortfall: Owed = {
  id: '5b0c1de2-6a0b-4c0f-8f5d-0b6a3a1f7c11',
  kind: 'shortfall',
  campaignId: id,
  campaignTitle: ownCampaignSample.title,
  marketerName: 'Maya Lindqvist',
  amount: '45.00',
  since: '2026-11-20T12:00:00.000Z',
  can: { pay: true },
};
const elsewhere = { ...shortfall, id: '6b0c1de2-6a0b-4c0f-8f5d-0b6a3a1f7c12', campaignId: shortfall.id };
const owed = stubCall(listOwed, [shortfall, elsewhere]);
const debt: Owed = {
  id: '7b0c1de2-6a0b-4c0f-8f5d-0b6a3a1f7c13',
  kind: 'debt',
  campaignId: id,
  campaignTitle: ownCampaignSample.title,
  marketerName: null,
  amount: '12.00',
  since: '2026-11-21T12:00:00.000Z',
  can: { pay: true },
};
const captured = stubCall(capturePaymentOrder, { id: 'CAPTURE-1', orderId: 'ORDER-1', status: 'COMPLETED' });

function show(search = '') {
  const left: string[] = [];
  renderScreen(<ShortfallPanel campaignId={id} leave={(address) => left.push(address)} />, {
    at: `/campaigns/${id}${search}`,
  });
  return left;
}
const back = '?wallet=approved&token=ORDER-1&PayerID=PAYER-1';

test('the advertiser pays what they owe for this campaign at the wallet', async () => {
  stubNetwork(
    owed,
    stubCall(payShortfall, { id: 'ORDER-1', status: 'CREATED', approveUrl: 'http://wallet.test/approve' }),
  );
  const left = show();
  expect((await screen.findByRole('listitem')).textContent).toMatch(/^Maya Lindqvist/);
  await userEvent.click(await screen.findByRole('button', { name: /^Pay \$45\.00/ }));
  expect(left).toEqual(['http://wallet.test/approve']);
});

test('the advertiser also repays the platform', async () => {
  stubNetwork(
    stubCall(listOwed, [debt, { ...debt, id: shortfall.id, campaignId: shortfall.id }]),
    stubCall(payDebt, { id: 'ORDER-1', status: 'CREATED', approveUrl: 'http://wallet.test/approve' }),
  );
  const left = show();
  await userEvent.click(await screen.findByRole('button', { name: /^Pay \$12\.00/ }));
  expect(left).toEqual(['http://wallet.test/approve']);
});

test('says why a debt cannot be paid yet', async () => {
  stubNetwork(stubCall(listOwed, [{ ...debt, can: { pay: false } }]));
  show();
  const text = refusalText('payment/debt-refunding');
  expect((await screen.findByText(text, { exact: false })).textContent).toContain('$12.00');
  expect(screen.queryByRole('button', { name: /^Pay / })).toBeNull();
});

test('says why the wallet could not be opened', async () => {
  stubNetwork(owed, stubRefusal(payShortfall, 'payment/shortfall-settled'));
  show();
  await userEvent.click(await screen.findByRole('button', { name: /^Pay \$45\.00/ }));
  expect((await screen.findByRole('alert')).textContent).toContain(refusalText('payment/shortfall-settled'));
});

test('the return from the wallet captures the payment once, and funds nothing', async () => {
  const received = stubNetwork(stubCall(listOwed, []), captured);
  show(back);
  expect(await screen.findByRole('heading', { name: 'Payment received' })).toBeTruthy();
  const posts = received.filter(({ endpoint }) => endpoint.method === 'POST');
  expect(posts.map(({ endpoint, params }) => [endpoint.name, params])).toEqual([
    ['capturePaymentOrder', { orderId: 'ORDER-1' }],
  ]);
  expect(screen.queryByRole('button', { name: /^Pay / })).toBeNull();
});

test('a declined payment can be started again', async () => {
  stubNetwork(owed, stubRefusal(capturePaymentOrder, 'payment/declined'));
  show(back);
  await userEvent.click(await screen.findByRole('button', { name: 'Start the payment again' }));
  expect(await screen.findByRole('button', { name: /^Pay \$45\.00/ })).toBeTruthy();
});
