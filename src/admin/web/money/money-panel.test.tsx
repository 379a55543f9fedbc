import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import {
  getWebhook,
  listReconciliations,
  listStuckMoney,
  listWebhooks,
  type Reconciliation,
  retryPayout,
  retryRefund,
  runReconciliation,
  type StuckMoney,
  type WebhookEntry,
} from '#payments/admin-contract.ts';
import { writeOffDebt } from '#payments/debt-contract.ts';
import { getTrialBalance } from '#payments/contract.ts';
import { createManualClock } from '#platform/web/manual-clock.ts';
import {
  stubCall,
  stubNetwork,
  stubPages,
  findEmptyState,
  invalidFields,
  pasteInto,
  refusalText,
  stubRefusal,
  renderScreen,
} from '#platform/web/screen-test.tsx';
import { MoneyPanel } from './money-panel.tsx';

const failed: StuckMoney = {
  kind: 'payout',
  id: '7f3f1f0e-2f51-4d7c-8a35-6f2f4f1f9a11',
  state: 'failed',
  since: '2026-11-02T09:00:00.000Z',
  amount: '45.00',
  who: 'Maya Field',
  about: 'Spring launch',
  issue: 'RECEIVER_ACCOUNT_LOCKED',
  problem: 'This payout failed: the receiver’s account at the wallet is locked.',
  nextStep: 'Retry sends it to the same address once more.',
  can: { retry: true, cover: false, writeOff: false },
};
const refund: StuckMoney = {
  ...failed,
  kind: 'refund',
  id: '2b8e1a50-9a64-4b7e-8e0d-6a7f5d1c3e21',
  problem: 'The wallet did not give this back.',
};
const dispute: StuckMoney = {
  ...failed,
  kind: 'chargeback',
  id: 'c1d2a7b4-2e9f-4b6d-8c35-90e1f3a2b7c6',
  state: 'open',
  problem: 'The payer disputes this payment.',
  can: { retry: false, cover: false, writeOff: false },
};

const stuck = (...items: StuckMoney[]) => stubCall(listStuckMoney, items);
const at = (view: string) => ({ at: `/admin?tab=money&view=${view}` });

it('shows each problem and its next step, and offers a retry only if one is possible', async () => {
  stubNetwork(stuck(failed, dispute));
  renderScreen(<MoneyPanel />, { at: '/admin?tab=money' });
  const [first, second] = await screen.findAllByRole('listitem');
  const shown = within(first as HTMLElement);
  for (const text of [
    'Payout: failed',
    '$45.00',
    failed.problem,
    failed.nextStep,
    'Maya Field',
    'RECEIVER_ACCOUNT_LOCKED 7f3f1f0e-2f51-4d7c-8a35-6f2f4f1f9a11',
  ]) {
    expect(shown.getByText(text)).toBeTruthy();
  }
  expect(shown.getByRole('button', { name: /^Retry/ })).toBeTruthy();
  expect(within(second as HTMLElement).queryByRole('button')).toBeNull();
});

it('writes a debt off once the amount is repeated and a reason is given', async () => {
  const debt: StuckMoney = {
    ...failed,
    kind: 'debt',
    state: 'owed',
    can: { retry: false, cover: false, writeOff: true },
  };
  const received = stubNetwork(stuck(debt), stubCall(writeOffDebt, { message: 'The debt is written off.' }));
  renderScreen(<MoneyPanel />, { at: '/admin?tab=money' });
  await userEvent.click(await screen.findByRole('button', { name: /^Write off/ }));
  await pasteInto(await screen.findByLabelText(/Reason/), 'The business is bankrupt');
  await pasteInto(screen.getByLabelText(/Amount/), '44.00');
  await userEvent.click(screen.getByRole('button', { name: 'Write off the debt' }));
  expect(await screen.findByText('Type 45.00')).toBeTruthy();
  await userEvent.clear(screen.getByLabelText(/Amount/));
  await pasteInto(screen.getByLabelText(/Amount/), '45.00');
  await userEvent.click(screen.getByRole('button', { name: 'Write off the debt' }));
  await screen.findByText('The debt is written off.');
  expect(received.find(({ endpoint }) => endpoint === writeOffDebt)).toMatchObject({
    params: { id: debt.id },
    body: { amount: '45.00', reason: 'The business is bankrupt' },
  });
});

