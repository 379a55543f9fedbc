import { afterAll, beforeAll, expect, test } from 'vitest';
import { fromDecimal } from '#kernel/money.ts';
import { DAY } from '#kernel/time.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { succeed } from '#tests/support/client.ts';
import { disputeAtWallet, endDisputeAtWallet } from '#tests/support/people/chargeback.ts';
import {
  decideAtWallet,
  draftCampaign,
  fundedCampaign,
  openOrder,
} from '#tests/support/people/funded-campaign.ts';
import { sendPost, socialWork } from '#tests/support/people/social-work.ts';
import { downloadInvoice, issueInvoice } from '#payments/invoice-contract.ts';
import { saveBilling } from '#profiles/billing-contract.ts';
import { decideProof } from '#proofs/contract.ts';
import { tipProof } from '#proofs/tip-contract.ts';
import { teamMember } from '#tests/support/people/team.ts';
import { createHistoryFile } from './payment-history-service.ts';
import { closeCampaign } from '../../closing-contract.ts';
import { capturePaymentOrder } from '../../funding-contract.ts';
import {
  downloadPaymentHistory,
  getPaymentTotals,
  historyTotalNames,
  type HistoryTotals,
  listPaymentHistory,
} from '../../payment-history-contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ settings: { SESSION_IDLE_MS: String(20 * DAY) } });
});
afterAll(() => app.close());

const timeZone = 'America/New_York';
type Filter = Partial<Record<'from' | 'to' | 'campaignId' | 'cursor', string>> & { limit?: number };

const list = (client: Client, filter: Filter = {}) =>
  client.call(listPaymentHistory, { query: { timeZone, ...filter } });
const sum = (client: Client, filter: Filter = {}) =>
  succeed(client.call(getPaymentTotals, { query: { timeZone, ...filter } }));
const download = (client: Client, filter: Record<string, string> = {}) =>
  client.request('GET', `${downloadPaymentHistory.path}?${new URLSearchParams({ timeZone, ...filter })}`);

const cents = (amount: string) =>
  amount.startsWith('-') ? -fromDecimal(amount.slice(1)) : fromDecimal(amount);

function expectBalanced(totals: HistoryTotals) {
  const { heldBefore, paidIn, adjusted, released, fee, tipped, refunded, disputed, heldAfter } = totals;
  const into = [heldBefore, paidIn, adjusted].map(cents);
  const out = [released, fee, tipped, refunded, disputed, heldAfter].map(cents);
  const add = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
  expect(add(into)).toBe(add(out));
}

async function paidDraft(advertiser: Client) {
  const draft = await draftCampaign(app, advertiser);
  const order = await openOrder(advertiser, draft.id);
  await decideAtWallet(advertiser, order.approveUrl);
  await succeed(advertiser.call(capturePaymentOrder, { params: { orderId: order.id } }));
  return draft;
}

async function tippedWork(advertiser: Client) {
  const { campaign, holders } = await socialWork(app, advertiser, { places: 1, holders: 1 });
  const [marketer] = holders as [Client];
  const id = await sendPost(marketer, campaign.id);
  await succeed(advertiser.call(decideProof, { params: { id }, body: { status: 'approved' } }));
  const order = await succeed(advertiser.call(tipProof, { params: { id }, body: { amount: '5.00' } }));
  await decideAtWallet(advertiser, order.approveUrl);
  await succeed(advertiser.call(capturePaymentOrder, { params: { orderId: order.id } }));
  await app.runDue();
  return campaign;
}

test('lists every change of what is held over all campaigns, newest first, with the sums of a period', async () => {
  const advertiser = await app.signIn('advertiser');
  const campaign = await tippedWork(advertiser);
  const firstDay = app.clock.now();
  app.clock.advance(2 * DAY);
  const other = await fundedCampaign(app, advertiser, { title: 'Second' });
  await succeed(advertiser.call(closeCampaign, { params: { id: other.id } }));
  await app.runDue();

  const { body: lines } = await list(advertiser);
  expect(
    lines.map(({ campaignTitle, move, amount, fee, held }) => [campaignTitle, move, amount, fee, held]),
  ).toEqual([
    ['Second', 'refunded', '-138.00', '-18.00', '0.00'],
    ['Second', 'paid', '138.00', '18.00', '138.00'],
    [campaign.title, 'tipped', '-5.00', '0.00', '0.00'],
    [campaign.title, 'paid-tip', '5.00', '0.00', '5.00'],
    [campaign.title, 'released', '-115.00', '-15.00', '0.00'],
    [campaign.title, 'paid', '115.00', '15.00', '115.00'],
  ]);
  expect(lines.map(({ state }) => state)).toEqual(['completed', null, null, null, null, null]);
  expect(lines.map(({ marketer }) => marketer !== null)).toEqual([false, false, true, false, true, false]);

  const until = firstDay.toLocaleDateString('sv-SE', { timeZone });
  const after = app.clock.now().toLocaleDateString('sv-SE', { timeZone });
  const early = await sum(advertiser, { to: until });
  const late = await sum(advertiser, { from: after });
  expect(early).toMatchObject({
    heldBefore: '0.00',
    paidIn: '120.00',
    released: '100.00',
    fee: '15.00',
    tipped: '5.00',
  });
  expect(late).toMatchObject({ paidIn: '138.00', refunded: '138.00', released: '0.00', heldAfter: '0.00' });
  for (const totals of [early, late, await sum(advertiser)]) expectBalanced(totals);
  expect((await list(advertiser, { to: until })).body).toEqual(lines.slice(2));
  expect((await list(advertiser, { from: after, campaignId: campaign.id })).body).toEqual([]);

  const file = await download(advertiser, { campaignId: campaign.id });
  expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
  const rows = String(file.body).split('\r\n');
  expect(rows[0]).toBe(
    'Time (UTC),Time (America/New_York),Campaign,Campaign id,What,State,Invoice,Marketer,Amount (USD),Fee in it (USD),Held after (USD)',
  );
  expect(rows.slice(1, 5).map((row) => row.split(',').slice(-3))).toEqual([
    ['-5.00', '0.00', '0.00'],
    ['5.00', '0.00', '5.00'],
    ['-115.00', '-15.00', '0.00'],
    ['115.00', '15.00', '115.00'],
  ]);
  const sums = ['0.00', '120.00', '0.00', '100.00', '15.00', '5.00', '0.00', '0.00', '0.00'];
  expect(rows.slice(5, -1)).toEqual(
    historyTotalNames.map(
      ([, { text }], index) => `,,,,${text.includes(',') ? `"${text}"` : text},,,,${sums[index]},,`,
    ),
  );
  const query = { timeZone, campaignId: campaign.id };
  const { rows: owners } = await app.database.pool.query(
    'select advertiser_id as id from campaign where id = $1',
    [campaign.id],
  );
  const userId = owners[0].id;
  const actor = {
    userId,
    role: 'advertiser',
    sessionId: userId,
    signedInAt: app.clock.now(),
    lacks: null,
  } as const;
  const refused = { code: 'campaign/history-too-long' };
  await expect(createHistoryFile(app.deps, actor, query, 3)).rejects.toMatchObject(refused);
  await expect(createHistoryFile(app.deps, actor, query, 4)).resolves.toHaveLength(3);
});

