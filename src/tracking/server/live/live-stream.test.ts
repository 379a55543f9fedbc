import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { signOut } from '#auth/contract.ts';
import { listOwnCampaigns } from '#campaigns/contract.ts';
import { MINUTE, SECOND } from '#kernel/time.ts';
import { updateCompliance } from '#profiles/contract.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { readyMarketer, runningCampaign } from '#tests/support/people/approved-marketer.ts';
import { EventReader } from '#tests/support/event-stream.ts';
import { PATIENCE_MS } from '#tests/support/patience.ts';
import { teamMember } from '#tests/support/people/team.ts';
import {
  endSession,
  getOwnSession,
  listActiveSessions,
  listLiveLocations,
  startSession,
  type TrackingSession,
  updateLocation,
} from '../../contract.ts';
import { streamLive } from '../../live-contract.ts';
import { publishPositions } from './live-notes.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const opened: EventReader<typeof streamLive>[] = [];
afterEach(() => {
  for (const reader of opened.splice(0)) reader.leave();
});

async function watch(viewer: Client, id: string) {
  const reader = await EventReader.open(app, viewer, streamLive, { id });
  opened.push(reader);
  return reader;
}

const place = { lat: 37.789731, lng: -122.400417 };
const fix = (north = 0) => ({ latitude: place.lat + north, longitude: place.lng, accuracy: 8 });

async function shownTo(session: TrackingSession): Promise<TrackingSession & { ownId: string }> {
  const { rows } = await app.database.asOwner('select alias from tracking_session where id = $1', [
    session.id,
  ]);
  return { ...session, id: rows[0]?.alias, ownId: session.id };
}

async function out(count = 1) {
  const { campaign, advertiser, marketers } = await runningCampaign(app, {}, count);
  const [marketer] = marketers as [Client];
  const begin = (who: Client) => who.call(startSession, { params: { id: campaign.id } });
  const send = async (who: Client, north = 0) => {
    const answer = await who.call(updateLocation, { params: { id: campaign.id }, body: fix(north) });
    expect(answer.status, answer.error?.message).toBe(200);
  };
  const session = await shownTo((await begin(marketer)).body);
  return { id: campaign.id, advertiser, marketer, marketers, session, begin, send };
}

/** Inviting needs a recent sign-in, and the sign-in code must be the newest mail. */
async function freshly(user: Client): Promise<Client> {
  await app.runDue();
  return app.signIn('advertiser', user.email);
}

