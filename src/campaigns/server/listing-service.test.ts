import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY, MINUTE } from '#kernel/time.ts';
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts';
import { fundedCampaign } from '../../../tests/support/funded-campaign.ts';
import { type Campaign, listCampaigns } from '../contract.ts';

let app: TestApp;
let owner: Client;
let marketer: Client;
let rival: Client;
let mine: Campaign;
beforeAll(async () => {
  // Somebody stays signed in until a campaign of three days ahead has closed.
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

test('each sees the kept page as they would see it new: who may apply, and whose money it is', async () => {
  const escrowAmount = '120.00';
  // Twice, so that each of them is also answered with what was written for another.
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

test('the page is the same text as a search that keeps none writes', async () => {
  for (const client of [app.visitor(), marketer, owner]) {
    const kept = await client.request('GET', '/api/campaigns');
    const searched = await client.request('GET', '/api/campaigns?followers=9007199254740991');
    expect(kept.body).toEqual(searched.body);
    expect(kept.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(kept.headers['cache-control']).toBe('no-store');
  }
});

test('time alone ends that somebody may apply, and a clock that is put back gives it back', async () => {
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
