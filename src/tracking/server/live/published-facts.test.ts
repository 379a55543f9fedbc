import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { suspendUser } from '#admin/contract.ts';
import type { CampaignFormInput } from '#campaigns/form-contract.ts';
import { movePoint } from '#kernel/geometry/geometry.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#kernel/time.ts';
import { getProof, submitProof } from '#proofs/contract.ts';
import { ADMIN_EMAIL, type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { picture } from '#tests/support/media.ts';
import { approve, runningCampaign } from '#tests/support/people/approved-marketer.ts';
import { fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import { uploadFile } from '#tests/support/upload.ts';
import {
  endSession,
  getPresence,
  listActiveSessions,
  listLiveLocations,
  startSession,
  updateLocation,
} from '#tracking/contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ settings: { SESSION_IDLE_MS: String(40 * DAY) } });
});
afterAll(() => app.close());

const place = { lat: 37.789731, lng: -122.400417 };
const after = (milliseconds: number) => new Date(app.clock.now().getTime() + milliseconds).toISOString();

async function working(changes: Partial<CampaignFormInput> = {}) {
  const { campaign, advertiser, marketers } = await runningCampaign(app, changes);
  const marketer = marketers[0] as Client;
  const session = (await marketer.call(startSession, { params: { id: campaign.id } })).body;
  return { campaign, advertiser, marketer, session, ...createCalls(marketer, campaign.id) };
}

function createCalls(marketer: Client, id: string) {
  return {
    send: (body: object = {}, meters = 0) => {
      const { lat, lng } = movePoint(place, 0, meters);
      return marketer.call(updateLocation, {
        params: { id },
        body: { latitude: lat, longitude: lng, accuracy: 8, ...body },
      });
    },
    stop: (sessionId: string) => marketer.call(endSession, { params: { id, sessionId } }),
  };
}

async function loadFixes(sessionId: string): Promise<unknown[]> {
  const { rows } = await app.database.asOwner(
    'select recorded_at from location_fix where session_id = $1 order by recorded_at',
    [sessionId],
  );
  return rows;
}

describe('after Stop', () => {
  it('nothing measured later is taken, and the phone is told to stop', async () => {
    const { send, stop, session, marketer } = await working();
    expect((await send()).body.isRunning).toBe(true);
    app.clock.advance(10 * MINUTE);
    const before = after(-MINUTE);
    await stop(session.id);
    const { presence } = (await marketer.call(getPresence, { params: { id: session.id } })).body;
    app.clock.advance(80 * MINUTE);
    for (const body of [{}, { recordedAt: after(0) }, { recordedAt: after(-79 * MINUTE) }]) {
      const refused = await send(body, 5000);
      expect([refused.status, refused.error.code]).toEqual([409, 'session/closed']);
    }
    expect(await loadFixes(session.id)).toHaveLength(1);
    const now = (await marketer.call(getPresence, { params: { id: session.id } })).body.presence;
    expect(now.distanceMeters).toBe(presence.distanceMeters);
    const late = await send({ recordedAt: before });
    expect([late.status, late.body.isRunning]).toEqual([200, false]);
    expect(await loadFixes(session.id)).toHaveLength(2);
  });

  it('a phone whose clock is slow cannot send what it measured later', async () => {
    const { send, stop, session } = await working();
    app.clock.advance(10 * MINUTE);
    await send({ recordedAt: after(-5 * MINUTE) });
    app.clock.advance(SECOND);
    await stop(session.id);
    app.clock.advance(4 * MINUTE);
    expect((await send({ recordedAt: after(-5 * MINUTE) })).error.code).toBe('session/closed');
    expect((await send({ recordedAt: after(-10 * MINUTE) })).status).toBe(200);
  });
});

it('a suspension ends the session, at once on the live map', async () => {
  const { campaign, advertiser, marketer, session, send } = await working();
  await send();
  const live = async () => (await advertiser.call(listLiveLocations, { params: { id: campaign.id } })).body;
  expect(await live()).toHaveLength(1);
  const admin = await app.signIn('advertiser', ADMIN_EMAIL);
  const params = { id: marketer.userId };
  expect((await admin.call(suspendUser, { params, body: { reason: 'Copied tracks.' } })).status).toBe(200);
  expect(await live()).toEqual([]);
  await app.runDue();
  const { rows } = await app.database.asOwner('select end_reason from tracking_session where id = $1', [
    session.id,
  ]);
  expect(rows).toEqual([{ end_reason: 'suspended' }]);
});

it('a business learns only roughly when a sign appeared', async () => {
  const proofRequirements = { videoDuration: 0, requireSelfie: true, requireLocationCheck: true };
  const { campaign, advertiser, marketer, session, send, stop } = await working({ proofRequirements });
  app.clock.advance(100 * SECOND);
  for (let step = 0; step < 4; step += 1) {
    app.clock.advance(15 * SECOND);
    expect((await send({ recordedAt: after(HOUR) })).status).toBe(200);
  }
  const firstAt = after(-45 * SECOND);
  await stop(session.id);
  const shown = new Date(Math.floor(Date.parse(firstAt) / (5 * MINUTE)) * 5 * MINUTE).toISOString();
  expect(shown).not.toBe(firstAt);
  const uploadId = await uploadFile(marketer, await picture('jpeg'), 'proof', 'a.jpg');
  const media = [{ uploadId, kind: 'selfie' as const }];
  const sent = await marketer.call(submitProof, { body: { campaignId: campaign.id, media } });
  expect(sent.status, sent.error?.message).toBe(201);
  const [params, proof] = [{ id: session.id }, { id: sent.body.id }];
  const read = async (client: Client) => {
    const { presence } = (await client.call(getPresence, { params })).body;
    const recorded = (await client.call(getProof, { params: proof })).body.presence;
    return [presence, recorded].map((facts) => facts?.signals?.map((signal) => signal.firstAt));
  };
  expect(await read(advertiser)).toEqual([[shown], [shown]]);
  expect(await read(marketer)).toEqual([[firstAt], [firstAt]]);
});

