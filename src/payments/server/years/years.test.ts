import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DAY, MINUTE } from '#kernel/time.ts';
import { getPdfTexts } from '#tests/support/pdf-texts.ts';
import { stagePayments } from '#tests/support/payments/stage.ts';
import { payableFacts } from '#tests/support/payments/world.ts';
import { settleDelayMs } from '#tests/support/wallet/simulator.ts';
import { findArrivedPayout } from '../payouts/listing-store.ts';
import { pollPayout } from '../payouts/payout-outcome.ts';
import { formatYearCsv } from './year-csv.ts';
import { listYears, sumYear } from './year-rules.ts';
import { getYearSummary } from './year-service.ts';

const stage = stagePayments();

const readYear = (marketerId: string, year: number) =>
  getYearSummary(stage.world.deps, { userId: marketerId }, year);

const goTo = (time: string) => stage.clock.advance(Date.parse(time) - stage.clock.now().getTime());

async function newMarketer(walletEmail: string) {
  const marketerId = await stage.world.newAccount('marketer');
  stage.world.facts.set(marketerId, { ...payableFacts, walletEmail });
  return marketerId;
}

async function payOut(marketerId: string, cents: number) {
  const campaign = await stage.world.fund(1, cents);
  const { paymentId } = await stage.world.release(campaign, marketerId, 1);
  await stage.world.worker.runDue();
  return { paymentId, campaignId: campaign.campaignId };
}

async function settle() {
  stage.clock.advance(settleDelayMs + MINUTE);
  await stage.world.worker.runDue();
}

test('a year counts what arrived in it in New York, however late it was approved', async () => {
  const year = stage.clock.now().getUTCFullYear() + 1;
  const marketerId = await newMarketer('year@wallet.example');
  goTo(`${year}-03-10T12:00:00Z`);
  const { campaignId } = await payOut(marketerId, 4001);
  await settle();
  goTo(`${year + 1}-01-01T04:59:00Z`);
  await payOut(marketerId, 2500);
  await settle();

  const first = await readYear(marketerId, year);
  const paid = { gigs: 1, pay: '40.01', tips: '0.00', total: '40.01' };
  expect(first).toMatchObject({ year, timeZone: 'America/New_York', totals: paid, earned: '65.01' });
  expect(first.years).toEqual([year + 1, year]);
  expect(first.months).toHaveLength(12);
  expect(first.months.filter(({ gigs }) => gigs !== 0)).toEqual([{ month: `${year}-03`, ...paid }]);
  expect(first.campaigns).toEqual([{ campaignId, campaignTitle: 'Spring launch', ...paid }]);

  const second = await readYear(marketerId, year + 1);
  expect(second).toMatchObject({ totals: { gigs: 1, total: '25.00' }, earned: '0.00' });
  expect(second.months[0]).toMatchObject({ month: `${year + 1}-01`, total: '25.00' });

  const none = await readYear(marketerId, 2001);
  expect(none).toMatchObject({ totals: { gigs: 0, total: '0.00' }, earned: '0.00', campaigns: [] });
  expect((await readYear(await newMarketer('new@wallet.example'), year)).years).toEqual([year + 1]);
});

test('pay that is sent but has not arrived is not paid, and what the wallet takes back counts against it', async () => {
  const marketerId = await newMarketer('refunded@wallet.example');
  goTo(`${stage.clock.now().getUTCFullYear() + 1}-01-30T12:00:00Z`);
  const year = stage.clock.now().getUTCFullYear();
  const { paymentId } = await payOut(marketerId, 10_000);
  expect(await readYear(marketerId, year)).toMatchObject({
    totals: { gigs: 0, total: '0.00' },
    earned: '100.00',
  });
  await settle();
  expect((await readYear(marketerId, year)).totals).toMatchObject({ gigs: 1, total: '100.00' });
  stage.clock.advance(2 * DAY);
  const attempt = await findArrivedPayout(stage.database.db, paymentId);
  await pollPayout(stage.world.deps, attempt?.id ?? '');
  const { totals, months, earned } = await readYear(marketerId, year);
  expect(totals).toEqual({ gigs: 0, pay: '0.00', tips: '0.00', total: '0.00' });
  expect(months.map(({ total }) => total).slice(0, 3)).toEqual(['100.00', '-100.00', '0.00']);
  expect(earned).toBe('100.00');
});

