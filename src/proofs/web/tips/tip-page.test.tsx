import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { capturePaymentOrder } from '#campaigns/funding-contract.ts';
import { refusalText, renderScreen, stubCall, stubNetwork, stubRefusal } from '#platform/web/screen-test.tsx';
import { listOwed } from '#payments/shortfall-contract.ts';
import { getPublicConfig } from '#platform/config-contract.ts';
import { testPublicConfig } from '#platform/web/test-public-config.ts';
import { getProof, type Proof } from '../../contract.ts';
import { proofSample } from '../../sample.ts';
import { tipProof } from '../../tip-contract.ts';
import { parseTip } from './tip-form.tsx';
import { TipPage } from './tip-page.tsx';

const approved: Proof = {
  ...proofSample,
  status: 'approved',
  tippable: { most: '40.00', until: '2026-12-31T18:40:00.000Z', owes: false },
};
const config = stubCall(getPublicConfig, testPublicConfig());
const opened = { id: 'ORDER-1', status: 'CREATED', approveUrl: 'http://wallet.test/approve' };

function show(search = '') {
  const left: string[] = [];
  renderScreen(<TipPage id={approved.id} leave={(address) => left.push(address)} />, {
    at: `/proofs/${approved.id}/tip${search}`,
  });
  return left;
}

test('leads to the wallet with an amount within the limits', async () => {
  const sent: unknown[] = [];
  stubNetwork(
    config,
    stubCall(getProof, approved),
    stubCall(tipProof, ({ body }) => {
      sent.push(body);
      return opened;
    }),
  );
  const left = show();
  const amount = await screen.findByRole('textbox', { name: 'Amount' });
  await userEvent.type(amount, '40.01{Enter}');
  expect(amount.getAttribute('aria-invalid')).toBe('true');
  await userEvent.click(screen.getByRole('button', { name: '$10' }));
  await userEvent.click(screen.getByRole('button', { name: 'Tip $10.00' }));
  expect([sent, left]).toEqual([[{ amount: '10.00' }], ['http://wallet.test/approve']]);
});

test('leads owners who owe after a dispute to what they owe instead', async () => {
  const owed = {
    id: '0d0e9c3a-7c5e-4f0a-9d65-6f1c2b3a4d5e',
    kind: 'debt',
    campaignId: approved.campaignId,
    campaignTitle: 'Cold brew',
    marketerName: null,
    amount: '12.50',
    since: '2026-12-01T10:00:00.000Z',
    can: { pay: true },
  } as const;
  const other = { ...owed, id: approved.id, since: '2026-12-01T14:00:00.000Z' };
  const tippable = { most: '40.00', until: '2026-12-31T18:40:00.000Z', owes: true };
  stubNetwork(config, stubCall(getProof, { ...approved, tippable }), stubCall(listOwed, [owed, other]));
  show();
  const links = await screen.findAllByRole('link', { name: /^Cold brew.*12\.50/ });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    Array(2).fill(`/campaigns/${owed.campaignId}`),
  );
  expect(links[0]?.textContent).not.toBe(links[1]?.textContent);
  expect(screen.queryByRole('textbox', { name: 'Amount' })).toBeNull();
});

test('reads amounts as typed, in cents', () => {
  const typed = ['1', '$5.5', '12.34', '40', '40.01', '0.99', '1,00', '1e1', '', '-5', '5.005'];
  expect(typed.map((text) => parseTip(text, 4000))).toEqual([
    '1.00',
    '5.50',
    '12.34',
    '40.00',
    null,
    null,
    null,
    null,
    null,
    null,
    null,
  ]);
});

const back = '?wallet=approved&token=ORDER-1';

test('captures the tip after the return from the wallet', async () => {
  stubNetwork(
    stubCall(getProof, { ...approved, tippable: null, tip: { amount: '5.00', state: 'paid' } }),
    stubCall(capturePaymentOrder, { id: 'CAPTURE-1', orderId: 'ORDER-1', status: 'COMPLETED' }),
  );
  show(back);
  expect(await screen.findByRole('heading', { name: 'You tipped $5.00' })).toBeTruthy();
});

test.each([
  [
    { isMarketerDeleted: true, tip: { amount: '5.00', state: 'refunded' } },
    [/refund you/, /deleted their account/],
    /owner of the business/,
  ],
  [{ tip: { amount: '5.00', state: 'taken-back' } }, [/dispute about it/], /refund/],
] as const)('says what became of a tip that was not passed on: %o', async (changes, said, unsaid) => {
  stubNetwork(stubCall(getProof, { ...approved, tippable: null, ...changes }));
  show();
  await screen.findByRole('heading', { name: 'Your tip of $5.00 was not passed on' });
  for (const text of said) expect(screen.getByText(text)).toBeTruthy();
  expect(screen.queryByText(unsaid)).toBeNull();
});

test('offers another try if the wallet declined', async () => {
  stubNetwork(config, stubCall(getProof, approved), stubRefusal(capturePaymentOrder, 'payment/declined'));
  show(back);
  expect((await screen.findByRole('alert')).textContent).toContain(refusalText('payment/declined'));
  await userEvent.click(screen.getByRole('button', { name: 'Start the payment again' }));
  expect(await screen.findByRole('textbox', { name: 'Amount' })).toBeTruthy();
});
