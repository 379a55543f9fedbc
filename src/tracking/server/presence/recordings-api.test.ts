/**
 * Sends real recordings and forgeries the way a phone sends them. Recordings give the figures of decision 23
 * and no strong sign. Each forgery is told from the recordings.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY, MINUTE, SECOND } from '#kernel/time.ts';
import {
  endSession,
  getPresence,
  type SignalKind,
  startSession,
  updateLocation,
} from '#tracking/contract.ts';
import { type Client, type TestApp, testApp } from '#tests/support/app.ts';
import { runningCampaign } from '#tests/support/people/approved-marketer.ts';
import {
  everyFifteenSeconds,
  hasTracks,
  madeWalk,
  recordedWalk,
  type WalkedPoint,
} from '#tests/support/walk.ts';
import { seededRandom } from '#tests/support/money/seeded-random.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ settings: { SESSION_IDLE_MS: String(90 * DAY) } });
});
afterAll(() => app.close());

const place = { lat: 37.789731, lng: -122.400417 };
const locationDetails = { address: 'Market Street', ...place, radius: 10_000 };

interface Sent extends WalkedPoint {
  /** By the phone's clock, if that is wrong. */
  claimedMs?: number;
  hasMotion?: boolean;
}

async function worker() {
  const { campaign, advertiser, marketers } = await runningCampaign(app, { locationDetails, duration: 90 });
  return { id: campaign.id, advertiser, marketer: marketers[0] as Client };
}

/**
 * Tracks a whole session in batches of `atOnce` points, and returns its presence as the advertiser sees it.
 */
async function track(
  { id, marketer, advertiser }: Awaited<ReturnType<typeof worker>>,
  points: readonly Sent[],
  atOnce = 20,
) {
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
  app.clock.advance(MINUTE);
  await app.runDue();
  return (await advertiser.call(getPresence, { params: { id: session.id } })).body.presence;
}

const countMinutes = (points: readonly WalkedPoint[]) => (points.at(-1)?.elapsedMs ?? 0) / MINUTE;

/** Returns the minutes between usable points, at most 45 seconds per step. */
function cappedMinutes(points: readonly WalkedPoint[]): number {
  const used = points.filter(({ accuracy }) => accuracy <= 200);
  return used.slice(1).reduce((sum, point, index) => {
    return sum + Math.min(45 * SECOND, point.elapsedMs - (used[index]?.elapsedMs ?? 0)) / MINUTE;
  }, 0);
}

const recordings = [
  'savannah-applewatch-2019',
  'tokyo-stay-jitter',
  'tokyo-stroll-gaps',
  'tokyo-walk-a',
  'tokyo-walk-b',
  'washington-dc-run-2012',
  'zurich-google-2012',
];

describe('recordings', () => {
  it.skipIf(!hasTracks).each(recordings)(
    '%s counts in full except for its gaps, and shows no strong sign',
    async (name) => {
      const points = everyFifteenSeconds(recordedWalk(name, place, seededRandom(7)));
      const presence = await track(await worker(), points);
      const expected = cappedMinutes(points);
      // Minutes are rounded to a tenth, which matters in a recording of 43 seconds.
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
const walk = (seed: number): Sent[] => madeWalk(place, seededRandom(seed));
/** Moves a point by kilometres to the north. */
const moved = (point: Sent, kilometres: number): Sent => ({ ...point, lat: point.lat + kilometres / 111.2 });

const forgeries: Record<Exclude<SignalKind, 'copied'>, (walked: readonly Sent[]) => Sent[]> = {
  frozen: (walked) => walked.map((point) => ({ ...point, ...place })),
  'constant-accuracy': (walked) => walked.map((point) => ({ ...point, accuracy: 150 })),
  teleport: (walked) => walked.map((point, index) => (index < 80 ? point : moved(point, 5))),
  'two-places': (walked) => walked.map((point, index) => (index % 2 === 0 ? point : moved(point, 40))),
  'too-fast': (walked) => walked.map((point, index) => moved(point, Math.abs((index % 60) - 30) * 0.25)),
  'even-speed': (walked) =>
    walked.map((point, index) => ({ ...point, lat: place.lat + index * 2e-4, lng: place.lng })),
  'no-motion': (walked) => walked.map((point) => ({ ...point, hasMotion: false })),
  // Sent in the order they were made up, each a little earlier than the one before.
  clock: (walked) =>
    walked.map((point, index) => ({ ...point, claimedMs: walked.at(-1 - index)?.elapsedMs ?? 0 })),
};

describe('a forged track', () => {
  it('shows no sign if it was really walked', async () => {
    expect((await track(await worker(), walk(1))).signals).toEqual([]);
  });

  it.each(Object.entries(forgeries))('shows the sign: %s', async (kind, forge) => {
    const presence = await track(await worker(), forge(walk(2)));
    expect(listKinds(presence)).toContain(kind);
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

  it('shows a sign if the marketer was just too far away', async () => {
    const work = await worker();
    await track(work, walk(4));
    const far = walk(5).map((point) => moved(point, 600));
    expect(listKinds(await track(work, far))).toContain('two-places');
  });
});
