/** Two models of the walk and of the receiver, so that one can tune the rules and the other test them. */
import { movePoint } from '#kernel/geometry/geometry.ts';
import { addMilliseconds, DAY } from '#kernel/time.ts';
import { shouldKeepFix } from '#tracking/web/positions/should-keep-fix.ts';
import type { TrackFix } from '#tracking/server/presence/track/track.ts';
import { type SeededRandom, seededRandom } from '#tests/support/money/seeded-random.ts';
import { between, gaussMarkov, type Reading, reflections, type Spot } from './receivers.ts';
import { normalDeviate as normal, sixDecimals, toTrack } from '#tests/support/track.ts';
import { everyFifteenSeconds, hasTracks, recordedWalk, type WalkedPoint } from '#tests/support/walk.ts';

/** Decided before any rule was written: sources that tune the rules, and sources that only test them. */
export type SourceSet = 'tuning' | 'test';

export interface HonestSession {
  source: string;
  set: SourceSet;
  track: TrackFix[];
}

export const place = { lat: 37.7955, lng: -122.3937 };

const recordings: Record<SourceSet, readonly string[]> = {
  tuning: ['tokyo-walk-a', 'tokyo-walk-b', 'tokyo-stay-jitter', 'tokyo-stroll-gaps'],
  test: ['washington-dc-run-2012', 'savannah-applewatch-2019', 'zurich-google-2012'],
};

/** Returns each session twice: as measured every 15 seconds, and as our app would send it. */
export function honestSessions(set: SourceSet, each: number): HonestSession[] {
  return [...recordedSessions(set), ...simulatedSessions(set, each)].flatMap(({ source, track }) => [
    { source, set, track },
    { source: `${source}, in our app`, set, track: keptByApp(track) },
  ]);
}

export function recordedSessions(set: SourceSet): HonestSession[] {
  if (!hasTracks) return [];
  return recordings[set].map((name, index) => ({
    source: name,
    set,
    track: toTrack(everyFifteenSeconds(recordedWalk(name, place, seededRandom(100 + index)))),
  }));
}

/** `each` is the number of people per behaviour. */
export function simulatedSessions(set: SourceSet, each: number): HonestSession[] {
  const behaviours = set === 'tuning' ? streetWalkers : plazaWalkers;
  return Array.from({ length: each * behaviours.length }, (_, index) => {
    const random = seededRandom((set === 'tuning' ? 10_000 : 20_000) + index);
    const [source, simulate] = behaviours[index % behaviours.length] as (typeof behaviours)[number];
    return { source, set, track: onDay(index, simulate(random)) };
  });
}

const onDay = (day: number, track: readonly TrackFix[]) =>
  track.map((fix) => ({
    ...fix,
    recordedAt: addMilliseconds(fix.recordedAt, day * DAY),
    claimedAt: fix.claimedAt && addMilliseconds(fix.claimedAt, day * DAY),
    receivedAt: addMilliseconds(fix.receivedAt, day * DAY),
  }));

const SESSION_SECONDS = 3600;

/**
 * One spot per second.
 * @param options.turns Decides the route. Pass one with the same seed for the same beat on another day.
 */
function walkStreets(
  random: SeededRandom,
  stopsPerMinute: number,
  block = between(random, 80, 180),
  { turns = random as Pick<SeededRandom, 'below' | 'pick'>, unevenness = 0.06, waits = 0.5 } = {},
): Spot[] {
  const usual = between(random, 0.9, 1.5);
  const spots: Spot[] = [];
  let [east, north, heading, left, waiting, pace] = [0, 0, turns.below(4), block, 0, 0];
  while (spots.length < SESSION_SECONDS) {
    spots.push({ east, north });
    pace = 0.97 * pace + unevenness * usual * normal(random);
    if (waiting > 0) {
      waiting -= 1;
      continue;
    }
    if (random.fraction() < stopsPerMinute / 60) waiting = between(random, 20, 240);
    const meters = Math.max(0.2, usual + pace);
    east += meters * Math.round(Math.sin((heading * Math.PI) / 2));
    north += meters * Math.round(Math.cos((heading * Math.PI) / 2));
    left -= meters;
    if (left > 0) continue;
    left = block;
    if (random.fraction() < waits) waiting = between(random, 5, 50);
    heading = (heading + turns.pick([0, 0, 1, 3])) % 4;
  }
  return spots;
}

/**
 * One spot per second.
 * @param goals Decides the points. Pass one with the same seed for the same round on another day.
 * @param repeats The number of points after which they repeat.
 */
function walkPlaza(
  random: SeededRandom,
  meanPauseSeconds: number,
  goals = random,
  repeats = Infinity,
): Spot[] {
  const radius = between(goals, 50, 200);
  const rounds: Spot[] = [];
  const spots: Spot[] = [];
  let [east, north, waiting, pace] = [0, 0, 0, 1.1];
  let goal: Spot = { east: 0, north: 0 };
  while (spots.length < SESSION_SECONDS) {
    spots.push({ east, north });
    if (waiting > 0) {
      waiting -= 1;
      east += 0.05 * normal(random);
      north += 0.05 * normal(random);
      continue;
    }
    const [toEast, toNorth] = [goal.east - east, goal.north - north];
    const far = Math.hypot(toEast, toNorth);
    if (far < 3) {
      goal =
        rounds.length < repeats
          ? { east: radius * normal(goals), north: radius * normal(goals) }
          : (rounds.shift() as Spot);
      rounds.push(goal);
      waiting = -Math.log(1 - random.fraction()) * meanPauseSeconds;
      pace = between(random, 0.7, 1.5);
      continue;
    }
    const step = pace * between(random, 0.8, 1.2);
    east += (step * toEast) / far + 0.2 * normal(random);
    north += (step * toNorth) / far + 0.2 * normal(random);
  }
  return spots;
}