it('the minutes inside are rounded to five while the session runs, and exact afterwards', async () => {
  const { campaign, advertiser, send, stop, session } = await working();
  for (let sent = 0; sent < 32; sent += 1) {
    await send();
    app.clock.advance(15 * SECOND);
  }
  const [shown] = (await advertiser.call(listActiveSessions, { params: { id: campaign.id } })).body;
  const minutes = async (id: string) => {
    const { presence } = (await advertiser.call(getPresence, { params: { id } })).body;
    return [presence.minutesInside, presence.score];
  };
  expect(await minutes(shown?.id ?? '')).toEqual([10, 0.111]);
  await stop(session.id);
  expect(await minutes(session.id)).toEqual([7.8, 0.086]);
  const byAlias = await advertiser.call(getPresence, { params: { id: shown?.id ?? '' } });
  expect([byAlias.status, byAlias.error.code]).toEqual([404, 'session/not-found']);
});

it('the advertiser sees the start and end to five minutes, the marketer exactly', async () => {
  const { campaign, advertiser, marketer, send, stop, session } = await working();
  await send();
  app.clock.advance(7 * MINUTE + 1234);
  const coarse = (time: string) => new Date(Math.floor(Date.parse(time) / 300_000) * 300_000).toISOString();
  const [shown] = (await advertiser.call(listActiveSessions, { params: { id: campaign.id } })).body;
  expect(shown?.startTime).toBe(coarse(session.startTime));
  const ended = (await stop(session.id)).body;
  const { body: proven } = await advertiser.call(getPresence, { params: { id: session.id } });
  expect([proven.startTime, proven.endTime]).toEqual([
    coarse(session.startTime),
    coarse(ended.endTime ?? ''),
  ]);
  const { body: own } = await marketer.call(getPresence, { params: { id: session.id } });
  expect([own.startTime, own.endTime]).toEqual([session.startTime, ended.endTime]);
});

it('of several zones nearby only the first is exact for a business, until the proof is sent', async () => {
  const first = await working();
  await first.stop(first.session.id);
  app.clock.advance(3 * DAY);
  const { advertiser, marketer } = first;
  const flags: unknown[] = [];
  const again = async (business: Client, changes: Partial<CampaignFormInput>) => {
    const startTime = after(HOUR);
    const campaign = await fundedCampaign(app, business, { startTime, ...changes });
    await approve(business, marketer, campaign.id);
    app.clock.advance(HOUR + MINUTE);
    const { body } = await marketer.call(startSession, { params: { id: campaign.id } });
    const { rows } = await app.database.asOwner(
      'select is_zone_approximate as flag from tracking_session where id = $1',
      [body.id],
    );
    flags.push(rows[0]?.flag);
    await createCalls(marketer, campaign.id).stop(body.id);
    app.clock.advance(3 * DAY);
  };
  const { locationDetails } = first.campaign;
  if (!locationDetails) throw new Error('the campaign has no place');
  await again(advertiser, {});
  await again(advertiser, { locationDetails: { ...locationDetails, radius: 500 } });
  await again(await app.signIn('advertiser'), {
    locationDetails: { ...locationDetails, radius: 500 },
  });
  expect(flags).toEqual([false, true, false]);
});

it('an approximate zone counts as exact for its neighbours once its proof is sent', async () => {
  const first = await working();
  await first.stop(first.session.id);
  app.clock.advance(3 * DAY);
  const { locationDetails } = first.campaign;
  if (!locationDetails) throw new Error('the campaign has no place');
  const flags: unknown[] = [];
  for (const meters of [2000, 4000]) {
    const campaign = await fundedCampaign(app, first.advertiser, {
      startTime: after(HOUR),
      locationDetails: { ...locationDetails, ...movePoint(place, meters, 0), radius: 500 },
    });
    await approve(first.advertiser, first.marketer, campaign.id);
    app.clock.advance(HOUR + MINUTE);
    const { body } = await first.marketer.call(startSession, { params: { id: campaign.id } });
    await createCalls(first.marketer, campaign.id).stop(body.id);
    const { rows } = await app.database.asOwner(
      'update tracking_session set closed_at = ended_at where id = $1 returning is_zone_approximate as flag',
      [body.id],
    );
    flags.push(rows[0]?.flag);
    app.clock.advance(3 * DAY);
  }
  expect(flags).toEqual([true, true]);
});

it('a zone is remembered for 30 days from its proof', async () => {
  const first = await working();
  await first.stop(first.session.id);
  const { locationDetails } = first.campaign;
  if (!locationDetails) throw new Error('the campaign has no place');
  await app.database.asOwner(
    'update tracking_session set started_at = $2, ended_at = $2, closed_at = $3 where id = $1',
    [first.session.id, after(-31 * DAY), after(-3 * DAY)],
  );
  app.clock.advance(3 * DAY);
  const startTime = after(HOUR);
  const campaign = await fundedCampaign(app, first.advertiser, {
    startTime,
    locationDetails: { ...locationDetails, radius: 500 },
  });
  await approve(first.advertiser, first.marketer, campaign.id);
  app.clock.advance(HOUR + MINUTE);
  const { body } = await first.marketer.call(startSession, { params: { id: campaign.id } });
  const { rows } = await app.database.asOwner(
    'select is_zone_approximate as flag from tracking_session where id = $1',
    [body.id],
  );
  expect(rows[0]?.flag).toBe(true);
});