it('takes back a payout that the recipient has not claimed', async () => {
  const unclaimed = { ...failed, state: 'unclaimed', problem: 'This payout is unclaimed.' };
  const received = stubNetwork(
    stuck(unclaimed),
    stubCall(retryPayout, { message: 'The wallet is asked to give it back.' }),
  );
  renderScreen(<MoneyPanel />, { at: '/admin?tab=money' });
  await userEvent.click(await screen.findByRole('button', { name: /^Retry/ }));
  await pasteInto(await screen.findByLabelText(/Reason/), 'The marketer has moved');
  await userEvent.click(screen.getByRole('button', { name: 'Take back payout' }));
  await screen.findByText('The wallet is asked to give it back.');
  expect(received.find(({ endpoint }) => endpoint === retryPayout)?.params).toEqual({ id: failed.id });
});

it('checks a payout that was paid after its return again, and says that nothing is sent', async () => {
  const contradicted = { ...failed, state: 'returned', issue: 'PAID_AFTER_RETURN' };
  const received = stubNetwork(
    stuck(contradicted),
    stubCall(retryPayout, { message: 'PayPal paid it. The payment is completed.' }),
  );
  renderScreen(<MoneyPanel />, { at: '/admin?tab=money' });
  await userEvent.click(await screen.findByRole('button', { name: /^Check again/ }));
  expect(await screen.findByText(/Nothing is sent/)).toBeTruthy();
  await pasteInto(await screen.findByLabelText(/Reason/), 'The marketer has written');
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }));
  await screen.findByText('PayPal paid it. The payment is completed.');
  expect(received.find(({ endpoint }) => endpoint === retryPayout)?.params).toEqual({ id: failed.id });
});

it('asks for a reason before a retry, then reloads the list', async () => {
  const items = [failed];
  const received = stubNetwork(
    stubCall(listStuckMoney, () => items),
    stubCall(retryPayout, () => {
      items.pop();
      return { message: 'The payment is on its way again.' };
    }),
  );
  renderScreen(<MoneyPanel />, { at: '/admin?tab=money' });
  await userEvent.click(await screen.findByRole('button', { name: /^Retry/ }));
  await pasteInto(await screen.findByLabelText(/Reason/), 'Their account is open again');
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }));
  await screen.findByText('The payment is on its way again.');
  await findEmptyState();
  const sent = received.find(({ endpoint }) => endpoint === retryPayout);
  expect(sent).toMatchObject({ params: { id: failed.id }, body: { reason: 'Their account is open again' } });
});

it('shows in the dialog why a retry is not possible', async () => {
  stubNetwork(stuck(refund), stubRefusal(retryRefund, 'payment/disputed'));
  renderScreen(<MoneyPanel />, { at: '/admin?tab=money' });
  await userEvent.click(await screen.findByRole('button', { name: /^Retry/ }));
  await pasteInto(await screen.findByLabelText(/Reason/), 'The campaign is over');
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }));
  expect((await screen.findByRole('alert')).textContent).toContain(refusalText('payment/disputed'));
});