describe('a viewer', () => {
  it('gets a snapshot first, in the shapes of the polls', async () => {
    const { id, advertiser, marketer, session, send } = await out();
    await send(marketer);
    const reader = await watch(advertiser, id);
    const snapshot = await reader.next('snapshot');
    expect(snapshot.sessions.map((each) => each.id)).toEqual([session.id]);
    const params = { id };
    expect(snapshot).toEqual({
      locations: (await advertiser.call(listLiveLocations, { params })).body,
      sessions: (await advertiser.call(listActiveSessions, { params })).body,
    });
    expect(reader.text).toMatch(/^retry: \d+\n\n/);
    expect(reader.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-frame-options': 'DENY',
    });
    expect(reader.headers['content-encoding']).toBeUndefined();
  });

  it('sees marketers start, move and stop', async () => {
    const { id, advertiser, marketers, session, begin, send } = await out(2);
    const [first, second] = marketers as [Client, Client];
    const reader = await watch(advertiser, id);
    expect((await reader.next('snapshot')).locations).toEqual([]);

    const other = await shownTo((await begin(second)).body);
    expect(await reader.next('sessions')).toMatchObject([{ id: other.id, isRunning: true }]);
    await send(first);
    expect(await reader.next('positions')).toMatchObject([{ id: session.id, isInZone: null, accuracy: 600 }]);
    app.clock.advance(45 * SECOND);
    await send(first, 0.0135);
    expect(await reader.next('positions')).toMatchObject([{ id: session.id, isInZone: null }]);
    app.clock.advance(45 * SECOND);
    await send(first, 0.0135);
    expect(await reader.next('positions')).toMatchObject([{ id: session.id, isInZone: true }]);
    app.clock.advance(45 * SECOND);
    await send(first, 0.0135);
    expect(await reader.next('positions')).toMatchObject([{ id: session.id, isInZone: false }]);
    app.clock.advance(15 * SECOND);
    await send(first, 0.05);
    expect(await reader.next('positions')).toMatchObject([{ latitude: null, longitude: null }]);

    await first.call(endSession, { params: { id, sessionId: session.ownId } });
    expect(await reader.next('sessions')).toMatchObject([{ id: session.id, isRunning: false }]);
    const late = await watch(advertiser, id);
    expect((await late.next('snapshot')).sessions.map((each) => each.id)).toEqual([other.id]);
  });

  it('learns of a crossing in a silent phone’s last minute', async () => {
    const { id, advertiser, marketer, session, send } = await out();
    const reader = await watch(advertiser, id);
    await reader.next('snapshot');
    await send(marketer);
    expect(await reader.next('positions')).toMatchObject([{ id: session.id, isInZone: null }]);
    app.clock.advance(61 * SECOND);
    await app.runDue();
    expect(await reader.next('positions')).toMatchObject([{ id: session.id, isInZone: true }]);
  });

  it('gets changes that happen together as one event', async () => {
    const { id, advertiser, marketers, session, begin, send } = await out(3);
    const others = await Promise.all(marketers.slice(1).map(begin));
    const sessions = [session, ...(await Promise.all(others.map(({ body }) => shownTo(body))))];
    await Promise.all(marketers.map((each) => send(each)));
    const reader = await watch(advertiser, id);
    await reader.next('snapshot');
    await app.runDue();
    await app.database.asOwner(
      `update live_position set recorded_at = recorded_at + interval '1 minute' where campaign_id = $1`,
      [id],
    );
    for (const each of [...sessions, ...sessions]) {
      publishPositions(app.deps, [{ id: each.ownId, campaignId: id }]);
    }
    const seen = await reader.next('positions');
    expect(seen.map((each) => each.id).toSorted()).toEqual(sessions.map((each) => each.id).toSorted());
    app.clock.advance(2 * MINUTE);
    await send(marketers[0] as Client);
    expect(await reader.next('positions')).toHaveLength(1);
  });

  it('gets no event for a heartbeat that changes nothing visible', async () => {
    const { id, advertiser, marketer, send } = await out();
    app.clock.advance(30 * SECOND - (app.clock.now().getTime() % (30 * SECOND)));
    const reader = await watch(advertiser, id);
    await reader.next('snapshot');
    for (let sent = 0; sent < 3; sent += 1) {
      await send(marketer);
      if (sent === 0) await reader.next('positions');
      app.clock.advance(10 * SECOND);
    }
    await send(marketer);
    expect(await reader.next('positions')).toMatchObject([{ timestamp: app.clock.now().toISOString() }]);
    expect(reader.events.filter(({ name }) => name === 'positions')).toHaveLength(2);
  });

  it('sees an end by silence and an end by withdrawn consent', async () => {
    const { id, advertiser, marketers, session, begin, send } = await out(2);
    const [first, second] = marketers as [Client, Client];
    const other = await shownTo((await begin(second)).body);
    const reader = await watch(advertiser, id);
    await reader.next('snapshot');
    await first.call(updateCompliance, { body: { locationConsent: false } });
    await app.runDue();
    expect(await reader.next('sessions')).toMatchObject([{ id: session.id, isRunning: false }]);
    await send(second);
    app.clock.advance(31 * MINUTE);
    await app.runDue();
    expect(await reader.next('sessions')).toMatchObject([{ id: other.id, isRunning: false }]);
  });

  it('never gets an exact position, an id or an address, in any byte', async () => {
    const { id, advertiser, marketer, send } = await out();
    const reader = await watch(advertiser, id);
    await reader.next('snapshot');
    for (let step = 0; step < 5; step += 1) {
      app.clock.advance(30 * SECOND);
      await send(marketer, step / 1000);
      const [shown] = await reader.next('positions');
      expect(Date.parse(shown?.timestamp ?? '') % 30_000).toBe(0);
      const kept = await app.database.asOwner('select lat, lng from location_fix order by recorded_at desc');
      for (const { lat, lng } of kept.rows) {
        // Four decimals are eleven metres.
        for (const exact of [lat, lng])
          expect(reader.text).not.toContain(String(Math.trunc(exact * 10_000) / 10_000));
      }
    }
    for (const secret of [marketer.userId, marketer.email, 'applicationId']) {
      expect(reader.text).not.toContain(secret);
    }
  });
});

