import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decideApplication } from '#applications/contract.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#kernel/time.ts';
import { updateCompliance } from '#profiles/contract.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import {
  approve,
  readyMarketer,
  runningCampaign,
  type Work,
} from '#tests/support/people/approved-marketer.ts';
import { draftCampaign, fundedCampaign } from '#tests/support/people/funded-campaign.ts';
import {
  endSession,
  getOwnSession,
  getPresence,
  listActiveSessions,
  listLiveLocations,
  MAX_POINTS_PER_BATCH,
  startSession,
  updateLocation,
} from '../contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ settings: { SESSION_IDLE_MS: String(20 * DAY) } });
});
afterAll(() => app.close());

const place = { lat: 37.789731, lng: -122.400417 };
const fix = (
  changes: { latitude?: number; longitude?: number; accuracy?: number; recordedAt?: string } = {},
) => ({
  latitude: place.lat,
  longitude: place.lng,
  accuracy: 8,
  ...changes,
});
const ago = (milliseconds: number) => new Date(app.clock.now().getTime() - milliseconds).toISOString();

const start = (marketer: Client, id: string) => marketer.call(startSession, { params: { id } });
const send = (marketer: Client, id: string, body: Parameters<typeof toBody>[0] = fix()) =>
  marketer.call(updateLocation, { params: { id }, body: toBody(body) });
const toBody = (body: ReturnType<typeof fix> | { points: ReturnType<typeof fix>[]; sessionId?: string }) =>
  body;
const live = (viewer: Client, id: string) => viewer.call(listLiveLocations, { params: { id } });

async function working(changes?: Parameters<typeof runningCampaign>[1]) {
  const { campaign, advertiser, marketers, startsAt } = await runningCampaign(app, changes);
  const [marketer] = marketers;
  if (!marketer) throw new Error('no marketer works');
  const session = await start(marketer, campaign.id);
  expect(session.status, session.error?.message).toBe(201);
  return { campaign, advertiser, marketer, startsAt, session: session.body };
}

async function loadFixes(sessionId: string) {
  const { rows } = await app.database.asOwner(
    'select recorded_at, lat, lng, accuracy from location_fix where session_id = $1 order by recorded_at',
    [sessionId],
  );
  return rows;
}

