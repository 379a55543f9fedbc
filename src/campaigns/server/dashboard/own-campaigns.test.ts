import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '#tests/support/app.ts';
import { draftCampaign } from '#tests/support/people/funded-campaign.ts';
import { listOwnCampaigns } from '../../contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

test('an advertiser’s own list comes in pages, newest first, and each campaign once', async () => {
  const advertiser = await app.signIn('advertiser');
  const made: string[] = [];
  for (const delay of [0, 0, 1000]) {
    app.clock.advance(delay);
    made.unshift((await draftCampaign(app, advertiser)).id);
  }
  const seen: string[][] = [];
  let cursor: string | undefined;
  do {
    const page = await advertiser.call(listOwnCampaigns, { query: { limit: 2, cursor } });
    seen.push(page.body.map(({ id }) => id));
    cursor = /cursor=([^&>]+)/.exec(String(page.headers['link'] ?? ''))?.[1];
    cursor = cursor && decodeURIComponent(cursor);
  } while (cursor);
  expect(seen.map(({ length }) => length)).toEqual([2, 1]);
  expect(seen.flat()[0]).toBe(made[0]);
  expect(seen.flat().toSorted()).toEqual(made.toSorted());
  expect((await advertiser.request('GET', '/api/campaigns/advertiser?cursor=none')).status).toBe(400);
});