it('shows a missing reason at its field, and the server’s error', async () => {
  const received = stubNetwork(
    stuck(failed),
    stubRefusal(retryPayout, 'request/invalid', { reason: 'Enter a reason' }),
  );
  const isSent = () => received.some(({ endpoint }) => endpoint === retryPayout);
  renderScreen(<MoneyPanel />, { at: '/admin?tab=money' });
  await userEvent.click(await screen.findByRole('button', { name: /^Retry/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Send again' }));
  expect(invalidFields()).toEqual(['Reason']);
  expect(isSent()).toBe(false);
  await userEvent.type(screen.getByLabelText(/Reason/), 'no');
  expect(invalidFields()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }));
  await screen.findByText('Enter a reason');
  expect(isSent()).toBe(true);
});

it('loads the next page', async () => {
  const received = stubNetwork(stubPages(listStuckMoney, [[failed], [refund]]));
  renderScreen(<MoneyPanel />, { at: '/admin?tab=money' });
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  await screen.findByText(refund.problem);
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  expect(received.map(({ query }) => query['cursor'])).toEqual([undefined, '1']);
});

const run: Reconciliation = {
  id: '8c5d1c0a-7f55-4b0e-9b0b-2f2f6a1d7e33',
  startedAt: '2026-11-20T09:00:00.000Z',
  finishedAt: '2026-11-20T09:00:02.000Z',
  from: '2026-11-13T09:00:00.000Z',
  to: '2026-11-20T09:00:00.000Z',
  ours: '332.47',
  theirs: '332.47',
  wayOut: '0.00',
  wayIn: '0.00',
  compared: 42,
  differences: [],
  problem: null,
};

const result = (name: string) => screen.getByRole('region', { name });
const findVerdict = async () =>
  within(await screen.findByRole('region', { name: /comparison$/ })).findByRole('status');

it('shows that the books match, with the period and the number of compared movements', async () => {
  stubNetwork(stubCall(listReconciliations, [run]));
  renderScreen(<MoneyPanel />, at('reconciliation'));
  expect((await findVerdict()).textContent).toContain('42');
  expect(screen.getAllByText('$332.47')).toHaveLength(2);
});

it('shows every difference with both amounts, and the total difference', async () => {
  const differences: Reconciliation['differences'] = [
    { kind: 'balance', reference: 'psp + psp_held', ours: '332.47', theirs: '307.47' },
    { kind: 'refund', reference: '8AB12345CD6789012', ours: null, theirs: '-25.00' },
  ];
  stubNetwork(stubCall(listReconciliations, [{ ...run, theirs: '307.47', wayOut: '10.00', differences }]));
  renderScreen(<MoneyPanel />, at('reconciliation'));
  expect((await screen.findByRole('alert')).textContent).toContain('2 differences');
  const row = within(screen.getByRole('row', { name: /8AB12345CD6789012/ }));
  expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
    'Refund8AB12345CD6789012',
    'none',
    '-$25.00',
  ]);
  expect(screen.getByText(/\$10\.00/)).toBeTruthy();
  expect(screen.getByText('-$25.00', { selector: 'dd *' })).toBeTruthy();
});

it('never shows an unfinished comparison as a match', async () => {
  const problem = 'The wallet did not give its report (timeout). Nothing was compared.';
  stubNetwork(
    stubCall(listReconciliations, [
      { ...run, ours: null, theirs: null, wayOut: null, wayIn: null, compared: 0, problem },
      { ...run, id: failed.id, startedAt: '2026-11-19T09:00:00.000Z' },
    ]),
  );
  renderScreen(<MoneyPanel />, at('reconciliation'));
  expect((await screen.findByRole('alert')).textContent).toContain(problem);
  expect(within(result('The newest comparison')).queryByRole('status')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: /^Show the comparison of/ }));
  await findVerdict();
});

it('lets the server sort the comparisons, and still shows the newest one', async () => {
  const odd: Reconciliation = {
    ...run,
    id: failed.id,
    startedAt: '2026-11-01T09:00:00.000Z',
    differences: [{ kind: 'fee', reference: 'F-1', ours: '1.00', theirs: '2.00' }],
  };
  stubNetwork(stubCall(listReconciliations, ({ query }) => (query['sort'] === 'newest' ? [run] : [odd])));
  renderScreen(<MoneyPanel />, at('reconciliation'));
  await userEvent.click(await screen.findByRole('button', { name: 'Result' }));
  await screen.findByText('1 difference');
  expect(screen.getByRole('columnheader', { name: 'Result' }).getAttribute('aria-sort')).toBe('descending');
  expect(result('The newest comparison')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /^Show the comparison of/ }));
  expect(result('An earlier comparison').textContent).toContain('F-1');
});

