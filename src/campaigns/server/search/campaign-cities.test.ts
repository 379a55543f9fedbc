import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, testApp, type TestApp } from '#tests/support/app.ts';
import { draftCampaign, fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import { closeCampaign } from '../../closing-contract.ts';
import { listCampaignCities } from '../../contract.ts';

let app: TestApp;
let advertiser: Client;
beforeAll(async () => {
  app = await testApp();
  advertiser = await app.signIn('advertiser');
});
afterAll(() => app.close());

const chicago = { address: 'Chicago, IL', lat: 41.88323, lng: -87.6324, radius: 1000 };
const denver = { address: 'Denver, CO', lat: 39.73915, lng: -104.9847, radius: 1000 };

test('lists each city once, by name, only while it has open campaigns', async () => {
  const cities = async () => (await app.visitor().call(listCampaignCities)).body;
  expect(await cities()).toEqual([]);
  await fundedCampaign(app, advertiser);
  await fundedCampaign(app, advertiser);
  const closing = await fundedCampaign(app, advertiser, { locationDetails: chicago });
  await draftCampaign(app, advertiser, { locationDetails: denver });
  expect(await cities()).toEqual(['Chicago', 'San Francisco']);
  expect((await advertiser.call(closeCampaign, { params: { id: closing.id } })).status).toBe(200);
  expect(await cities()).toEqual(['San Francisco']);
});