describe('starting', () => {
  it('returns the session, and returns the same one when repeated', async () => {
    const { campaign, marketer, session } = await working();
    expect(session).toMatchObject({
      campaignId: campaign.id,
      marketerId: marketer.userId,
      isRunning: true,
      endTime: null,
    });
    app.clock.advance(MINUTE);
    const same = { ...session, now: app.clock.now().toISOString() };
    expect((await start(marketer, campaign.id)).body).toEqual(same);
    expect((await start(marketer, campaign.id.toUpperCase())).body).toEqual(same);
  });

  it('needs an approval', async () => {
    const { campaign, advertiser } = await runningCampaign(app);
    const stranger = await readyMarketer(app);
    const refused = await start(stranger, campaign.id);
    expect([refused.status, refused.error.code]).toEqual([403, 'session/not-approved']);
    expect((await start(advertiser, campaign.id)).status).toBe(403);
    expect((await start(app.visitor(), campaign.id)).status).toBe(401);
  });

  it('needs a campaign that exists and is public', async () => {
    const advertiser = await app.signIn('advertiser');
    const draft = await draftCampaign(app, advertiser);
    const marketer = await readyMarketer(app);
    for (const id of [draft.id, '6f0d5a0e-6d0c-4f7e-9a57-3f6f2a8f1c11', 'not-an-id']) {
      expect((await start(marketer, id)).status).toBe(404);
    }
  });

  it('is possible from 30 minutes before the start until the window closes', async () => {
    const advertiser = await app.signIn('advertiser');
    const startsAt = app.clock.now().getTime() + 2 * HOUR;
    const campaign = await fundedCampaign(app, advertiser, { startTime: new Date(startsAt).toISOString() });
    const marketer = await readyMarketer(app);
    await approve(advertiser, marketer, campaign.id);
    app.clock.set(new Date(startsAt - 30 * MINUTE - 1));
    expect((await start(marketer, campaign.id)).error.code).toBe('session/outside-window');
    app.clock.advance(1);
    const session = await start(marketer, campaign.id);
    expect(session.status).toBe(201);
    await marketer.call(endSession, { params: { id: campaign.id, sessionId: session.body.id } });
    app.clock.set(new Date(campaign.closesAt ?? ''));
    await marketer.call(updateCompliance, { body: { locationConsent: true } });
    const tooLate = await start(marketer, campaign.id);
    expect([tooLate.status, tooLate.error.code]).toEqual([409, 'session/outside-window']);
  });

  it('is refused after a hundred sessions, whose work can still be proved', async () => {
    const { campaign, marketers } = await runningCampaign(app, {}, 2);
    const [marketer, other] = marketers as [Client, Client];
    const first = (await start(marketer, campaign.id)).body;
    await marketer.call(endSession, { params: { id: campaign.id, sessionId: first.id } });
    const addSessions = (numbers: string) =>
      app.database.asOwner(
        `insert into tracking_session (id, campaign_id, application_id, marketer_id, status, started_at, last_heard_at,
                                       ended_at, end_reason, number)
         select gen_random_uuid(), campaign_id, application_id, marketer_id, status, started_at, last_heard_at,
                ended_at, end_reason, added
           from tracking_session, ${numbers} added where id = $1`,
        [first.id],
      );
    await addSessions('generate_series(2, 99)');
    app.clock.advance(MINUTE);
    const last = await start(marketer, campaign.id);
    expect(last.status, last.error?.message).toBe(201);
    expect((await start(marketer, campaign.id)).body.id).toBe(last.body.id);
    await marketer.call(endSession, { params: { id: campaign.id, sessionId: last.body.id } });
    const refused = await start(marketer, campaign.id);
    expect([refused.status, refused.error.code]).toEqual([409, 'session/too-many']);
    await expect(addSessions('generate_series(101, 101)')).rejects.toThrow(/number/);
    await expect(addSessions('generate_series(100, 100)')).rejects.toThrow(/number/);
    expect((await start(other, campaign.id)).status).toBe(201);
  });

  it('needs consent to location tracking', async () => {
    const { campaign, marketers } = await runningCampaign(app);
    const [marketer] = marketers as [Client];
    await marketer.call(updateCompliance, { body: { locationConsent: false } });
    const refused = await start(marketer, campaign.id);
    expect([refused.status, refused.error.code]).toEqual([403, 'compliance/location-consent']);
  });

  it('needs consent to the current text about location, but does not interrupt a running session', async () => {
    const { campaign, marketer, session } = await working();
    await app.database.asOwner(`update consent set text_version = '2026-11-22' where account_id = $1`, [
      marketer.userId,
    ]);
    expect((await send(marketer, campaign.id)).status).toBe(200);
    expect((await start(marketer, campaign.id)).body.id).toBe(session.id);
    const otherPhone = await app.signIn('marketer', marketer.email);
    const takeOver = { params: { id: campaign.id }, body: { takesOver: true } };
    expect((await otherPhone.call(startSession, takeOver)).error.code).toBe('compliance/location-consent');
    expect((await send(marketer, campaign.id)).body.isRunning).toBe(true);
    await marketer.call(endSession, { params: { id: campaign.id, sessionId: session.id } });
    expect((await start(marketer, campaign.id)).error.code).toBe('compliance/location-consent');
    await marketer.call(updateCompliance, { body: { locationConsent: true } });
    expect((await start(marketer, campaign.id)).status).toBe(201);
  });

  it('is refused while another session runs, until that one has been silent for half an hour', async () => {
    const { marketer, campaign } = await working({ duration: 30 });
    const advertiser = await app.signIn('advertiser');
    const startTime = new Date(app.clock.now().getTime() + 45 * MINUTE).toISOString();
    const next = await fundedCampaign(app, advertiser, { startTime, duration: 30 });
    await app.database.asOwner('update campaign set closes_at = $2 where id = $1', [campaign.id, startTime]);
    await approve(advertiser, marketer, next.id);
    app.clock.set(new Date(new Date(startTime).getTime() - 20 * MINUTE));
    const refused = await start(marketer, next.id);
    expect([refused.status, refused.error.code]).toEqual([409, 'session/running-elsewhere']);
    app.clock.advance(6 * MINUTE);
    expect((await start(marketer, next.id)).status).toBe(201);
    expect(
      (await marketer.call(getOwnSession, { params: { id: campaign.id } })).body.session?.isRunning,
    ).toBe(false);
  });

  it('is refused after the marketer withdrew the application', async () => {
    const { campaign, marketers } = await runningCampaign(app);
    const [marketer] = marketers as [Client];
    const { rows } = await app.database.asOwner('select id from application where campaign_id = $1', [
      campaign.id,
    ]);
    await marketer.call(decideApplication, { params: { id: rows[0].id }, body: { status: 'withdrawn' } });
    expect((await start(marketer, campaign.id)).error.code).toBe('session/not-approved');
  });
});

