import { describe, expect, it } from 'vitest';
import { movePoint } from '#kernel/geometry/geometry.ts';
import { addMilliseconds, HOUR, MINUTE, SECOND } from '#kernel/time.ts';
import { Signal, SIGNAL_KINDS, SIGNAL_WEIGHTS, type SignalKind } from '#tracking/contract.ts';
import { COPIED, RESEMBLING } from './path/same-path.ts';
import { type OtherSessionFacts, collectSignals } from './signals.ts';
import { seededRandom } from '#tests/support/money/seeded-random.ts';
import { movedBy, normalDeviate, sixDecimals, stroll } from '#tests/support/track.ts';
import type { TrackFix } from './track/track.ts';

const alone: OtherSessionFacts = { copiedFrom: false, agreement: -1, elsewhereAtOnce: null };
const seeds = Array.from({ length: 40 }, (_, index) => index + 1);
const first = stroll(1)[0] as TrackFix; // a stroll has 161 fixes

const kinds = (track: readonly TrackFix[], others = alone) =>
  collectSignals(track, others).map(({ kind }) => kind);
const change = (track: readonly TrackFix[], by: (fix: TrackFix, index: number) => Partial<TrackFix>) =>
  track.map((fix, index) => ({ ...fix, ...by(fix, index) }));
const at = (moment: Date) => ({ recordedAt: moment, receivedAt: moment, claimedAt: moment });

describe('an honest phone shows no sign', () => {
  it.each([
    ['walking', (seed: number) => stroll(seed)],
    ['running', (seed: number) => stroll(seed, 3.5)],
    ['standing still', (seed: number) => stroll(seed, 0)],
    [
      'standing still and sending every third fix',
      (seed: number) => stroll(seed, 0).filter((_, i) => i % 3 === 0),
    ],
    [
      'measuring every second fix a little early',
      (seed: number) =>
        change(stroll(seed), (fix, index) =>
          at(addMilliseconds(fix.recordedAt, index % 2 === 0 ? 0 : -2500)),
        ),
    ],
    [
      'with an hour of silence',
      (seed: number) =>
        change(stroll(seed), (fix, index) => at(addMilliseconds(fix.recordedAt, index < 80 ? 0 : HOUR))),
    ],
    [
      'of which nothing but place and time is known',
      (seed: number) => change(stroll(seed), () => ({ claimedAt: null, hasMotion: null })),
    ],
    [
      'that gives its motion only while it moves',
      (seed: number) => change(stroll(seed), (_, index) => ({ hasMotion: index > 150 })),
    ],
    [
      'whose clock is a minute fast',
      (seed: number) =>
        change(stroll(seed), (fix) => ({ claimedAt: addMilliseconds(fix.receivedAt, MINUTE) })),
    ],
  ])('%s', (_, track) => {
    for (const seed of seeds) expect(collectSignals(track(seed), alone), `seed ${seed}`).toEqual([]);
  });

  it('with network positions, which repeat place and accuracy and have no motion', () => {
    const network = change(stroll(1), (_, index) => ({
      ...movePoint(first, Math.floor(index / 30) * 120, 0),
      accuracy: index < 80 ? 21 : 35,
      hasMotion: false,
    }));
    expect(collectSignals(network, alone)).toEqual([]);
  });

  it.each([1, 2, 3, 5, 20, 500])('that was offline for half an hour and sends %i fixes at a time', (size) => {
    const waiting = stroll(1).slice(20);
    const sent = stroll(1).slice(0, 20);
    for (
      let at = waiting[120]?.recordedAt ?? new Date();
      waiting.length > 0;
      at = addMilliseconds(at, 5 * SECOND)
    ) {
      const call = waiting.filter(({ recordedAt }) => recordedAt <= at).slice(0, size);
      waiting.splice(0, call.length);
      sent.push(...change(call, (_, ordinal) => ({ receivedAt: at, ordinal })));
    }
    expect(sent.length).toBe(161);
    expect(collectSignals(sent, alone)).toEqual([]);
  });

  it('whose positions wait for days and are sent in one night', () => {
    const track = change(stroll(1), (fix, index) => ({
      receivedAt: addMilliseconds(fix.recordedAt, 48 * HOUR - index * 14 * SECOND),
    }));
    expect(collectSignals(track, alone)).toEqual([]);
  });

  it('that loses its position between buildings twice, for half a minute each time', () => {
    const lost = [60, 61, 120, 121];
    const track = stroll(1).map((fix, index) => ({
      ...fix,
      ...(lost.includes(index) ? movePoint(fix, 700, 0) : {}),
    }));
    expect(collectSignals(track, alone)).toEqual([]);
  });

  it('without a single fix', () => {
    expect(collectSignals([], alone)).toEqual([]);
    expect(collectSignals(stroll(1).slice(0, 2), alone)).toEqual([]);
  });
});