const stand = (): Spot[] => Array.from({ length: SESSION_SECONDS }, () => ({ east: 0, north: 0 }));

/** About every 15 seconds: a timer and a receiver are late by up to two seconds. */
function measure(random: SeededRandom, spots: readonly Spot[], receiver: () => Reading): TrackFix[] {
  const walk: WalkedPoint[] = [];
  let due = 0;
  for (const [second, spot] of spots.entries()) {
    const { error, accuracy } = receiver();
    if (second < due) continue;
    const point = sixDecimals(movePoint(place, spot.east + error.east, spot.north + error.north));
    walk.push({ ...point, accuracy, elapsedMs: second * 1000 + random.below(900) });
    due = second + 15 + (random.fraction() < 0.2 ? random.below(3) : 0);
  }
  return arriving(random, toTrack(walk));
}

function arriving(random: SeededRandom, track: readonly TrackFix[]): TrackFix[] {
  return track.map((fix) => ({
    ...fix,
    receivedAt: new Date(fix.recordedAt.getTime() + 100 + random.below(1900)),
  }));
}

/** Android's fused provider repeats the last position until the phone has moved. */
function repeating(track: readonly TrackFix[], meters: number): TrackFix[] {
  let kept: TrackFix | undefined;
  return track.map((fix) => {
    if (!kept || Math.hypot((fix.lat - kept.lat) * 111_195, (fix.lng - kept.lng) * 87_900) > meters)
      kept = fix;
    return { ...fix, lat: kept.lat, lng: kept.lng, accuracy: kept.accuracy };
  });
}

function offline(track: readonly TrackFix[], from: number, to: number): TrackFix[] {
  const back = track[to] as TrackFix;
  return track.map((fix, index) =>
    index >= from && index < to ? { ...fix, receivedAt: back.receivedAt, ordinal: index - from } : fix,
  );
}

const withAccuracy = (track: readonly TrackFix[], accuracy: number) =>
  track.map((fix) => ({ ...fix, accuracy }));

type Behaviour = [name: string, simulate: (random: SeededRandom) => TrackFix[]];

/** Chooses the last of the headings and the first of the starts. */
const alwaysRight = { below: () => 0, pick: <Item>(items: readonly Item[]) => items[2] as Item };

const streetWalkers: readonly Behaviour[] = [
  ['walking streets', (r) => measure(r, walkStreets(r, 0.25), gaussMarkov(r))],
  ['walking without stops', (r) => measure(r, walkStreets(r, 0), gaussMarkov(r))],
  ['walking the same streets', (r) => measure(r, walkStreets(r, 0.1, 120), gaussMarkov(r))],
  [
    'the same beat on another day',
    (r) => measure(r, walkStreets(r, 0.1, 110, { turns: seededRandom(77) }), gaussMarkov(r)),
  ],
  [
    'the same beat at a steady pace',
    (r) =>
      measure(
        r,
        walkStreets(r, 0, 130, { turns: seededRandom(78), unevenness: 0.02, waits: 0.3 }),
        gaussMarkov(r),
      ),
  ],
  [
    'around one block',
    (r) =>
      measure(
        r,
        walkStreets(r, 0, 100, { turns: alwaysRight, unevenness: 0.02, waits: 0.1 }),
        gaussMarkov(r),
      ),
  ],
  ['handing out leaflets', (r) => measure(r, walkStreets(r, 1.5), gaussMarkov(r))],
  ['standing', (r) => measure(r, stand(), gaussMarkov(r))],
  ['walking, accuracy 5', (r) => withAccuracy(measure(r, walkStreets(r, 0.25), gaussMarkov(r)), 5)],
  ['in a café', (r) => repeating(measure(r, stand(), gaussMarkov(r)), 25)],
  ['offline for 20 minutes', (r) => offline(measure(r, walkStreets(r, 0.25), gaussMarkov(r)), 60, 140)],
];

const plazaWalkers: readonly Behaviour[] = [
  ['on a square', (r) => measure(r, walkPlaza(r, 60), reflections(r))],
  ['on a square, hardly pausing', (r) => measure(r, walkPlaza(r, 5), reflections(r))],
  ['the same round on another day', (r) => measure(r, walkPlaza(r, 20, seededRandom(77)), reflections(r))],
  ['around one square', (r) => measure(r, walkPlaza(r, 2, seededRandom(78), 5), reflections(r))],
  ['at a stand', (r) => measure(r, walkPlaza(r, 600), reflections(r))],
  ['standing', (r) => measure(r, stand(), reflections(r))],
  ['on a square, accuracy 3', (r) => withAccuracy(measure(r, walkPlaza(r, 60), reflections(r)), 3)],
  ['in a café', (r) => repeating(measure(r, stand(), reflections(r)), 40)],
  ['offline twice', (r) => offline(offline(measure(r, walkPlaza(r, 60), reflections(r)), 30, 60), 150, 200)],
];

export function keptByApp(track: readonly TrackFix[]): TrackFix[] {
  const kept: TrackFix[] = [];
  const toMeasured = ({ lat, lng, accuracy, recordedAt }: TrackFix) => ({
    latitude: lat,
    longitude: lng,
    accuracy,
    recordedAt: recordedAt.toISOString(),
    hasMotion: true,
  });
  for (const fix of track) {
    const last = kept.at(-1);
    if (shouldKeepFix(toMeasured(fix), last ? toMeasured(last) : null)) kept.push(fix);
  }
  return kept;
}
