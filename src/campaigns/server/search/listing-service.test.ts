import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY, MINUTE } from '#kernel/time.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import { type Campaign, listCampaigns } from '../../contract.ts';

let app: TestApp;
let owner: Client;
let marketer: Client;
let rival: Client;
let mine: Campaign;
beforeAll(async () => {
  app = await testApp({ settings: { SESSION_IDLE_MS: String(10 * DAY) } });
  owner = await app.signIn('advertiser');
  rival = await app.signIn('advertiser');
  marketer = await app.signIn('marketer');
  mine = await fundedCampaign(app, owner, { title: 'Mine' });
  app.clock.advance(MINUTE);
  await fundedCampaign(app, rival, { title: 'Theirs' });
});
afterAll(() => app.close());

const listed = async (client: Client) => (await client.call(listCampaigns)).body;
const facts = (campaign: Campaign | undefined) => [
  campaign?.can.apply,
  campaign?.can.close,
  campaign?.escrowAmount,
];

test('each viewer gets the cached page with their own permissions and money fields', async () => {
  const escrowAmount = '120.00';
  for (let round = 1; round <= 2; round += 1) {
    const [theirs, own] = await listed(owner);
    expect([facts(theirs), facts(own)]).toEqual([
      [false, false, null],
      [false, true, escrowAmount],
    ]);
    expect((await listed(rival)).map(facts)).toEqual([
      [false, true, escrowAmount],
      [false, false, null],
    ]);
    for (const client of [app.visitor(), await app.signInAdmin()])
      expect((await listed(client)).map(facts)).toEqual([
        [false, false, null],
        [false, false, null],
      ]);
    expect((await listed(marketer)).map(facts)).toEqual([
      [true, false, null],
      [true, false, null],
    ]);
  }
});

test('the cached page equals the output of a search without cache', async () => {
  for (const client of [app.visitor(), marketer, owner]) {
    const kept = await client.request('GET', '/api/campaigns');
    const searched = await client.request('GET', '/api/campaigns?followers=9007199254740991');
    expect(kept.body).toEqual(searched.body);
    expect(kept.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(kept.headers['cache-control']).toBe('no-store');
  }
});

test('applying ends with time, and is possible again if the clock is set back', async () => {
  const before = app.clock.now();
  const closes = new Date(mine.closesAt ?? '');
  app.clock.set(new Date(closes.getTime() - 1));
  expect((await listed(marketer)).find(({ id }) => id === mine.id)?.can.apply).toBe(true);
  app.clock.set(closes);
  expect((await listed(marketer)).find(({ id }) => id === mine.id)?.can.apply).toBe(false);
  app.clock.set(before);
  expect((await listed(marketer)).find(({ id }) => id === mine.id)?.can.apply).toBe(true);
  expect(closes.getTime() - before.getTime()).toBeGreaterThan(DAY);
});