describe('a stream', () => {
  it('is only for the owner, their team and admins', async () => {
    const { id, advertiser, marketer } = await out();
    const status = async (client: Client) => (await watch(client, id)).status;
    expect(await status(app.visitor())).toBe(401);
    expect(await status(marketer)).toBe(403);
    expect(await status(await readyMarketer(app))).toBe(403);
    expect(await status(await app.signIn('advertiser'))).toBe(404);
    expect((await watch(advertiser, '6f0d5a0e-6d0c-4f7e-9a57-3f6f2a8f1c11')).status).toBe(404);
    expect(await status(await teamMember(app, await freshly(advertiser), 'viewer'))).toBe(200);
    const admin = await app.signInAdmin();
    expect(await status(admin)).toBe(200);
    const looks = await app.database.asOwner(
      `select actor_id from audit_entry where action = 'live-tracking.viewed' and object_id = $1`,
      [id],
    );
    expect(looks.rows).toEqual([{ actor_id: admin.userId }]);
    const refused = await watch(marketer, id);
    expect(JSON.parse(refused.text)).toMatchObject({ code: 'auth/forbidden' });
  });

  it('beats while it is allowed, and ends within seconds once it is not', async () => {
    const { id, advertiser } = await out();
    const [one, other] = [await watch(advertiser, id), await watch(advertiser, id)];
    app.clock.advance(15 * SECOND);
    expect(await one.next('beat')).toBe(0);
    expect(await other.next('beat')).toBe(0);
    await advertiser.call(signOut);
    app.clock.advance(15 * SECOND);
    await Promise.all([one.closed(), other.closed()]);
    expect((await watch(advertiser, id)).status).toBe(401);
  });

  it('ends when the user is suspended or has left the team', async () => {
    const { id, advertiser } = await out();
    const inviting = await freshly(advertiser);
    const [left, suspended] = [
      await teamMember(app, inviting, 'viewer'),
      await teamMember(app, inviting, 'manager'),
    ];
    const [one, other, owner] = [
      await watch(left, id),
      await watch(suspended, id),
      await watch(advertiser, id),
    ];
    await app.database.asOwner('delete from team_member where member_id = $1', [left.userId]);
    await app.database.asOwner('update account set suspended_at = $2 where id = $1', [
      suspended.userId,
      app.clock.now(),
    ]);
    app.clock.advance(15 * SECOND);
    await Promise.all([one.closed(), other.closed()]);
    expect(await owner.next('beat')).toBe(0);
  });

  it('is limited to twenty per account', async () => {
    const { id, advertiser } = await out();
    const readers = await Promise.all(Array.from({ length: 20 }, () => watch(advertiser, id)));
    expect(readers.every(({ status }) => status === 200)).toBe(true);
    expect((await watch(advertiser, id)).status).toBe(429);
    readers[0]?.leave();
    await vi.waitFor(async () => expect((await watch(advertiser, id)).status).toBe(200), PATIENCE_MS);
  });

  it('does not answer a HEAD request', async () => {
    const { id, advertiser } = await out();
    expect((await advertiser.request('HEAD', `/api/campaign/${id}/live-stream`)).status).toBe(404);
  });
});

