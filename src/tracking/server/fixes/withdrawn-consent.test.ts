import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE, SECOND } from '#kernel/time.ts';
import { updateCompliance } from '#profiles/contract.ts';
import { submitProof } from '#proofs/contract.ts';
import { endSession, startSession, updateLocation } from '#tracking/contract.ts';
import { listPresenceCells } from '#tracking/track-contract.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { runningCampaign } from '#tests/support/people/approved-marketer.ts';
import { picture } from '#tests/support/media.ts';
import { uploadFile } from '#tests/support/upload.ts';
import { updateDueSummaries } from '../presence/summary-service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const place = { latitude: 37.789731, longitude: -122.400417, accuracy: 8 };
const requirements = { videoDuration: 0, requireSelfie: false, requireLocationCheck: true };

async function stood() {
  const { campaign, advertiser, marketers } = await runningCampaign(app, { proofRequirements: requirements });
  const [marketer] = marketers as [Client];
  const params = { id: campaign.id };
  const session = (await marketer.call(startSession, { params })).body;
  for (let step = 0; step < 12; step += 1) {
    await marketer.call(updateLocation, { params, body: place });
    app.clock.advance(15 * SECOND);
  }
  await marketer.call(endSession, { params: { ...params, sessionId: session.id } });
  const kept = async () => {
    const { rows } = await app.database.asOwner(
      `select (presence->>'fixes')::int as fixes from session_summary where session_id = $1`,
      [session.id],
    );
    const { cells } = (await advertiser.call(listPresenceCells, { params })).body;
    return { fixes: rows[0]?.['fixes'], cells: cells.length };
  };
  return { params, marketer, sessionId: session.id, kept };
}

const agree = (marketer: Client, locationConsent: boolean) =>
  marketer.call(updateCompliance, { body: { locationConsent } });

describe('between a withdrawn consent and its event', () => {
  it('the sweep saves the figures and adds no cell', async () => {
    const [agreeing, leaving] = [await stood(), await stood()];
    await agree(leaving.marketer, false);
    await updateDueSummaries(app.deps);
    expect(await agreeing.kept()).toEqual({ fixes: 12, cells: 1 });
    expect(await leaving.kept()).toEqual({ fixes: 12, cells: 0 });
    await app.runDue();
    expect(await leaving.kept()).toEqual({ fixes: 12, cells: 0 });
  });

  it('no cell is added if consent was given again, which counts only for later sessions', async () => {
    const work = await stood();
    await agree(work.marketer, false);
    await agree(work.marketer, true);
    await updateDueSummaries(app.deps);
    expect(await work.kept()).toEqual({ fixes: 12, cells: 0 });
  });

  it('a proof adds no cell', async () => {
    const work = await stood();
    const uploadId = await uploadFile(work.marketer, await picture('jpeg'), 'proof', 'a.jpg');
    await agree(work.marketer, false);
    const media = [{ uploadId, kind: 'photo' as const }];
    const body = { campaignId: work.params.id, sessionId: work.sessionId, media };
    const sent = await work.marketer.call(submitProof, { body });
    expect([sent.status, sent.body.presence?.fixes], sent.error?.message).toEqual([201, 12]);
    expect(await work.kept()).toEqual({ fixes: 12, cells: 0 });
  });

  it('a consent given again before a session counts for it', async () => {
    const earlier = await stood();
    await agree(earlier.marketer, false);
    await app.runDue();
    app.clock.advance(MINUTE);
    await agree(earlier.marketer, true);
    const session = (await earlier.marketer.call(startSession, { params: earlier.params })).body;
    await earlier.marketer.call(updateLocation, { params: earlier.params, body: place });
    const ending = { ...earlier.params, sessionId: session.id };
    await earlier.marketer.call(endSession, { params: ending });
    await updateDueSummaries(app.deps);
    expect(await earlier.kept()).toMatchObject({ cells: 1 });
  });
});
