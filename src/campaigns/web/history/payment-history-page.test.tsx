import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { createManualClock } from '#platform/web/manual-clock.ts';
import {
  refusalText,
  renderScreen,
  stubCall,
  stubNetwork,
  stubPages,
  stubRefusal,
} from '#platform/web/screen-test.tsx';
import { readTimeZone } from '#platform/web/time-zone.ts';
import { issueInvoice } from '#payments/invoice-contract.ts';
import { type Billing, getBilling, saveBilling } from '#profiles/billing-contract.ts';
import { listOwnCampaigns } from '../../contract.ts';
import {
  getPaymentTotals,
  type HistoryLine,
  historyTotalNames,
  listPaymentHistory,
} from '../../payment-history-contract.ts';
import { historySample, historyTotalsSample, ownCampaignSample } from '../../sample.ts';
import PaymentHistoryPage from './payment-history-page.tsx';

const timeZone = readTimeZone();
const campaigns = stubCall(listOwnCampaigns, [ownCampaignSample]);
const totals = stubCall(getPaymentTotals, historyTotalsSample);
const nothing = stubCall(listPaymentHistory, []);
const zero = Object.fromEntries(historyTotalNames.map(([key]) => [key, '0.00']));
const noTotals = stubCall(getPaymentTotals, { ...historyTotalsSample, ...zero, canIssueInvoices: false });

test('shows each payment with its fee and what is held, the totals, and a link to the file', async () => {
  stubNetwork(
    campaigns,
    totals,
    stubPages(listPaymentHistory, [historySample.slice(0, 1), historySample.slice(1)]),
  );
  renderScreen(<PaymentHistoryPage />);
  const list = await screen.findByRole('list', { name: 'Payments, newest first' });
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await within(list).findByText('Paid in from your wallet')).toBeTruthy();
  const rows = within(list).getAllByRole('listitem');
  expect(rows.map((row) => row.querySelector(':scope > :last-child')?.textContent)).toEqual([
    '-$46.00incl. fee $6.00$92.00 held',
    '$138.00incl. fee $18.00$138.00 held',
  ]);
  expect(within(rows[0] as HTMLElement).getByText('Released to Marco Reyes')).toBeTruthy();
  expect(await screen.findByText('Held after, fee included')).toBeTruthy();
  expect(screen.queryByText('Tips')).toBeNull();
  expect(screen.getByRole('link', { name: 'Download CSV' }).getAttribute('href')).toBe(
    `/api/payment-history.csv?${new URLSearchParams({ timeZone })}`,
  );
});

test('asks for the chosen period and campaign, and for nothing while the dates are missing or wrong', async () => {
  const received = stubNetwork(campaigns, totals, stubCall(listPaymentHistory, historySample));
  const clock = createManualClock(new Date('2026-01-15T12:00:00Z'));
  renderScreen(<PaymentHistoryPage />, { clock });
  const choose = async (label: string, option: string) => {
    await userEvent.click(screen.getByRole('combobox', { name: label }));
    await userEvent.click(await screen.findByRole('option', { name: option }));
  };
  const lastQuery = () => received.findLast(({ endpoint }) => endpoint === getPaymentTotals)?.query;
  await choose('Period', 'Last month');
  expect(lastQuery()).toEqual({ timeZone, from: '2025-12-01', to: '2025-12-31' });
  await choose('Campaign', ownCampaignSample.title);
  await choose('Period', 'Last year');
  expect(lastQuery()).toEqual({
    timeZone,
    from: '2025-01-01',
    to: '2025-12-31',
    campaignId: ownCampaignSample.id,
  });
  await choose('Period', 'Other dates');
  const asked = received.length;
  const [from, to] = [screen.getByLabelText('From'), screen.getByLabelText('To')];
  expect(await screen.findByText('Enter a first day, a last day, or both')).toBeTruthy();
  fireEvent.change(from, { target: { value: '1999-12-31' } });
  expect(await screen.findByText('Enter a date from 2000 to 2099')).toBeTruthy();
  fireEvent.change(from, { target: { value: '' } });
  fireEvent.change(to, { target: { value: '2100-01-01' } });
  expect(await screen.findByText('Enter a date from 2000 to 2099')).toBeTruthy();
  fireEvent.change(from, { target: { value: '2026-01-10' } });
  fireEvent.change(to, { target: { value: '2026-01-09' } });
  expect(await screen.findByText('Choose a date on or after From')).toBeTruthy();
  expect(screen.queryByRole('list')).toBeNull();
  expect(received).toHaveLength(asked);
  fireEvent.change(to, { target: { value: '2026-01-11' } });
  expect(await screen.findByRole('list')).toBeTruthy();
  expect(lastQuery()).toMatchObject({ from: '2026-01-10', to: '2026-01-11' });
});

