import { afterAll, beforeAll, expect, it } from 'vitest';
import { MINUTE, SECOND } from '#kernel/time.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { picture } from '#tests/support/media.ts';
import { runningCampaign } from '#tests/support/people/approved-marketer.ts';
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
  // The battery dies after 20 minutes, and the work continues with another one.
  for (const minutes of [20, 40]) {
    sessionIds.push((await marketer.call(startSession, { params })).body.id);
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
  expect(seen?.presence).toEqual(own?.total);
  for (const sessionId of [dead, last]) {
    const late = await marketer.call(updateLocation, { params, body: { ...fix, sessionId } });
    expect(late.error.code).toBe('session/closed');
  }
});