describe('stopping', () => {
  it('ends the session, and changes nothing when repeated', async () => {
    const { campaign, marketer, advertiser, session } = await working();
    await send(marketer, campaign.id);
    app.clock.advance(10 * MINUTE);
    const params = { id: campaign.id, sessionId: session.id };
    const stopped = await marketer.call(endSession, { params });
    expect(stopped.body).toMatchObject({ isRunning: false, endTime: app.clock.now().toISOString() });
    expect((await live(advertiser, campaign.id)).body).toEqual([]);
    app.clock.advance(10 * MINUTE);
    expect((await marketer.call(endSession, { params })).body).toEqual(stopped.body);
  });

  it('is refused for another user’s session', async () => {
    const { campaign, session, advertiser } = await working();
    const other = await readyMarketer(app);
    const params = { id: campaign.id, sessionId: session.id };
    expect((await other.call(endSession, { params })).status).toBe(404);
    expect((await advertiser.call(endSession, { params })).status).toBe(403);
    const elsewhere = { id: '6f0d5a0e-6d0c-4f7e-9a57-3f6f2a8f1c11', sessionId: session.id };
    expect((await other.call(endSession, { params: elsewhere })).status).toBe(404);
  });

  it('happens automatically after half an hour of silence, at that moment', async () => {
    const { campaign, marketer, session } = await working();
    app.clock.advance(5 * MINUTE);
    await send(marketer, campaign.id);
    const lastHeard = app.clock.now().getTime();
    app.clock.advance(29 * MINUTE);
    await app.runDue();
    expect((await start(marketer, campaign.id)).body.id).toBe(session.id);
    app.clock.advance(7 * MINUTE);
    await app.runDue();
    const { body } = await marketer.call(getOwnSession, { params: { id: campaign.id } });
    expect(body.session).toMatchObject({
      id: session.id,
      isRunning: false,
      endTime: new Date(lastHeard + 30 * MINUTE).toISOString(),
    });
    expect((await start(marketer, campaign.id)).body.id).not.toBe(session.id);
  });
});

