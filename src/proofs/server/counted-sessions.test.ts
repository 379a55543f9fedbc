import { afterAll, beforeAll, expect, it } from 'vitest';
import { MINUTE, SECOND } from '#kernel/time.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { picture } from '#tests/support/media.ts';
import { approve, runningCampaign } from '#tests/support/people/approved-marketer.ts';
import { uploadFile } from '#tests/support/upload.ts';
import { endSession, getOwnSession, startSession, updateLocation } from '#tracking/contract.ts';
import { listProofs, submitProof } from '../contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const photosOnly = { videoDuration: 0, requireSelfie: true, requireLocationCheck: true };
const fix = { latitude: 37.7897, longitude: -122.4, accuracy: 8 };

it('a proof counts every session of the work', async () => {
  const { campaign, advertiser, marketers } = await runningCampaign(app, { proofRequirements: photosOnly });
  const [marketer] = marketers as [Client];
  const params = { id: campaign.id };
  const sessionIds: string[] = [];
  const starts: string[] = [];
  for (const minutes of [20, 40]) {
    const session = (await marketer.call(startSession, { params })).body;
    sessionIds.push(session.id);
    starts.push(session.startTime);
    for (let step = 0; step < minutes * 2; step += 1) {
      app.clock.advance(30 * SECOND);
      await marketer.call(updateLocation, {
        params,
        body: { ...fix, latitude: fix.latitude + step * 1e-6 },
      });
    }
    if (minutes === 20) app.clock.advance(31 * MINUTE);
  }
  const [dead, last] = sessionIds as [string, string];
  expect(last).not.toBe(dead);
  await marketer.call(endSession, { params: { ...params, sessionId: last } });
  const own = (await marketer.call(getOwnSession, { params })).body.session;
  expect(own?.total).toMatchObject({ sessions: 2, minutesInside: 59 });
  const uploadId = await uploadFile(marketer, await picture('jpeg'), 'proof', 'a.jpg');
  const sent = await marketer.call(submitProof, {
    body: { campaignId: campaign.id, media: [{ uploadId, kind: 'selfie' }] },
  });
  expect(sent.body).toMatchObject({
    sessionId: last,
    presence: { sessions: 2, fixes: 120, minutesInside: 59 },
  });
  const [seen] = (await advertiser.call(listProofs)).body;
  expect(sent.body.presence).toEqual(own?.total);
  expect(seen?.presence).toMatchObject({ sessions: 2, minutesInside: 59 });
  // Starts and ends are rounded down to five minutes for the business.
  const [one, other] = seen?.sessions ?? [];
  expect([one?.id, other?.id]).toEqual([dead, last]);
  expect([one?.minutesInside, other?.minutesInside]).toEqual([19.5, 39.5]);
  expect(Date.parse(one?.startTime ?? '') % (5 * MINUTE)).toBe(0);
  expect(sent.body.sessions.map(({ startTime }) => startTime)).toEqual(starts);
  for (const sessionId of [dead, last]) {
    const late = await marketer.call(updateLocation, { params, body: { ...fix, sessionId } });
    expect(late.error.code).toBe('session/proof-sent');
  }
});

it('a proof sums up only the sessions that changed since their last summary', async () => {
  const { campaign, marketers } = await runningCampaign(app, { proofRequirements: photosOnly });
  const [marketer] = marketers as [Client];
  const params = { id: campaign.id };
  for (let session = 0; session < 2; session += 1) {
    const { id } = (await marketer.call(startSession, { params })).body;
    app.clock.advance(MINUTE);
    await marketer.call(updateLocation, { params, body: fix });
    await marketer.call(endSession, { params: { ...params, sessionId: id } });
    app.clock.advance(MINUTE);
    // The second one is not summed up yet.
    if (session === 0) await app.runDue();
  }
  app.clock.advance(SECOND);
  const uploadId = await uploadFile(marketer, await picture('jpeg'), 'proof', 'a.jpg');
  const media = [{ uploadId, kind: 'selfie' as const }];
  const sent = await marketer.call(submitProof, { body: { campaignId: campaign.id, media } });
  expect(sent.body.presence).toMatchObject({ sessions: 2, fixes: 2 });
  const { rows } = await app.database.asOwner(
    `select computed_at from session_summary join tracking_session on id = session_id
      where marketer_id = $1 order by started_at`,
    [marketer.userId],
  );
  const now = app.clock.now().getTime();
  expect(rows.map((row) => now - Number(row['computed_at']))).toEqual([2 * MINUTE + SECOND, 0]);
});

