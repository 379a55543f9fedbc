import { afterAll, beforeAll, expect, test } from 'vitest';
import { getCampaign } from '#campaigns/contract.ts';
import { DAY } from '#kernel/time.ts';
import { type Client, testApp, type TestApp } from '#tests/support/app.ts';
import { serverDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { readyMarketer } from '#tests/support/people/approved-marketer.ts';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import * as contract from '../contract.ts';

const APPLICANTS = 50;

let database: TestDatabase;
let app: TestApp;
let advertiser: Client;
let rivals: Client[];
let marketers: Client[];

beforeAll(async () => {
  database = await serverDatabase({ poolSize: 40 });
  app = await testApp({ database });
  advertiser = await app.signIn('advertiser');
  rivals = [];
  for (let count = 0; count < 10; count += 1) rivals.push(await app.signIn('advertiser'));
  marketers = [];
  while (marketers.length < APPLICANTS) marketers.push(await readyMarketer(app));
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const apply = (client: Client, campaignId: string) => client.call(contract.apply, { body: { campaignId } });
const decide = (client: Client, id: string, status: 'approved' | 'rejected' | 'withdrawn') =>
  client.call(contract.decideApplication, { params: { id }, body: { status } });

function tally(answers: { status: number; error: { code?: string } }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, error } of answers) {
    const key = status < 300 ? String(status) : String(error.code);
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

async function readCounts(campaignId: string) {
  const { rows } = await database.asOwner(
    `select c.hired, c.applications_count as counted, count(a.id)::int as applications,
            count(a.id) filter (where a.status = 'approved')::int as approved
       from campaign c left join application a on a.campaign_id = c.id where c.id = $1 group by c.id`,
    [campaignId],
  );
  return rows[0];
}

test('invariant 13: of fifty concurrent approvals, exactly as many succeed as there are places', async () => {
  const campaign = await fundedCampaign(app, advertiser, { totalMarketersNeeded: 3 });
  const applied = await Promise.all(marketers.map((client) => apply(client, campaign.id)));
  expect(tally(applied)).toEqual({ 201: APPLICANTS });
  expect(await readCounts(campaign.id)).toEqual({
    hired: 0,
    counted: APPLICANTS,
    applications: APPLICANTS,
    approved: 0,
  });

  const decided = await Promise.all(applied.map(({ body }) => decide(advertiser, body.id, 'approved')));
  expect(tally(decided)).toEqual({ 200: 3, 'campaign/full': APPLICANTS - 3 });
  expect(await readCounts(campaign.id)).toMatchObject({ hired: 3, approved: 3 });
});

test('invariant 13: of fifty concurrent applications with automatic approval, exactly as many get a place', async () => {
  const startTime = new Date(app.clock.now().getTime() + 10 * DAY).toISOString();
  const campaign = await fundedCampaign(app, advertiser, {
    totalMarketersNeeded: 3,
    autoApprove: true,
    startTime,
  });
  const applied = await Promise.all(marketers.map((client) => apply(client, campaign.id)));
  expect(tally(applied)).toEqual({ 201: 3, 'campaign/full': APPLICANTS - 3 });
  expect(await readCounts(campaign.id)).toEqual({ hired: 3, counted: 3, applications: 3, approved: 3 });
});

test('invariant 14: twenty concurrent clicks create one application', async () => {
  const startTime = new Date(app.clock.now().getTime() + 20 * DAY).toISOString();
  const campaign = await fundedCampaign(app, advertiser, { startTime });
  const [marketer] = marketers;
  if (!marketer) throw new Error('there is no applicant');
  const clicks = await Promise.all(Array.from({ length: 20 }, () => apply(marketer, campaign.id)));
  expect(tally(clicks)).toEqual({ 201: 1, 'application/exists': 19 });
  expect(await readCounts(campaign.id)).toEqual({ hired: 0, counted: 1, applications: 1, approved: 0 });
});

test('a marketer approved by ten advertisers for the same time gets only one place', async () => {
  const startTime = new Date(app.clock.now().getTime() + 30 * DAY).toISOString();
  const [marketer] = marketers;
  if (!marketer) throw new Error('there is no applicant');
  const wanted = [];
  for (const rival of rivals) {
    const campaign = await fundedCampaign(app, rival, { startTime });
    wanted.push({ rival, campaign, application: (await apply(marketer, campaign.id)).body });
  }
  const decided = await Promise.all(
    wanted.map(({ rival, application }) => decide(rival, application.id, 'approved')),
  );
  expect(tally(decided)).toEqual({ 200: 1, 'application/overlap': 9 });
  const counts = await Promise.all(wanted.map(({ campaign }) => readCounts(campaign.id)));
  expect(counts.map(({ hired }) => hired).toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
});

test('concurrent approvals, rejections and withdrawals end in one consistent state without deadlock', async () => {
  const startTime = new Date(app.clock.now().getTime() + 40 * DAY).toISOString();
  const campaign = await fundedCampaign(app, advertiser, {
    startTime,
    totalMarketersNeeded: 5,
    totalBudget: 200,
  });
  const applied = await Promise.all(
    marketers.map(async (client) => ({ client, application: (await apply(client, campaign.id)).body })),
  );
  const answers = await Promise.all(
    applied.flatMap(({ client, application }) => [
      decide(advertiser, application.id, 'approved'),
      decide(advertiser, application.id, 'rejected'),
      decide(client, application.id, 'withdrawn'),
    ]),
  );
  for (const { status } of answers) expect([200, 409]).toContain(status);
  const { hired, approved } = await readCounts(campaign.id);
  expect(hired).toBe(approved);
  expect(hired).toBeLessThanOrEqual(5);
  const { rows } = await database.asOwner(
    `select count(*)::int as pending from application where campaign_id = $1 and status = 'pending'`,
    [campaign.id],
  );
  expect(rows).toEqual([{ pending: 0 }]);
  const { body } = await advertiser.call(getCampaign, { params: { id: campaign.id } });
  expect(body).toMatchObject({ marketersHired: hired, applicationsCount: APPLICANTS });
});