test('downloads the own year as CSV and PDF', async () => {
  const marketerId = await newMarketer('files@wallet.example');
  const { campaignId } = await payOut(marketerId, 4001);
  await settle();
  const year = stage.clock.now().getUTCFullYear();
  const open = (kind: string, id: string, role: 'marketer' | 'advertiser' = 'marketer', of = String(year)) =>
    stage.world.http.inject({
      url: `/api/payments/year${kind}?year=${of}`,
      headers: { cookie: stage.world.cookieOf(id, role) },
    });
  const csv = await open('.csv', marketerId);
  expect(csv.headers['content-disposition']).toBe(`attachment; filename="promenade-${year}.csv"`);
  expect(csv.payload.split('\r\n')).toContain(`Campaign,Spring launch,${campaignId},1,40.01,0.00,40.01`);
  expect(csv.payload.split('\r\n')).toContain(`Year,${year},,1,40.01,0.00,40.01`);
  const pdf = await open('.pdf', marketerId);
  expect(pdf.headers['content-type']).toBe('application/pdf');
  const texts = getPdfTexts(pdf.rawPayload);
  expect(texts.join(' ').split('@promenade.test')).toHaveLength(2);
  for (const text of [`Yearly summary ${year}`, 'Spring launch', 'Total paid', '$40.01', 'December'])
    expect(texts).toContain(text);

  const other = await open('', await newMarketer('other@wallet.example'));
  expect(other.json()).toMatchObject({ totals: { total: '0.00' }, campaigns: [] });
  expect(other.payload).not.toContain(campaignId);
  expect((await open('', await stage.world.newAccount('advertiser'), 'advertiser')).statusCode).toBe(403);
  expect((await open('', marketerId, 'marketer', '26')).statusCode).toBe(400);
});

test('months and campaigns each add up to the year, and tips are no gigs', () => {
  const [one, other] = [randomUUID(), randomUUID()];
  const part = { campaignTitle: 'A', isTip: false, payments: 1 };
  const sums = sumYear(
    [
      { ...part, month: 1, campaignId: one, cents: 1001 },
      { ...part, month: 2, campaignId: one, cents: 333, isTip: true },
      { ...part, month: 2, campaignId: other, campaignTitle: 'B', cents: 5000, payments: 2 },
    ],
    ['2026-01', '2026-02'],
  );
  expect(sums).toEqual({
    totals: { gigs: 3, pay: '60.01', tips: '3.33', total: '63.34' },
    months: [
      { month: '2026-01', gigs: 1, pay: '10.01', tips: '0.00', total: '10.01' },
      { month: '2026-02', gigs: 2, pay: '50.00', tips: '3.33', total: '53.33' },
    ],
    campaigns: [
      { campaignId: other, campaignTitle: 'B', gigs: 2, pay: '50.00', tips: '0.00', total: '50.00' },
      { campaignId: one, campaignTitle: 'A', gigs: 1, pay: '10.01', tips: '3.33', total: '13.34' },
    ],
  });
  expect(listYears(2024, 2026)).toEqual([2026, 2025, 2024]);
});

test('a campaign’s title cannot become a spreadsheet formula', () => {
  const campaignId = randomUUID();
  const zero = { gigs: 0, pay: '0.00', tips: '0.00', total: '0.00' };
  const csv = formatYearCsv({
    year: 2026,
    timeZone: 'America/New_York',
    years: [2026],
    totals: zero,
    earned: '0.00',
    months: [],
    campaigns: [{ ...zero, campaignId, campaignTitle: '=1+1' }],
  });
  expect(csv).toContain(`Campaign,'=1+1,${campaignId},0`);
});
