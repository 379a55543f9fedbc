import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { movePoint, stepBetween } from '#kernel/geometry/geometry.ts';
import { DAY, MINUTE, SECOND } from '#kernel/time.ts';
import { transact } from '#platform/server/db/transact.ts';
import { getProof, submitProof } from '#proofs/contract.ts';
import {
  endSession,
  getPresence,
  type SignalKind,
  startSession,
  updateLocation,
} from '#tracking/contract.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { picture } from '#tests/support/media.ts';
import { STORY_LIMIT_MS } from '#tests/support/patience.ts';
import { uploadFile } from '#tests/support/upload.ts';
import { runningCampaign } from '#tests/support/people/approved-marketer.ts';
import { everyFifteenSeconds, hasTracks, recordedWalk, type WalkedPoint } from '#tests/support/walk.ts';
import { begin, normalDeviate, stroll } from '#tests/support/track.ts';
import { seededRandom } from '#tests/support/money/seeded-random.ts';
import { compareDuePaths } from './path/path-service.ts';
import { listUncompared, saveAgreement } from './path/path-store.ts';
import { updateDueSummaries } from './summary-service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ settings: { SESSION_IDLE_MS: String(90 * DAY) } });
});
afterAll(() => app.close());

const place = { lat: 37.789731, lng: -122.400417 };
const locationDetails = { address: 'Market Street', ...place, radius: 10_000 };

interface Sent extends WalkedPoint {
  claimedMs?: number;
  hasMotion?: boolean;
}

async function worker(duration = 90) {
  const { campaign, advertiser, marketers } = await runningCampaign(app, {
    locationDetails,
    duration,
    proofRequirements: { videoDuration: 0, requireSelfie: true, requireLocationCheck: true },
  });
  return { id: campaign.id, advertiser, marketer: marketers[0] as Client };
}

async function track(work: Awaited<ReturnType<typeof worker>>, points: readonly Sent[], atOnce = 20) {
  const sessionId = await send(work, points, atOnce);
  app.clock.advance(MINUTE);
  await app.runDue();
  return (await work.advertiser.call(getPresence, { params: { id: sessionId } })).body.presence;
}

async function send(
  { id, marketer }: Awaited<ReturnType<typeof worker>>,
  points: readonly Sent[],
  atOnce: number,
): Promise<string> {
  const session = (await marketer.call(startSession, { params: { id } })).body;
  const begun = app.clock.now().getTime();
  for (let from = 0; from < points.length; from += atOnce) {
    const batch = points.slice(from, from + atOnce);
    app.clock.set(new Date(begun + (batch.at(-1)?.elapsedMs ?? 0)));
    const sent = batch.map(({ lat, lng, accuracy, elapsedMs, claimedMs, hasMotion = true }) => ({
      latitude: lat,
      longitude: lng,
      accuracy,
      hasMotion,
      recordedAt: new Date(begun + (claimedMs ?? elapsedMs)).toISOString(),
    }));
    const body = { points: sent, sessionId: session.id };
    const taken = await marketer.call(updateLocation, { params: { id }, body });
    expect(taken.status, taken.error?.message).toBe(200);
  }
  await marketer.call(endSession, { params: { id, sessionId: session.id } });
  return session.id;
}

const countMinutes = (points: readonly WalkedPoint[]) => (points.at(-1)?.elapsedMs ?? 0) / MINUTE;

function cappedMinutes(points: readonly WalkedPoint[]): number {
  const used = points.filter(({ accuracy }) => accuracy <= 200);
  return used.slice(1).reduce((sum, point, index) => {
    return sum + Math.min(45 * SECOND, point.elapsedMs - (used[index]?.elapsedMs ?? 0)) / MINUTE;
  }, 0);
}

/** `recordings.test.ts` knows all seven. These three differ most: steady, fast, and without an accuracy. */
const recordings = ['tokyo-walk-a', 'washington-dc-run-2012', 'zurich-google-2012'];

describe('recordings', () => {
  it.skipIf(!hasTracks).each(recordings)(
    '%s counts in full except for its gaps, and shows no strong sign',
    async (name) => {
      const points = everyFifteenSeconds(recordedWalk(name, place, seededRandom(7)));
      const presence = await track(await worker(), points);
      const expected = cappedMinutes(points);
      expect(Math.abs(presence.minutesInside - expected)).toBeLessThanOrEqual(0.05 + expected / 50);
      expect(presence.fixes).toBe(points.length);
      expect(presence.signals?.filter(({ weight }) => weight === 'high')).toEqual([]);
    },
  );

  it.skipIf(!hasTracks)('the one with gaps lasts 90 minutes, of which 60 count', async () => {
    const whole = recordedWalk('tokyo-stroll-gaps', place, seededRandom(7));
    expect(Math.abs(countMinutes(whole) / 90.2 - 1)).toBeLessThan(0.02);
    for (const [points, minutes] of [
      [whole, 60.5],
      [everyFifteenSeconds(whole), 60],
    ] as const) {
      const presence = await track(await worker(), points, 100);
      expect(Math.abs(presence.minutesInside / minutes - 1)).toBeLessThan(0.02);
      expect(presence.longestGapSeconds).toBeGreaterThan(18 * 60);
      expect(presence.coverage).toBeLessThan(0.7);
    }
  });
});

