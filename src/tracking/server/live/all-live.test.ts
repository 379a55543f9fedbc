import { afterAll, beforeAll, expect, it } from 'vitest';
import { MINUTE } from '#kernel/time.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { approve, readyMarketer, runningCampaign } from '#tests/support/people/approved-marketer.ts';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import {
  endSession,
  getOwnSession,
  listActiveSessions,
  listLiveLocations,
  startSession,
  updateLocation,
} from '#tracking/contract.ts';
import { listAllLive } from '#tracking/live-contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const look = async (client: Client) => (await client.call(listAllLive)).body;
const begin = async (marketer: Client, id: string) => {
  const session = (await marketer.call(startSession, { params: { id } })).body;
  const body = { latitude: 37.789731, longitude: -122.400417, accuracy: 8 };
  await marketer.call(updateLocation, { params: { id }, body });
  return session;
};

it('shows what the live views of all own campaigns show, and nothing of another business', async () => {
  const { campaign, advertiser, marketers } = await runningCampaign(app);
  const other = await runningCampaign(app);
  const startTime = new Date(app.clock.now().getTime() + 20 * MINUTE).toISOString();
  const second = await fundedCampaign(app, advertiser, { startTime });
  const walker = await readyMarketer(app);
  await approve(advertiser, walker, second.id);
  await begin(marketers[0] as Client, campaign.id);
  await begin(walker, second.id);
  await begin(other.marketers[0] as Client, other.campaign.id);
  app.clock.advance(2 * MINUTE);

  const all = await look(advertiser);
  expect(all.sessions.map(({ campaignId }) => campaignId).toSorted()).toEqual(
    [campaign.id, second.id].toSorted(),
  );
  for (const { id } of [campaign, second]) {
    const sessions = (await advertiser.call(listActiveSessions, { params: { id } })).body;
    const locations = (await advertiser.call(listLiveLocations, { params: { id } })).body;
    expect(locations).toHaveLength(1);
    expect(all.sessions).toEqual(expect.arrayContaining(sessions));
    expect(all.locations).toEqual(expect.arrayContaining(locations));
  }
  expect(all.locations).toHaveLength(2);
  expect(await look(await app.signIn('advertiser'))).toEqual({ locations: [], sessions: [] });
});

it('tells each marketer who looked, and drops sessions that end', async () => {
  const { campaign, advertiser, marketers } = await runningCampaign(app);
  const marketer = marketers[0] as Client;
  const params = { id: campaign.id };
  const session = await begin(marketer, campaign.id);
  const countViewers = async () =>
    (await marketer.call(getOwnSession, { params })).body.session?.watchedBy.viewers;
  expect(await countViewers()).toBe(0);
  await Promise.all([look(advertiser), look(advertiser)]);
  expect(await countViewers()).toBe(1);
  await marketer.call(endSession, { params: { ...params, sessionId: session.id } });
  expect(await look(advertiser)).toEqual({ locations: [], sessions: [] });
});
