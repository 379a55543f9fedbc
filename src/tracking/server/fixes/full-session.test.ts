import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { campaignWindow } from '#campaigns/contract.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#kernel/time.ts';
import { getPresence, SEND_INTERVAL_MS, startSession, updateLocation } from '#tracking/contract.ts';
import { getTrack } from '#tracking/track-contract.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { runningCampaign } from '#tests/support/people/approved-marketer.ts';
import { STORY_LIMIT_MS } from '#tests/support/patience.ts';
import { MOST_FIXES_KEPT } from '../rules.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ settings: { SESSION_IDLE_MS: String(20 * DAY) } });
});
afterAll(() => app.close());

/** Every marketer stands elsewhere, so that a mixed-up position would be noticed. */
let people = 0;

async function withFixes(count: number) {
  const { campaign, advertiser, marketers } = await runningCampaign(app);
  const [marketer] = marketers as [Client];
  const params = { id: campaign.id };
  const session = (await marketer.call(startSession, { params })).body;
  people += 1;
  const place = { latitude: 37.789731 + people * 1e-3, longitude: -122.400417, accuracy: 8 };
  const save = async (from: number, until: number) => {
    await app.database.asOwner(
      `insert into location_fix (session_id, recorded_at, received_at, lat, lng, accuracy)
         select id, at, at, $4, $5, 8
           from tracking_session, generate_series($2::int, $3 - 1) second, lateral (select started_at + second * interval '1 second' as at) time
          where id = $1`,
      [session.id, from, until, place.latitude, place.longitude],
    );
    await app.database.asOwner('update tracking_session set fixes_kept = fixes_kept + $2 where id = $1', [
      session.id,
      until - from,
    ]);
  };
  await save(0, count);
  app.clock.set(new Date(Date.parse(session.startTime) + 28 * HOUR));
  const send = async () => {
    const { status, error } = await marketer.call(updateLocation, { params, body: place });
    expect(status, error?.message).toBe(200);
    app.clock.advance(SEND_INTERVAL_MS);
  };
  const kept = async () => {
    const { rows } = await app.database.asOwner(
      `select count(*)::int as fixes, (select fixes_kept from tracking_session where id = $1) as counted, (select heard_at from live_position where session_id = $1) as heard_at
         from location_fix where session_id = $1`,
      [session.id],
    );
    return rows[0];
  };
  return { marketer, advertiser, session, save, send, kept };
}

const timeAt = (startTime: string, second: number) =>
  new Date(Date.parse(startTime) + second * SECOND).toISOString();

describe('a session', () => {
  // Writing this many positions takes a second.
  let full: Awaited<ReturnType<typeof withFixes>>;
  beforeAll(async () => {
    full = await withFixes(MOST_FIXES_KEPT - 1);
  });

  it('could grow without a limit for as long as its window, in which our app never fills it', () => {
    const startTime = app.clock.now();
    const longest = (campaignType: 'wearable' | 'social') => {
      const { opensAt, closesAt } = campaignWindow({
        campaignType,
        startTime,
        durationMinutes: DAY / MINUTE,
      });
      return closesAt.getTime() - opensAt.getTime();
    };
    expect(longest('wearable') / SECOND).toBe(174_600);
    for (const type of ['wearable', 'social'] as const)
      expect(longest(type) / SEND_INTERVAL_MS).toBeLessThan(MOST_FIXES_KEPT);
  });

  it(
    'saves no more fixes once it is full, and its marketer stays live',
    { timeout: STORY_LIMIT_MS },
    async () => {
      const { send, kept, marketer, session } = full;
      expect((await marketer.call(getTrack, { params: { id: session.id } })).body.cutAt).toBeNull();
      const lastKept = app.clock.now();
      await send();
      expect(await kept()).toEqual({ fixes: MOST_FIXES_KEPT, counted: MOST_FIXES_KEPT, heard_at: lastKept });
      const heardAt = app.clock.now();
      await send();
      expect(await kept()).toEqual({ fixes: MOST_FIXES_KEPT, counted: MOST_FIXES_KEPT, heard_at: heardAt });
      const { cutAt, points } = (await marketer.call(getTrack, { params: { id: session.id } })).body;
      expect([cutAt, points.at(-1)?.time]).toEqual([lastKept.toISOString(), lastKept.toISOString()]);
    },
  );

  it(
    'with too many fixes is read up to the limit: thinned, with a track that says where it is cut',
    { timeout: STORY_LIMIT_MS },
    async () => {
      const { save, send, marketer, advertiser, session } = full;
      await save(MOST_FIXES_KEPT - 1, MOST_FIXES_KEPT + 500);
      await send();
      const { points, cutAt } = (await marketer.call(getTrack, { params: { id: session.id } })).body;
      expect(cutAt).toBe(timeAt(session.startTime, MOST_FIXES_KEPT - 1));
      const stepSeconds = Math.ceil((28 * HOUR) / SECOND / 20_000);
      expect(points.length).toBeLessThanOrEqual(20_000);
      expect(points.length).toBeGreaterThanOrEqual(MOST_FIXES_KEPT / stepSeconds);
      expect(points[0]?.time).toBe(session.startTime);
      const last = points.at(-1)?.time ?? '';
      expect(last <= (cutAt ?? '')).toBe(true);
      expect(last >= timeAt(session.startTime, MOST_FIXES_KEPT - 1 - stepSeconds)).toBe(true);
      const { presence } = (await advertiser.call(getPresence, { params: { id: session.id } })).body;
      expect(presence.fixes).toBe(points.length);
    },
  );

  it('of an hour is complete', async () => {
    const { marketer, session } = await withFixes(3600);
    const { points, cutAt } = (await marketer.call(getTrack, { params: { id: session.id } })).body;
    expect([points.length, cutAt]).toEqual([3600, null]);
  });
});