test('says how a refund and a dispute ended', async () => {
  const [line] = historySample as [HistoryLine];
  const ended: Partial<HistoryLine>[] = [
    { move: 'refunded', state: 'pending' },
    { move: 'refunded', state: 'failed' },
    { move: 'disputed', state: 'lost' },
    { move: 'disputed', state: 'won' },
  ];
  const lines = ended.map((part, index) => ({ ...line, number: index, marketer: null, ...part }));
  stubNetwork(campaigns, totals, stubCall(listPaymentHistory, lines));
  renderScreen(<PaymentHistoryPage />);
  await screen.findByText('Refund failed');
  const texts = screen.getAllByRole('listitem').map((row) => row.textContent ?? '');
  expect(texts[0]).toContain('Refund on its way to your wallet');
  expect(texts[1]).toContain('Contact support');
  expect(texts[2]).toContain('Returned to you by the wallet after a dispute');
  expect(texts[3]).toContain('Held for a payment dispute that has ended');
});

test('says that the totals of a period load, and offers invoice details only where the caller issues invoices', async () => {
  stubNetwork(
    campaigns,
    stubCall(getPaymentTotals, { ...historyTotalsSample, canIssueInvoices: false }),
    nothing,
  );
  renderScreen(<PaymentHistoryPage />);
  expect(screen.getByText('Loading totals...')).toBeTruthy();
  expect(await screen.findByText('Held after, fee included')).toBeTruthy();
  expect(screen.queryByText('Loading totals...')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Invoice details' })).toBeNull();
});

test('tells an advertiser without payments from one without payments in the period', async () => {
  stubNetwork(campaigns, noTotals, nothing);
  renderScreen(<PaymentHistoryPage />);
  expect(await screen.findByText('No payments yet')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Download CSV' })).toBeNull();
});

test('offers all payments if the period has none', async () => {
  const received = stubNetwork(campaigns, noTotals, nothing);
  renderScreen(<PaymentHistoryPage />, { at: '/?period=this-year' });
  await userEvent.click(await screen.findByRole('button', { name: 'Show all payments' }));
  expect(await screen.findByText('No payments yet')).toBeTruthy();
  expect(received.at(-1)?.query).not.toHaveProperty('from');
});

test('shows an error and retries', async () => {
  stubNetwork(campaigns, totals, stubRefusal(listPaymentHistory, 'server/busy'));
  renderScreen(<PaymentHistoryPage />);
  expect(await screen.findByText(refusalText('server/busy'))).toBeTruthy();
  stubNetwork(campaigns, totals, stubCall(listPaymentHistory, historySample));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Released to Marco Reyes')).toBeTruthy();
});

test('issues an invoice, asks for the missing details first, and then links to it', async () => {
  const [released, paid] = historySample as [HistoryLine, HistoryLine];
  const billing: Billing = {
    businessName: 'Harbor Roasters',
    businessAddress: '1 Quay',
    country: 'US',
    vatId: null,
    taxNumber: null,
  };
  let isSaved = false;
  let isIssued = false;
  const invoice = { id: paid.campaignId, number: 'INV-2026-00001' };
  const received = stubNetwork(
    campaigns,
    totals,
    stubCall(getBilling, billing),
    stubCall(listPaymentHistory, () => [
      released,
      isIssued ? { ...paid, invoices: [invoice], invoiceFor: null } : paid,
    ]),
    stubCall(saveBilling, () => {
      isSaved = true;
      return { message: 'Saved' };
    }),
    {
      endpoint: issueInvoice,
      reply: (call) => {
        if (!isSaved) return stubRefusal(issueInvoice, 'payment/billing-missing').reply(call);
        isIssued = true;
        return stubCall(issueInvoice, { ...invoice, kind: 'invoice', issuedAt: paid.at }).reply(call);
      },
    },
  );
  renderScreen(<PaymentHistoryPage />);
  await userEvent.click(await screen.findByRole('button', { name: `Get invoice for ${paid.campaignTitle}` }));
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
  const link = await screen.findByRole('link', { name: 'Download INV-2026-00001 (PDF)' });
  expect(link.getAttribute('href')).toBe(`/api/invoices/${invoice.id}/pdf`);
  const asked = received.filter(({ endpoint }) => endpoint === issueInvoice).map(({ body }) => body);
  expect(asked).toEqual([{ orderId: paid.invoiceFor }, { orderId: paid.invoiceFor }]);
});