describe('the marketer', () => {
  const watchedBy = async (marketer: Client, id: string) =>
    (await marketer.call(getOwnSession, { params: { id } })).body.session?.watchedBy;

  it('sees how many people view them and when last, without admins', async () => {
    const { id, advertiser, marketer } = await out();
    expect(await watchedBy(marketer, id)).toEqual({ viewers: 0, lastAt: null });
    app.clock.advance(MINUTE);
    await (await watch(await app.signInAdmin(), id)).next('snapshot');
    expect(await watchedBy(marketer, id)).toEqual({ viewers: 0, lastAt: null });
    await advertiser.call(listLiveLocations, { params: { id } });
    const first = app.clock.now().toISOString();
    expect(await watchedBy(marketer, id)).toEqual({ viewers: 1, lastAt: first });
    app.clock.advance(59 * SECOND);
    await advertiser.call(listActiveSessions, { params: { id } });
    expect(await watchedBy(marketer, id)).toEqual({ viewers: 1, lastAt: first });
    app.clock.advance(SECOND);
    await advertiser.call(listLiveLocations, { params: { id } });
    expect(await watchedBy(marketer, id)).toEqual({ viewers: 1, lastAt: app.clock.now().toISOString() });
    await (await watch(await teamMember(app, await freshly(advertiser), 'viewer'), id)).next('snapshot');
    expect(await watchedBy(marketer, id)).toMatchObject({ viewers: 2 });
    const { rows } = await app.database.asOwner(
      'select viewer, views from live_view where campaign_id = $1 order by views desc',
      [id],
    );
    expect(rows.map(({ views }) => views)).toEqual([2, 1]);
  });

  it('sees an open stream as continuous viewing, until their own session ends', async () => {
    const { id, advertiser, marketer, session } = await out();
    await (await watch(advertiser, id)).next('snapshot');
    app.clock.advance(2 * MINUTE);
    const looking = app.clock.now().toISOString();
    await vi.waitFor(
      async () => expect(await watchedBy(marketer, id)).toEqual({ viewers: 1, lastAt: looking }),
      PATIENCE_MS,
    );
    app.clock.advance(MINUTE);
    await marketer.call(endSession, { params: { id, sessionId: session.ownId } });
    const ended = app.clock.now().getTime();
    app.clock.advance(10 * MINUTE);
    await advertiser.call(listLiveLocations, { params: { id } });
    const told = await watchedBy(marketer, id);
    expect(Date.parse(told?.lastAt ?? '')).toBeLessThanOrEqual(ended);
  });
});

describe('the list of an advertiser’s campaigns', () => {
  it('counts live marketers per campaign, without those who are silent, stop or withdraw consent', async () => {
    const { id, advertiser, marketers, begin, send } = await out(3);
    const [first, second, third] = marketers as [Client, Client, Client];
    const live = async () => {
      const { body } = await advertiser.call(listOwnCampaigns);
      return body.find((campaign) => campaign.id === id)?.liveMarketers;
    };
    expect(await live()).toBe(0);
    await begin(second);
    await begin(third);
    for (const marketer of marketers) await send(marketer);
    expect(await live()).toBe(3);
    const withdrawal = await first.call(updateCompliance, { body: { locationConsent: false } });
    expect(withdrawal.status, withdrawal.error?.message).toBe(200);
    expect(await live()).toBe(2);
    app.clock.advance(4 * MINUTE);
    await send(second);
    app.clock.advance(MINUTE);
    expect(await live()).toBe(1);
    const { body } = await second.call(getOwnSession, { params: { id } });
    await second.call(endSession, { params: { id, sessionId: body.session?.id ?? '' } });
    expect(await live()).toBe(0);
  });
});
