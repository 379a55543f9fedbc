import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { draftCampaign, fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import { campaignLedgerSample } from '../../sample.ts';
import { closeCampaign } from '../../closing-contract.ts';
import { downloadCampaignLedger, getCampaignLedger } from '../../ledger-contract.ts';
import { formatLedgerCsv } from './ledger-service.ts';

let app: TestApp;
let advertiser: Client;
beforeAll(async () => {
  app = await testApp();
  advertiser = await app.signIn('advertiser');
});
afterAll(() => app.close());

const readLedger = (client: Client, id: string) => client.call(getCampaignLedger, { params: { id } });

test('is empty for a draft, and begins with the payment for a funded campaign', async () => {
  const draft = await draftCampaign(app, advertiser);
  const out = { released: '0.00', feeEarned: '0.00', refunded: '0.00', disputed: '0.00', recovered: '0.00' };
  const tipped = '0.00';
  const empty = { funded: '0.00', repaid: '0.00', holds: [], tipped, ...out };
  const nothing = { left: '0.00', sums: { pay: '0.00', fee: '0.00' }, lines: [] };
  expect((await readLedger(advertiser, draft.id)).body).toEqual({ ...empty, ...nothing });

  const { id } = await fundedCampaign(app, advertiser);
  const { body } = await readLedger(advertiser, id);
  expect(body).toMatchObject({
    ...empty,
    funded: '138.00',
    left: '138.00',
    sums: { pay: '120.00', fee: '18.00' },
  });
  expect(body.lines).toMatchObject([
    { move: 'funded', marketer: null, isArrived: null, pay: '120.00', fee: '18.00', left: '138.00' },
  ]);
});

test('downloads as a CSV file', async () => {
  const { id } = await fundedCampaign(app, advertiser);
  const file = await advertiser.request('GET', downloadCampaignLedger.path.replace('{id}', id));
  expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(file.headers['content-disposition']).toBe(`attachment; filename="campaign-${id}.csv"`);
  const [heading, line, total, end] = String(file.body).split('\r\n');
  expect(heading).toBe('Time (UTC),What,Marketer,Pay (USD),Fee (USD),Tip (USD),Left (USD)');
  expect(line).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z,funded,,120\.00,18\.00,0\.00,138\.00$/);
  expect([total, end]).toEqual([',total,,120.00,18.00,0.00,138.00', '']);
});

test('the columns add up to what is left, even after payouts', async () => {
  const { id } = await fundedCampaign(app, advertiser);
  expect((await advertiser.call(closeCampaign, { params: { id } })).status).toBe(200);
  const { left, sums, lines } = (await readLedger(advertiser, id)).body;
  expect(lines.map(({ pay, fee }) => [pay, fee])).toEqual([
    ['120.00', '18.00'],
    ['-120.00', '-18.00'],
  ]);
  expect([left, sums]).toEqual(['0.00', { pay: '0.00', fee: '0.00' }]);
});

test('only its owner may read it', async () => {
  const { id } = await fundedCampaign(app, advertiser);
  const other = await app.signIn('advertiser');
  expect((await readLedger(other, id)).error.code).toBe('campaign/not-found');
  const file = await other.request('GET', downloadCampaignLedger.path.replace('{id}', id));
  expect(file.status).toBe(404);
});

test('a name can neither break the file nor become a spreadsheet formula', () => {
  const withNames = (...names: string[]) =>
    formatLedgerCsv({
      ...campaignLedgerSample,
      lines: names.flatMap((marketer) =>
        campaignLedgerSample.lines.slice(1).map((line) => ({ ...line, marketer })),
      ),
    })
      .split('\r\n')
      .slice(1, -2)
      .map((line) => line.split('released,')[1]);
  expect(withNames('=HYPERLINK("x")', '-2+3', '@a', 'Reyes, Marco', 'Ann "Bee"')).toEqual([
    `"'=HYPERLINK(""x"")",-40.00,-6.00,0.00,92.00`,
    `'-2+3,-40.00,-6.00,0.00,92.00`,
    `'@a,-40.00,-6.00,0.00,92.00`,
    '"Reyes, Marco",-40.00,-6.00,0.00,92.00',
    '"Ann ""Bee""",-40.00,-6.00,0.00,92.00',
  ]);
});