describe('positions', () => {
  it('are accepted one by one, checked against the zone, and published as a cell', async () => {
    const { campaign, marketer, session } = await working();
    const inside = await send(marketer, campaign.id);
    expect(inside.body).toMatchObject({ received: 1, isInZone: true, published: { accuracy: 600 } });
    app.clock.advance(15 * SECOND);
    const outside = await send(marketer, campaign.id, fix({ latitude: place.lat + 0.0135 }));
    expect(outside.body).toMatchObject({ isInZone: false, published: { accuracy: 600 } });
    app.clock.advance(15 * SECOND);
    const far = await send(marketer, campaign.id, fix({ latitude: place.lat + 0.05 }));
    expect(far.body).toEqual({
      received: 1,
      tooLate: 0,
      isRunning: true,
      isTakenOver: false,
      notCounting: 'outside',
      isInZone: false,
      published: null,
    });
    expect(await loadFixes(session.id)).toHaveLength(3);
  });

  it('are accepted in batches and out of order, and repeated ones change nothing', async () => {
    const { campaign, marketer, session } = await working();
    app.clock.advance(10 * MINUTE);
    const points = [4, 1, 3, 2, 5].map((minute) =>
      fix({ latitude: place.lat + minute / 1e5, recordedAt: ago(minute * MINUTE) }),
    );
    expect((await send(marketer, campaign.id, { points })).body.received).toBe(5);
    const before = await loadFixes(session.id);
    expect(before.map(({ lat }) => Math.round((lat - place.lat) * 1e5))).toEqual([5, 4, 3, 2, 1]);
    await send(marketer, campaign.id, { points: points.toReversed() });
    await send(marketer, campaign.id, fix({ latitude: 0, longitude: 0, recordedAt: points[2]?.recordedAt }));
    expect(await loadFixes(session.id)).toEqual(before);
  });

  it('that arrive late do not move the live position back', async () => {
    const { campaign, marketer, advertiser } = await working();
    app.clock.advance(10 * MINUTE);
    await send(marketer, campaign.id);
    const [shown] = (await live(advertiser, campaign.id)).body;
    await send(marketer, campaign.id, fix({ latitude: place.lat + 0.02, recordedAt: ago(5 * MINUTE) }));
    // The late one tells only where the marketer was before the last minute.
    expect((await live(advertiser, campaign.id)).body).toEqual([{ ...shown, isInZone: false }]);
  });

  it('are clamped to the session and never later than receipt', async () => {
    const { campaign, marketer, session } = await working();
    app.clock.advance(MINUTE);
    const received = ago(0);
    await send(marketer, campaign.id, {
      points: [fix({ recordedAt: ago(24 * HOUR) }), fix({ recordedAt: ago(0) })],
    });
    app.clock.advance(SECOND);
    await send(marketer, campaign.id, fix({ recordedAt: ago(-24 * HOUR) }));
    expect((await loadFixes(session.id)).map((row) => row.recorded_at.toISOString())).toEqual([
      session.startTime,
      received,
      app.clock.now().toISOString(),
    ]);
  });

  it('count for presence even if they arrive after silence has ended the session', async () => {
    const { campaign, marketer, session } = await working();
    const begun = app.clock.now().getTime();
    const points = Array.from({ length: 80 }, (_, index) =>
      fix({ recordedAt: new Date(begun + index * 15_000).toISOString() }),
    );
    app.clock.advance(40 * MINUTE);
    await app.runDue();
    expect((await send(marketer, campaign.id, { points, sessionId: session.id })).body.received).toBe(80);
    const { presence, isRunning } = (await marketer.call(getPresence, { params: { id: session.id } })).body;
    expect(isRunning).toBe(false);
    expect(presence).toMatchObject({ minutesInside: 19.8, fixes: 80 });
  });

  it('need a session of the user’s own', async () => {
    const { campaign, session } = await working();
    const other = await readyMarketer(app);
    expect((await send(other, campaign.id)).error.code).toBe('session/none-running');
    const borrowed = await send(other, campaign.id, { points: [fix()], sessionId: session.id });
    expect(borrowed.error.code).toBe('session/none-running');
  });

  it.each([
    ['nothing', {}],
    ['a text', { latitude: '37', longitude: -122, accuracy: 5 }],
    ['a latitude beyond the pole', { latitude: 91, longitude: 0, accuracy: 5 }],
    ['a longitude beyond the line', { latitude: 0, longitude: 181, accuracy: 5 }],
    ['a negative accuracy', { latitude: 0, longitude: 0, accuracy: -1 }],
    ['no accuracy', { latitude: 0, longitude: 0 }],
    ['a moment that is none', { latitude: 0, longitude: 0, accuracy: 5, recordedAt: 'yesterday' }],
    ['no points', { points: [] }],
    ['too many points', { points: Array.from({ length: MAX_POINTS_PER_BATCH + 1 }, () => fix()) }],
    ['a point that is none', { points: [fix(), { latitude: 1 }] }],
  ])('that are %s are refused', async (_, body) => {
    const { campaign, marketer, session } = shared;
    const answer = await marketer.request('POST', `/api/campaign/${campaign.id}/update-location`, body);
    expect([answer.status, answer.error.code]).toEqual([400, 'request/invalid']);
    expect(Object.keys(answer.error.fields ?? {}).length).toBeGreaterThan(0);
    expect(await loadFixes(session.id)).toEqual([]);
  });

  let shared: Awaited<ReturnType<typeof working>>;
  beforeAll(async () => {
    shared = await working();
  });
});

describe('a withdrawn consent', () => {
  it('ends everything at once, before any worker has run', async () => {
    const { campaign, marketer, advertiser, session } = await working();
    await send(marketer, campaign.id);
    expect((await live(advertiser, campaign.id)).body).toHaveLength(1);
    await marketer.call(updateCompliance, { body: { locationConsent: false } });
    const refused = await send(marketer, campaign.id);
    expect([refused.status, refused.error.code]).toEqual([403, 'compliance/location-consent']);
    expect((await live(advertiser, campaign.id)).body).toEqual([]);
    await app.runDue();
    const ended = (await marketer.call(getOwnSession, { params: { id: campaign.id } })).body.session;
    expect(ended).toMatchObject({ id: session.id, isRunning: false });
    expect(await loadFixes(session.id)).toEqual([]);
  });

  it('and a new one later allow a new session, which the old withdrawal does not end', async () => {
    const { campaign, marketer, session } = await working();
    await marketer.call(endSession, { params: { id: campaign.id, sessionId: session.id } });
    app.clock.advance(MINUTE);
    await marketer.call(updateCompliance, { body: { locationConsent: false } });
    app.clock.advance(MINUTE);
    await marketer.call(updateCompliance, { body: { locationConsent: true } });
    const again = await start(marketer, campaign.id);
    await app.runDue();
    expect((await start(marketer, campaign.id)).body.id).toBe(again.body.id);
    expect((await send(marketer, campaign.id)).status).toBe(200);
  });
});