test('pages have no gaps and end without a link', async () => {
  const advertiser = await app.signIn('advertiser');
  for (let index = 0; index < 2; index += 1) {
    const { id } = await fundedCampaign(app, advertiser);
    await succeed(advertiser.call(closeCampaign, { params: { id } }));
  }
  const all = (await list(advertiser)).body;
  expect(all).toHaveLength(4);
  const first = await list(advertiser, { limit: 3 });
  const cursor = new URLSearchParams(/\?([^>]*)>/.exec(String(first.headers['link']))?.[1]).get('cursor');
  const rest = await list(advertiser, { limit: 3, cursor: cursor ?? '' });
  expect([...first.body, ...rest.body]).toEqual(all);
  expect(rest.headers['link']).toBeUndefined();
  expect((await list(advertiser, { cursor: 'tomorrow~x' })).error.code).toBe('request/invalid');
  expect((await list(advertiser, { from: '1999-12-31' })).error.code).toBe('request/invalid');
});

test('a lost dispute at the wallet leaves nothing held, and says that it has ended', async () => {
  const advertiser = await app.signIn('advertiser');
  const { id } = await fundedCampaign(app, advertiser);
  const disputeId = await disputeAtWallet(app, id);
  expect((await list(advertiser)).body[0]).toMatchObject({ move: 'disputed', state: 'open', held: '0.00' });
  await endDisputeAtWallet(app, id, { disputeId, outcome: 'lost' });
  expect((await list(advertiser)).body[0]).toMatchObject({
    move: 'disputed',
    state: 'lost',
    amount: '-138.00',
  });
  const totals = await sum(advertiser);
  expect(totals).toMatchObject({ paidIn: '138.00', disputed: '138.00', heldAfter: '0.00' });
  expectBalanced(totals);
});

test('shows a payment that has not funded its campaign yet', async () => {
  const advertiser = await app.signIn('advertiser');
  const draft = await paidDraft(advertiser);
  expect((await list(advertiser)).body).toMatchObject([
    { campaignId: draft.id, move: 'paid', amount: '138.00', fee: '18.00', held: '138.00' },
  ]);
});

test('the team reads it, strangers and other roles do not', async () => {
  const owner = await app.signIn('advertiser');
  const { id } = await fundedCampaign(app, owner);
  const viewer = await teamMember(app, owner, 'viewer');
  const [line] = (await list(owner)).body;
  expect((await list(viewer)).body).toEqual([{ ...line, invoiceFor: null }]);
  const billing = { businessName: 'Harbor', businessAddress: '1 Quay', country: 'US', vatId: null };
  await succeed(owner.call(saveBilling, { body: billing }));
  const { id: invoiceId, number } = await succeed(
    owner.call(issueInvoice, { body: { orderId: line?.invoiceFor ?? '' } }),
  );
  const invoice = { id: invoiceId, number };
  expect((await list(viewer)).body).toEqual([{ ...line, invoices: [invoice], invoiceFor: null }]);
  expect((await list(owner)).body).toEqual((await list(viewer)).body);
  const open = (client: Client) => client.request('GET', downloadInvoice.path.replace('{id}', invoiceId));
  expect((await open(viewer)).headers['content-type']).toBe('application/pdf');
  expect((await sum(owner)).canIssueInvoices).toBe(true);
  expect((await sum(viewer)).canIssueInvoices).toBe(false);
  const stranger = await app.signIn('advertiser');
  expect((await open(stranger)).status).toBe(404);
  expect((await list(stranger)).body).toEqual([]);
  expect((await list(stranger, { campaignId: id })).error.code).toBe('campaign/not-found');
  expect((await download(stranger, { campaignId: id })).status).toBe(404);
  expect(await sum(stranger)).toMatchObject({ heldBefore: '0.00', paidIn: '0.00', heldAfter: '0.00' });
  expect((await list(await app.signIn('marketer'))).status).toBe(403);
});