const listKinds = ({ signals }: { signals?: readonly { kind: SignalKind }[] | undefined }) =>
  signals?.map(({ kind }) => kind);
const walk = (seed: number): Sent[] =>
  stroll(seed).map(({ lat, lng, accuracy, recordedAt }) => ({
    lat,
    lng,
    accuracy,
    elapsedMs: recordedAt.getTime() - begin.getTime(),
  }));
function turn(walked: readonly Sent[]): Sent[] {
  const random = seededRandom(9);
  return walked.map((point) => {
    const { eastMeters, northMeters } = stepBetween(place, point);
    const [east, north] = [northMeters + normalDeviate(random), normalDeviate(random) - eastMeters];
    return { ...point, ...movePoint(place, east, north) };
  });
}
const moved = (point: Sent, kilometres: number): Sent => ({ ...point, lat: point.lat + kilometres / 111.2 });

describe('a forged track', () => {
  it('shows no sign if it was really walked', async () => {
    expect((await track(await worker(), walk(1), 1)).signals).toEqual([]);
  });

  it('is no copy of itself if a part of it arrives late', async () => {
    const { id, advertiser, marketer } = await worker();
    const session = (await marketer.call(startSession, { params: { id } })).body;
    const begun = app.clock.now().getTime();
    const points = walk(16).map(({ lat, lng, accuracy, elapsedMs }) => ({
      latitude: lat,
      longitude: lng,
      accuracy,
      hasMotion: true,
      recordedAt: new Date(begun + elapsedMs).toISOString(),
    }));
    const post = async (part: typeof points, delayMs: number) => {
      const measuredAt = new Date(part.at(-1)?.recordedAt ?? begun).getTime();
      app.clock.set(new Date(measuredAt + delayMs));
      const body = { points: part, sessionId: session.id };
      expect((await marketer.call(updateLocation, { params: { id }, body })).status).toBe(200);
    };
    for (let from = 0; from < 100; from += 20) await post(points.slice(from, from + 20), 0);
    await updateDueSummaries(app.deps);
    await post(points.slice(100), MINUTE);
    await marketer.call(endSession, { params: { id, sessionId: session.id } });
    await updateDueSummaries(app.deps);
    const { body } = await advertiser.call(getPresence, { params: { id: session.id } });
    expect(listKinds(body.presence)).not.toContain('copied');
  });

  // Each sign is proved in signals.test.ts. This one also depends on how the calls arrive.
  it('shows its sign if it is sent in batches', async () => {
    expect(listKinds(await track(await worker(), walk(2)))).toContain('in-batches');
  });

  it('shows a copy that was moved and sent later, while the original shows no sign', async () => {
    const original = await worker();
    const presence = await track(original, walk(3));
    expect(listKinds(presence)).not.toContain('copied');
    app.clock.advance(DAY);
    const part = walk(3).slice(40);
    const begin = part[0]?.elapsedMs ?? 0;
    const copy = part.map((point) => moved({ ...point, elapsedMs: point.elapsedMs - begin }, 2));
    expect(listKinds(await track(await worker(), copy))).toContain('copied');
  });

  describe('that was turned and got noise', { timeout: STORY_LIMIT_MS }, () => {
    async function copyTrack(seed: number): Promise<Sent[]> {
      expect(listKinds(await track(await worker(), walk(seed)))).not.toContain('copied');
      app.clock.advance(DAY);
      return turn(walk(seed));
    }

    it('is shown once its path is compared', async () => {
      const forged = await copyTrack(8);
      const work = await worker();
      const sessionId = await send(work, forged, 2);
      const readKinds = async () => {
        const { body } = await work.advertiser.call(getPresence, { params: { id: sessionId } });
        return listKinds(body.presence);
      };
      await updateDueSummaries(app.deps);
      expect(await readKinds()).toEqual([]);
      // A comparison that read the path before a late position arrived is void.
      const { db } = app.deps;
      const [profile] = (await listUncompared(db, 100)).filter((each) => each.sessionId === sessionId);
      if (!profile) throw new Error('the path is not due');
      const before = { ...profile, arrivedAt: new Date(profile.arrivedAt.getTime() - SECOND) };
      expect(await transact(db, (tx) => saveAgreement(tx, before, -1))).toBe(false);
      await Promise.all([compareDuePaths(app.deps), compareDuePaths(app.deps)]);
      // A request computes the figures until the next summary is saved.
      expect(await readKinds()).toEqual(['copied']);
      await updateDueSummaries(app.deps);
      expect(await readKinds()).toEqual(['copied']);
      const { rows } = await app.database.asOwner(
        `select summary_due as "isDue", agreement, (select count(*)::int from outbox
            where kind = 'tracking.sign-found' and payload->>'sessionId' = $1) as announced
           from tracking_session join track_profile on session_id = id where id = $1::uuid`,
        [sessionId],
      );
      expect(rows).toEqual([{ isDue: false, agreement: expect.any(Number), announced: 1 }]);
    });

    it.each(['the copy', 'another session'])(
      'weakens a proof that was sent at once and names %s',
      async (named) => {
        const forged = await copyTrack(named === 'the copy' ? 9 : 10);
        const work = await worker(60);
        const copy = await send(work, forged, 2);
        const sessionId = named === 'the copy' ? copy : await send(work, walk(12).slice(0, 40), 2);
        const uploadId = await uploadFile(work.marketer, await picture('jpeg'), 'proof', 'a.jpg');
        const media = [{ uploadId, kind: 'selfie' as const }];
        const sent = await work.marketer.call(submitProof, {
          body: { campaignId: work.id, sessionId, media },
        });
        expect(sent.status).toBe(201);
        const { strength, presence } = sent.body;
        expect([strength, presence?.signals]).toEqual(['ordinary', []]);
        for (let minute = 0; minute < 2; minute += 1) {
          app.clock.advance(MINUTE);
          await app.runDue();
        }
        const found = await work.advertiser.call(getProof, { params: { id: sent.body.id } });
        const signals = [{ kind: 'copied', weight: 'high', count: 1, firstAt: null }];
        expect(found.body).toMatchObject({ strength: 'weak', presence: { ...presence, signals } });
      },
    );
  });

  it.each(['exact', 'turned'])(
    'shows a copy (%s) that claims to be earlier than the original but arrives later',
    { timeout: STORY_LIMIT_MS },
    async (how) => {
      const seed = how === 'exact' ? 13 : 14;
      const [forger, original] = [await worker(), await worker()];
      const { id, marketer } = forger;
      const copy = (await marketer.call(startSession, { params: { id } })).body;
      const begun = app.clock.now().getTime();
      app.clock.advance(10 * MINUTE);
      const originalId = await send(original, walk(seed), 20);
      await updateDueSummaries(app.deps);
      await compareDuePaths(app.deps);
      const points = (how === 'exact' ? walk(seed) : turn(walk(seed))).map((point) => ({
        latitude: point.lat,
        longitude: point.lng,
        accuracy: point.accuracy,
        hasMotion: true,
        recordedAt: new Date(begun + MINUTE + point.elapsedMs).toISOString(),
      }));
      const sent = await marketer.call(updateLocation, { params: { id }, body: { points } });
      expect(sent.body).toMatchObject({ received: points.length });
      await marketer.call(endSession, { params: { id, sessionId: copy.id } });
      for (let run = 0; run < 2; run += 1) {
        await updateDueSummaries(app.deps);
        await compareDuePaths(app.deps);
      }
      const read = async (work: typeof forger, sessionId: string) =>
        listKinds((await work.advertiser.call(getPresence, { params: { id: sessionId } })).body.presence);
      expect(await read(forger, copy.id)).toContain('copied');
      expect(await read(original, originalId)).not.toContain('copied');
    },
  );

  it('shows in its proof a copy that was summed up before the original', async () => {
    const [original, copy] = [await worker(), await worker()];
    for (const work of [original, copy]) await send(work, walk(15), 80);
    await updateDueSummaries(app.deps);
    const prove = async ({ id, marketer }: typeof copy) => {
      const uploadId = await uploadFile(marketer, await picture('jpeg'), 'proof', 'a.jpg');
      const media = [{ uploadId, kind: 'selfie' as const }];
      const sent = await marketer.call(submitProof, { body: { campaignId: id, media } });
      return sent.body.presence?.signals?.map(({ kind }) => kind);
    };
    expect(await prove(copy)).toContain('copied');
    expect(await prove(original)).not.toContain('copied');
  });

  it('shows a sign if the marketer was just too far away', async () => {
    const work = await worker();
    await track(work, walk(4));
    const far = walk(5).map((point) => moved(point, 600));
    expect(listKinds(await track(work, far))).toContain('two-places');
  });
});