it('runs a comparison over the chosen period', async () => {
  const clock = createManualClock(new Date('2026-11-20T09:00:00Z'));
  const runs: Reconciliation[] = [];
  const received = stubNetwork(
    stubCall(listReconciliations, () => runs),
    stubCall(runReconciliation, () => {
      runs.push(run);
      return run;
    }),
  );
  renderScreen(<MoneyPanel />, { ...at('reconciliation'), clock });
  await findEmptyState();
  await userEvent.click(screen.getByRole('combobox', { name: 'Compare' }));
  await userEvent.click(await screen.findByRole('option', { name: 'The last 30 days' }));
  await userEvent.click(screen.getByRole('button', { name: 'Run now' }));
  await findVerdict();
  const asked = received.find(({ endpoint }) => endpoint === runReconciliation);
  expect(asked?.body).toEqual({ from: '2026-10-21T09:00:00.000Z' });
});

it('shows an error if a comparison cannot start', async () => {
  stubNetwork(
    stubCall(listReconciliations, []),
    stubRefusal(runReconciliation, 'payment/reconciliation-running'),
  );
  renderScreen(<MoneyPanel />, at('reconciliation'));
  await userEvent.click(await screen.findByRole('button', { name: 'Run now' }));
  await screen.findByText(refusalText('payment/reconciliation-running'), { exact: false });
});

const notice: WebhookEntry = {
  id: 'WH-1',
  type: 'PAYMENT.CAPTURE.COMPLETED',
  resource: '8AB12345CD6789012',
  receivedAt: '2026-11-20T09:00:00.000Z',
  handledAt: '2026-11-20T09:00:01.000Z',
  outcome: 'order 7f3f1f0e',
};

it('lists webhooks, sorts them, filters them by type, and loads one only when opened', async () => {
  const received = stubNetwork(
    stubCall(listWebhooks, ({ query }) =>
      query['type'] ? [] : [notice, { ...notice, id: 'WH-2', handledAt: null, outcome: null }],
    ),
    stubCall(getWebhook, ({ params }) => ({
      ...notice,
      id: params['id'] ?? '',
      body: '{"amount":"345.00"}',
    })),
  );
  renderScreen(<MoneyPanel />, at('webhooks'));
  const [first] = await screen.findAllByRole('button', { name: /^Show PAYMENT/ });
  expect(received.some(({ endpoint }) => endpoint === getWebhook)).toBe(false);
  await userEvent.click(first as HTMLElement);
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText(/"amount": "345.00"/);
  expect(within(dialog).getByText('WH-1')).toBeTruthy();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  await userEvent.click(screen.getByRole('button', { name: 'Webhook' }));
  await expect.poll(() => received.at(-1)?.query['sort']).toBe('oldest');
  await userEvent.click(screen.getByRole('combobox', { name: 'Type' }));
  await userEvent.click(await screen.findByRole('option', { name: 'CUSTOMER.DISPUTE.CREATED' }));
  await findEmptyState();
  expect(received.at(-1)?.query).toMatchObject({ type: 'CUSTOMER.DISPUTE.CREATED' });
});

it.each([
  ['stuck', listStuckMoney],
  ['reconciliation', listReconciliations],
  ['ledger', getTrialBalance],
  ['webhooks', listWebhooks],
] as const)('shows an error if %s cannot be loaded, and retries', async (view, endpoint) => {
  const received = stubNetwork(stubRefusal(endpoint, 'server/busy'));
  renderScreen(<MoneyPanel />, at(view));
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await expect.poll(() => received.length).toBe(2);
});

it('keeps the open view in the URL', async () => {
  stubNetwork(stuck(), stubCall(listReconciliations, [run]));
  renderScreen(<MoneyPanel />, { at: '/admin?tab=money' });
  await findEmptyState();
  await userEvent.click(screen.getByRole('radio', { name: 'Reconciliation' }));
  await findVerdict();
});

it('offers the invoices of a quarter as a file', async () => {
  stubNetwork();
  const clock = createManualClock(new Date('2026-11-27T12:00:00Z'));
  renderScreen(<MoneyPanel />, { at: '/admin?tab=money&view=invoices', clock });
  const link = () => screen.getByRole('link', { name: 'Download CSV' }).getAttribute('href');
  expect(link()).toBe('/api/admin/invoices.csv?timeZone=UTC&from=2026-10-01&to=2026-12-31');
  await userEvent.click(screen.getByRole('combobox', { name: 'Quarter' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Q1 2026' }));
  expect(link()).toBe('/api/admin/invoices.csv?timeZone=UTC&from=2026-01-01&to=2026-03-31');
});