const random = seededRandom(5);
const forgeries: Record<
  SignalKind,
  { weight: Signal['weight']; track: TrackFix[]; others?: OtherSessionFacts }
> = {
  'typed-in': { weight: 'high', track: change(stroll(1), () => ({ accuracy: 150 })) },
  frozen: { weight: 'medium', track: change(stroll(1), () => ({ lat: first.lat, lng: first.lng })) },
  'constant-accuracy': { weight: 'medium', track: change(stroll(1), () => ({ accuracy: 25 })) },
  'computed-noise': {
    weight: 'medium',
    track: change(stroll(1), () =>
      sixDecimals(movePoint(first, 4 * normalDeviate(random), 4 * normalDeviate(random))),
    ),
  },
  'in-batches': {
    weight: 'medium',
    track: change(stroll(1), (fix, index) => ({
      receivedAt: stroll(1)[Math.min(160, index - (index % 20) + 19)]?.recordedAt ?? fix.receivedAt,
      ordinal: index % 20,
    })),
  },
  copied: { weight: 'high', track: stroll(1), others: { ...alone, copiedFrom: true } },
  'similar-path': { weight: 'medium', track: stroll(1), others: { ...alone, agreement: RESEMBLING } },
  'two-places': {
    weight: 'high',
    track: change(stroll(1), (fix, index) => (index % 2 === 0 ? {} : movePoint(fix, 0, 40_000))),
  },
  teleport: {
    weight: 'medium',
    track: change(stroll(1), (fix, index) => (index < 80 ? {} : movePoint(fix, 5000, 0))),
  },
  'too-fast': {
    weight: 'medium',
    track: change(stroll(1), (fix, index) => movePoint(fix, Math.min(20, Math.max(0, index - 60)) * 300, 0)),
  },
  'even-speed': {
    weight: 'medium',
    track: change(stroll(1), (_, index) => movePoint(first, index * 18, index * 9)),
  },
  'no-motion': { weight: 'medium', track: change(stroll(1), () => ({ hasMotion: false })) },
  clock: {
    weight: 'low',
    track: change(stroll(1), (fix, index) => ({
      claimedAt: addMilliseconds(fix.receivedAt, -index * 30 * SECOND),
    })),
  },
};

describe('a forged track shows only its own sign', () => {
  it.each(Object.entries(forgeries))('%s', (kind, { weight, track, others = alone }) => {
    const signals = collectSignals(track, others);
    expect(signals).toEqual([{ kind, weight, count: expect.any(Number), firstAt: signals[0]?.firstAt }]);
    expect(Signal.safeParse(signals[0]).success).toBe(true);
    expect(signals[0]?.firstAt === null).toBe(['copied', 'similar-path'].includes(kind));
  });

  it('a path that agrees very well is a strong sign', () => {
    const kinds = collectSignals(stroll(1), { ...alone, agreement: COPIED }).map(({ kind }) => kind);
    expect(kinds).toEqual(['copied']);
  });

  it('covers all kinds', () => {
    expect(Object.keys(forgeries).toSorted()).toEqual(SIGNAL_KINDS.toSorted());
  });

  it('strongest first, in any order of fixes, without saying where', () => {
    const track = change(forgeries.teleport.track, (fix, index) => ({
      accuracy: 150,
      claimedAt: addMilliseconds(fix.receivedAt, -index * MINUTE),
    }));
    const others = { copiedFrom: true, agreement: RESEMBLING, elsewhereAtOnce: 'high' as const };
    const signals = collectSignals(track, others);
    expect(signals.map(({ kind }) => kind)).toEqual([
      'typed-in',
      'copied',
      'two-places',
      'teleport',
      'clock',
    ]);
    expect(collectSignals(track.toReversed(), others)).toEqual(signals);
    const weights = signals.map(({ weight }) => SIGNAL_WEIGHTS.indexOf(weight));
    expect(weights).toEqual(weights.toSorted());
    for (const signal of signals)
      expect(Object.keys(signal).toSorted()).toEqual(['count', 'firstAt', 'kind', 'weight']);
    expect(JSON.stringify(signals)).not.toContain('37.7');
    expect(JSON.stringify(signals)).not.toContain('122.3');
  });
});

