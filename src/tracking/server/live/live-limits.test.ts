import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  ADVERTISER_POLL_MS,
  getPresence,
  listActiveSessions,
  listLiveLocations,
  startSession,
} from '#tracking/contract.ts';
import { listPresenceCells } from '#tracking/track-contract.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { runningCampaign } from '#tests/support/people/approved-marketer.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ settings: { LIMITS: '' } });
});
afterAll(() => app.close());

async function poll(advertiser: Client, id: string): Promise<number[]> {
  const params = { id };
  const answers = [
    await advertiser.call(listLiveLocations, { params }),
    await advertiser.call(listActiveSessions, { params }),
  ];
  return answers.map(({ status }) => status);
}

async function pollWith(tabs: number, rounds: number, advertiser: Client, id: string): Promise<Set<number>> {
  const seen = new Set<number>();
  for (let round = 0; round < rounds; round += 1) {
    for (let tab = 0; tab < tabs; tab += 1) for (const status of await poll(advertiser, id)) seen.add(status);
    app.clock.advance(ADVERTISER_POLL_MS);
  }
  return seen;
}

test('four screens of one user poll a campaign without delay, and many more are refused', async () => {
  const { campaign, advertiser } = await runningCampaign(app);
  expect(await pollWith(4, 12, advertiser, campaign.id)).toEqual(new Set([200]));
  expect(await pollWith(6, 12, advertiser, campaign.id)).toContain(429);
});

test('the heat map and the polls have separate limits', async () => {
  const { campaign, advertiser, marketers } = await runningCampaign(app);
  const params = { id: campaign.id };
  await (marketers[0] as Client).call(startSession, { params });
  const look = async () => (await advertiser.call(listPresenceCells, { params })).status;
  while ((await poll(advertiser, campaign.id)).includes(200)) continue;
  expect(await look()).toBe(200);
  while ((await look()) === 200) continue;
  app.clock.advance(ADVERTISER_POLL_MS);
  expect(await poll(advertiser, campaign.id)).toEqual([200, 200]);
  const { body } = await advertiser.call(listActiveSessions, { params });
  expect((await advertiser.call(getPresence, { params: { id: body[0]?.id ?? '' } })).status).toBe(200);
});
