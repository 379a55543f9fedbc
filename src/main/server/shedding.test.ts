/** Fills the server with calls that wait, then makes others. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import { listCampaigns } from '#campaigns/contract.ts';
import { decideProof } from '#proofs/contract.ts';
import { startSession, updateLocation } from '#tracking/contract.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { runningCampaign } from '#tests/support/people/approved-marketer.ts';
import { inside } from '#tests/support/people/sent-proofs.ts';
import { sendPost, socialWork } from '#tests/support/people/social-work.ts';

const LIMIT = 3;

let app: TestApp;
let advertiser: Client;
let marketer: Client;
let campaignId: string;
let proofId: string;
beforeAll(async () => {
  app = await testApp({ settings: { CALL_LIMIT: String(LIMIT), METRICS_PORT: '0' } });
  advertiser = await app.signIn('advertiser');
  const social = await socialWork(app, advertiser, { places: 1, holders: 1 });
  proofId = await sendPost(social.holders[0] ?? advertiser, social.campaign.id);
  const running = await runningCampaign(app);
  marketer = running.marketers[0] ?? advertiser;
  campaignId = running.campaign.id;
  await marketer.call(startSession, { params: { id: campaignId } });
});
afterAll(() => app.close());

/** Keeps calls in progress: they wait for the answer about their session. Returns what lets them continue. */
async function occupy(calls: number): Promise<() => Promise<number[]>> {
  const { ports } = app.deps;
  const { findActor } = ports;
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  let answers: Promise<{ status: number }>[] = [];
  await new Promise<void>((resolve) => {
    let arrived = 0;
    ports.findActor = async (...asked) => {
      arrived += 1;
      if (arrived === calls) resolve();
      await gate;
      return findActor(...asked);
    };
    answers = Array.from({ length: calls }, () => advertiser.call(listCampaigns));
  });
  ports.findActor = findActor;
  return async () => {
    open();
    return (await Promise.all(answers)).map(({ status }) => status);
  };
}

const readList = () =>
  fetch(`${app.deps.ports.getListeningAddress()}/api/campaigns`, {
    headers: { ...advertiser.cookieHeader() },
  });

test('beyond the limit, refuses reads and answers calls about money and tracking', async () => {
  const release = await occupy(LIMIT);
  const refused = await readList();
  expect([refused.status, await refused.json()]).toEqual([
    503,
    expect.objectContaining({ code: 'server/busy' }),
  ]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(2);
  expect((await advertiser.call(getCurrentUser)).status).toBe(503);

  const position = { params: { id: campaignId }, body: inside };
  expect((await marketer.call(updateLocation, position)).status).toBe(200);
  const approval = { params: { id: proofId }, body: { status: 'approved' } } as const;
  expect((await advertiser.call(decideProof, approval)).status).toBe(200);
  expect((await app.http.inject({ url: '/healthz' })).statusCode).toBe(200);
  expect((await app.http.inject({ url: '/readyz' })).statusCode).toBe(200);

  const metrics = await (await fetch(`${app.getMetricsAddress()}/metrics`)).text();
  expect(metrics.split('\n')).toEqual(
    expect.arrayContaining([
      `promenade_calls_in_progress ${LIMIT}`,
      'promenade_calls_refused_total{kind="other"} 2',
      'promenade_calls_refused_total{kind="vital"} 0',
    ]),
  );

  expect(await release()).toEqual(Array.from({ length: LIMIT }, () => 200));
  expect((await readList()).status).toBe(200);
});