describe('a sign appears', () => {
  const some = (from: number, count: number, by: (fix: TrackFix, index: number) => Partial<TrackFix>) =>
    change(stroll(2), (fix, index) => (index >= from && index < from + count ? by(fix, index) : {}));

  it.each([
    ['with eight fixes at one place', 'frozen', 8, () => ({ lat: 37.7955, lng: -122.3937 })],
    ['with twenty of the developer tools’ accuracy', 'typed-in', 20, () => ({ accuracy: 150 })],
    // The first two fixes set the speed.
    [
      'with fourteen fixes in one even line',
      'even-speed',
      14,
      (_: TrackFix, i: number) => movePoint(first, i * 20, 0),
    ],
  ] as const)('%s', (_, kind, count, by) => {
    expect(kinds(some(50, count - 1, by))).not.toContain(kind);
    const signal = collectSignals(some(50, count, by), alone).find((each) => each.kind === kind);
    const start = kind === 'even-speed' ? 52 : 50;
    expect(signal?.firstAt).toBe(stroll(2)[start]?.recordedAt.toISOString());
    expect(signal?.count).toBe(kind === 'even-speed' ? count - 2 : count);
  });

  const slowly = (track: readonly TrackFix[]) =>
    change(track, (_, index) => at(new Date(Date.UTC(2026, 10, 2, 15, 0, index * 31))));

  it('of frozen places, but not below a satellite’s pace or above its accuracy', () => {
    const { track } = forgeries.frozen;
    expect(kinds(slowly(track))).toEqual([]);
    expect(kinds(change(track, () => ({ accuracy: 20 })))).toEqual([]);
  });

  it('of constant accuracy in a whole session, but not of the best accuracy or at a slow pace', () => {
    const { track } = forgeries['constant-accuracy'];
    expect(kinds(slowly(track))).toEqual([]);
    for (const best of [3, 5])
      expect(kinds(change(track, () => ({ accuracy: best }))), `${best} m`).toEqual([]);
    const often = change(track, (_, index) => ({ accuracy: index % 8 === 0 ? 24 : 25 }));
    expect(kinds(often), 'an accuracy reported in steps').toEqual([]);
    expect(kinds(slowly(forgeries['typed-in'].track))).toEqual(['typed-in']);
  });

  it.each([2, 3])('of speed with three separate times: %i', (times) => {
    const track = change(stroll(1), (fix, index) =>
      movePoint(fix, [40, 80, 120].slice(0, times).filter((from) => index >= from).length * 300, 0),
    );
    expect(kinds(track)).toEqual(times === 3 ? ['too-fast'] : []);
  });

  it.each([
    ['once', [60], false],
    ['twice', [60, 62], false],
    ['three times', [60, 62, 64], true],
  ])('of two places with three round trips: %s', (_, away, expected) => {
    const track = change(stroll(1), (fix, index) => (away.includes(index) ? movePoint(fix, 9000, 0) : {}));
    expect(kinds(track)).toEqual(expected ? ['two-places'] : []);
  });

  it('of two places, even if thinning would hide one of two phones', () => {
    const elsewhere = change(movedBy(stroll(2), 0, 9000), (fix) =>
      at(addMilliseconds(fix.recordedAt, 4 * SECOND)),
    );
    expect(kinds([...stroll(1), ...elsewhere])).toContain('two-places');
  });

  it('of a teleport with one jump, if the marketer was steady before and after', () => {
    const [signal] = collectSignals(forgeries.teleport.track, alone);
    expect(signal).toMatchObject({ count: 1, firstAt: stroll(1)[80]?.recordedAt.toISOString() });
    const later = change(forgeries.teleport.track, (fix, index) =>
      at(addMilliseconds(fix.recordedAt, index < 80 ? 0 : 2 * MINUTE)),
    );
    expect(kinds(later), 'in two minutes a car could').toEqual([]);
  });

  it('of batches with three fixes, if each ends with a position of its moment', () => {
    const sentIn = (size: number) =>
      change(stroll(1), (_, index) => ({
        receivedAt: stroll(1)[Math.min(160, index - (index % size) + size - 1)]?.recordedAt as Date,
        ordinal: index % size,
      }));
    expect(kinds(sentIn(3))).toEqual(['in-batches']);
    expect(kinds(sentIn(2))).toEqual([]);
  });

  it('of missing motion with twenty fixes, none of which has it', () => {
    const without = change(stroll(1), (_, index) => ({ hasMotion: index < 20 ? false : null }));
    expect(kinds(without)).toEqual(['no-motion']);
    expect(kinds(without.slice(1))).toEqual([]);
    expect(
      kinds(change(without, (fix, index) => ({ hasMotion: index === 100 ? true : fix.hasMotion }))),
    ).toEqual([]);
  });

  it.each([
    ['in the future', (fix: TrackFix) => ({ claimedAt: addMilliseconds(fix.receivedAt, 3 * MINUTE) })],
    ['an hour slow all the time', (fix: TrackFix) => ({ claimedAt: addMilliseconds(fix.receivedAt, -HOUR) })],
    [
      'set back by an hour',
      (fix: TrackFix, index: number) => ({
        claimedAt: addMilliseconds(fix.receivedAt, index < 100 ? 0 : -HOUR),
      }),
    ],
    [
      'backwards within one call',
      (fix: TrackFix, index: number) => ({
        receivedAt: addMilliseconds(first.receivedAt, HOUR),
        ordinal: 160 - index,
      }),
    ],
  ])('of a clock %s', (_, by) => {
    expect(kinds(change(stroll(1), by))).toEqual(['clock']);
    expect(kinds(change(stroll(1), by).slice(98, 100))).toEqual([]);
  });
});
