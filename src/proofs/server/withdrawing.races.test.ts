import { afterAll, beforeAll, expect, test } from 'vitest';
import { apply, decideApplication } from '#applications/contract.ts';
import { HOUR } from '#kernel/time.ts';
import { type Client, testApp, type TestApp } from '#tests/support/app.ts';
import { readyMarketer } from '#tests/support/people/approved-marketer.ts';
import { serverDatabase, type TestDatabase } from '#tests/support/databases/database.ts';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import { submitProof } from '../contract.ts';

const PLACES = 20;
let database: TestDatabase;
let app: TestApp;

beforeAll(async () => {
  database = await serverDatabase({ poolSize: 40 });
  app = await testApp({ database });
});
afterAll(async () => {
  await app.close();
  await database.close();
});

test('accepts either a proof or a withdrawal sent at once, and each proof keeps its place', async () => {
  const advertiser = await app.signIn('advertiser');
  const startTime = new Date(app.clock.now().getTime() + HOUR).toISOString();
  const campaign = await fundedCampaign(app, advertiser, {
    campaignType: 'social',
    autoApprove: true,
    startTime,
    totalMarketersNeeded: PLACES,
    totalBudget: PLACES * 100,
  });
  const holders: { client: Client; id: string }[] = [];
  for (let count = 0; count < PLACES; count += 1) {
    const client = await readyMarketer(app);
    const { body } = await client.call(apply, { body: { campaignId: campaign.id } });
    holders.push({ client, id: body.id });
  }
  app.clock.advance(HOUR);
  await Promise.all(
    holders.flatMap(({ client, id }) => [
      client.call(submitProof, {
        body: { campaignId: campaign.id, postUrl: 'https://instagram.com/p/one', media: [] },
      }),
      client.call(decideApplication, { params: { id }, body: { status: 'withdrawn' } }),
    ]),
  );
  const { rows } = await database.asOwner(
    `select count(*) filter (where a.status = 'approved')::int as approved,
            count(p.id)::int as proofs,
            count(*) filter (where a.status = 'withdrawn' and p.id is not null)::int as both,
            (select hired from campaign where id = $1) as hired
       from application a left join proof p on p.application_id = a.id where a.campaign_id = $1`,
    [campaign.id],
  );
  expect(rows[0].both).toBe(0);
  expect(rows[0].approved).toBe(rows[0].proofs);
  expect(rows[0].hired).toBe(rows[0].proofs);
});