describe('what an advertiser sees', () => {
  let work: Work & { session: { id: string } };
  beforeAll(async () => {
    const running = await runningCampaign(app, {}, 2);
    const [first] = running.marketers as [Client];
    work = { ...running, session: (await start(first, running.campaign.id)).body };
    await send(first, running.campaign.id);
  });

  it('is an alias, a cell, rounded times and whether the marketer is in the zone', async () => {
    const { campaign, advertiser, marketers } = work;
    expect((await live(advertiser, campaign.id)).body[0]?.isInZone).toBeNull();
    app.clock.advance(67 * SECOND);
    await send(marketers[0] as Client, campaign.id);
    const [shown, ...others] = (await live(advertiser, campaign.id)).body;
    expect(others).toEqual([]);
    expect(shown).toMatchObject({ accuracy: 600, isActive: true, isInZone: true });
    expect(new Date(shown?.timestamp ?? '').getTime() % 30_000).toBe(0);
    expect(new Date(shown?.lastHeartbeat ?? '').getTime() % 30_000).toBe(0);
    const [session] = (await advertiser.call(listActiveSessions, { params: { id: campaign.id } })).body;
    expect([session?.id, session?.marketerId]).toEqual([shown?.id, shown?.marketerId]);
    const presence = await advertiser.call(getPresence, { params: { id: shown?.id ?? '' } });
    expect(presence.body).toMatchObject({ id: shown?.id, marketerId: shown?.marketerId });
    // The proof names the marketer, so nothing of it leads to the live screens.
    const proved = await advertiser.call(getPresence, { params: { id: work.session.id } });
    expect(proved.body.id).toBe(work.session.id);
    expect([shown?.id, shown?.marketerId]).not.toContain(proved.body.id);
    expect([shown?.id, shown?.marketerId]).not.toContain(proved.body.marketerId);
  });

  it('never includes a marketer’s id, address or exact position', async () => {
    const { campaign, advertiser, marketers } = work;
    const answers = await Promise.all([
      live(advertiser, campaign.id),
      advertiser.call(listActiveSessions, { params: { id: campaign.id } }),
      advertiser.call(getPresence, { params: { id: work.session.id } }),
    ]);
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      const text = JSON.stringify(body);
      for (const secret of [
        '37.78973',
        '122.40041',
        '37.7897',
        marketers[0]?.userId ?? '?',
        marketers[0]?.email ?? '?',
      ]) {
        expect(text).not.toContain(secret);
      }
    }
  });

  it('is only for the owner and admins', async () => {
    const { campaign, marketers } = work;
    const rival = await app.signIn('advertiser');
    const admin = await app.signInAdmin();
    for (const endpoint of [listLiveLocations, listActiveSessions]) {
      const call = (client: Client) => client.call(endpoint, { params: { id: campaign.id } });
      expect((await call(app.visitor())).status).toBe(401);
      expect((await call(marketers[0] as Client)).status).toBe(403);
      expect((await call(rival)).status).toBe(404);
      expect((await call(admin)).status).toBe(200);
    }
    const looks = await app.database.asOwner(
      `select actor_id from audit_entry where action = 'live-tracking.viewed' and object_id = $1`,
      [campaign.id],
    );
    expect(looks.rows).toEqual([{ actor_id: admin.userId }, { actor_id: admin.userId }]);
    const presence = (client: Client) => client.call(getPresence, { params: { id: work.session.id } });
    expect((await presence(rival)).status).toBe(404);
    expect((await presence(marketers[1] as Client)).status).toBe(404);
    expect((await presence(admin)).body.marketerId).not.toBe(marketers[0]?.userId);
    expect((await presence(marketers[0] as Client)).body.marketerId).toBe(marketers[0]?.userId);
  });

  it('excludes marketers who are silent for five minutes', async () => {
    const { campaign, advertiser, marketers } = work;
    await send(marketers[0] as Client, campaign.id);
    app.clock.advance(5 * MINUTE - 1);
    expect((await live(advertiser, campaign.id)).body).toHaveLength(1);
    app.clock.advance(1);
    expect((await live(advertiser, campaign.id)).body).toEqual([]);
    expect((await advertiser.call(listActiveSessions, { params: { id: campaign.id } })).body).toHaveLength(1);
  });

  it('has no point while the marketer is on the way', async () => {
    const { campaign, advertiser, marketers } = work;
    await send(marketers[0] as Client, campaign.id, fix({ latitude: place.lat + 0.06 }));
    app.clock.advance(MINUTE);
    expect((await live(advertiser, campaign.id)).body).toMatchObject([
      { latitude: null, longitude: null, isInZone: false },
    ]);
  });
});