it('a proof shows that the marketer was far away at once, though in another campaign', async () => {
  const { campaign, marketers } = await runningCampaign(app, {
    duration: 30,
    proofRequirements: photosOnly,
  });
  const other = await runningCampaign(app, {}, 0);
  const [marketer] = marketers as [Client];
  await approve(other.advertiser, marketer, other.campaign.id);
  const workIn = async (params: { id: string }, latitude: number) => {
    const { id } = (await marketer.call(startSession, { params })).body;
    app.clock.advance(MINUTE);
    await marketer.call(updateLocation, { params, body: { ...fix, latitude } });
    await marketer.call(endSession, { params: { ...params, sessionId: id } });
  };
  await workIn({ id: campaign.id }, fix.latitude);
  app.clock.advance(MINUTE);
  await app.runDue();
  await workIn({ id: other.campaign.id }, fix.latitude + 5);
  const uploadId = await uploadFile(marketer, await picture('jpeg'), 'proof', 'a.jpg');
  const media = [{ uploadId, kind: 'selfie' as const }];
  const sent = await marketer.call(submitProof, { body: { campaignId: campaign.id, media } });
  expect(sent.body.presence?.signals?.map(({ kind }) => kind)).toEqual(['two-places']);
});

it('a proof shows that the marketer was far away just before, though those positions arrived late', async () => {
  const other = await runningCampaign(app, { duration: 30 });
  const { campaign, advertiser } = await runningCampaign(app, { proofRequirements: photosOnly }, 0);
  const [marketer] = other.marketers as [Client];
  await approve(advertiser, marketer, campaign.id);
  const elsewhere = { id: other.campaign.id };
  const { id: sessionId } = (await marketer.call(startSession, { params: elsewhere })).body;
  app.clock.advance(31 * MINUTE);
  await app.runDue();
  const recordedAt = app.clock.now().toISOString();
  app.clock.advance(MINUTE);
  const params = { id: campaign.id };
  const { id } = (await marketer.call(startSession, { params })).body;
  app.clock.advance(MINUTE);
  await marketer.call(updateLocation, { params, body: fix });
  await marketer.call(endSession, { params: { ...params, sessionId: id } });
  app.clock.advance(MINUTE);
  await app.runDue();
  const late = { ...fix, latitude: fix.latitude + 5, recordedAt, sessionId };
  expect((await marketer.call(updateLocation, { params: elsewhere, body: late })).status).toBe(200);
  const uploadId = await uploadFile(marketer, await picture('jpeg'), 'proof', 'a.jpg');
  const media = [{ uploadId, kind: 'selfie' as const }];
  const sent = await marketer.call(submitProof, { body: { campaignId: campaign.id, media } });
  expect(sent.body.presence?.signals?.map(({ kind }) => kind)).toEqual(['two-places']);
});

it('coverage counts the whole span of positions that arrived late', async () => {
  const { campaign, marketers } = await runningCampaign(app, { proofRequirements: photosOnly });
  const [marketer] = marketers as [Client];
  const params = { id: campaign.id };
  const begun = app.clock.now().getTime();
  const first = (await marketer.call(startSession, { params })).body;
  await marketer.call(updateLocation, { params, body: fix });
  app.clock.advance(60 * MINUTE);
  await app.runDue();
  const points = Array.from({ length: 120 }, (_, step) => ({
    ...fix,
    latitude: fix.latitude + step * 1e-6,
    recordedAt: new Date(begun + (step + 1) * 30 * SECOND).toISOString(),
  }));
  const sent = await marketer.call(updateLocation, { params, body: { points, sessionId: first.id } });
  expect(sent.body).toMatchObject({ received: 120, tooLate: 0 });
  const second = (await marketer.call(startSession, { params })).body;
  await marketer.call(updateLocation, { params, body: fix });
  app.clock.advance(10 * MINUTE);
  await marketer.call(endSession, { params: { ...params, sessionId: second.id } });
  const { body } = await marketer.call(getOwnSession, { params });
  expect(body.session?.total).toMatchObject({ sessions: 2, coverage: 0.857 });
});
