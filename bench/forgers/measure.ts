import type { Signal } from '#tracking/contract.ts';
import { collectSignals } from '#tracking/server/presence/signals.ts';
import { hashShapes } from '#tracking/server/presence/track/track-shape.ts';
import { agreeWith, tellingWindows } from '#tracking/server/presence/path/same-path.ts';
import { toTrackProfile, type TrackProfile } from '#tracking/server/presence/track/track-profile.ts';
import type { TrackFix } from '#tracking/server/presence/track/track.ts';
import { seededRandom } from '#tests/support/money/seeded-random.ts';
import { forgeries } from './forgeries.ts';
import { honestSessions, recordedSessions, simulatedSessions, type SourceSet } from './walkers.ts';

export interface Judged {
  name: string;
  sessions: number;
  any: number;
  high: number;
  kinds: ReadonlySet<string>;
}

/** A kind counts as found if four of five of its sessions show a sign. */
export const isFound = ({ any, sessions }: Judged) => any >= 0.8 * sessions;

export function measureForgeries(set: SourceSet, times: number): Judged[] {
  const originals = [
    // A recording of less than a quarter of an hour pays for nothing.
    ...recordedSessions(set).filter(({ track }) => track.length >= 45 && isDense(track)),
    ...simulatedSessions(set, 3).filter(({ source }) => isWalk(source)),
  ].map(({ track }) => track);
  const unseen = simulatedSessions(set, 9)
    .slice(30)
    .filter(({ source }) => isWalk(source));
  const index = createIndex(originals);
  return forgeries.map(([name, forge], kind) =>
    summarise(
      name,
      Array.from({ length: times }, (_, time) => {
        const forged = forge({
          stored: originals[(time + kind) % originals.length] as TrackFix[],
          unseen: unseen[(time + kind) % unseen.length]?.track as TrackFix[],
          random: seededRandom((set === 'tuning' ? 1 : 2) * 100_000 + kind * 100 + time),
        });
        return judge(forged, index);
      }),
    ),
  );
}

/** Judges each session after all the others were stored. */
export function measureHonest(set: SourceSet, each: number): Judged[] {
  const sessions = honestSessions(set, each);
  const sources = [...new Set(sessions.map(({ source }) => source))];
  // Of the two forms of one session, the second would be found as a copy of the first.
  const index = createIndex(sessions.filter((_, place) => place % 2 === 0).map(({ track }) => track));
  return sources.map((source) =>
    summarise(
      source,
      sessions.flatMap(({ track, source: other }, place) =>
        source === other ? [judge(track, without(index, Math.floor(place / 2)))] : [],
      ),
    ),
  );
}

export function total(name: string, judged: readonly Judged[]): Judged {
  const sum = (key: 'sessions' | 'any' | 'high') => judged.reduce((all, each) => all + each[key], 0);
  const kinds = new Set(judged.flatMap((each) => [...each.kinds]));
  return {
    name,
    sessions: sum('sessions'),
    any: sum('any'),
    high: sum('high'),
    kinds,
  };
}

function summarise(name: string, all: readonly Signal[][]): Judged {
  const count = (isMeant: (signals: readonly Signal[]) => boolean) => all.filter(isMeant).length;
  return {
    name,
    sessions: all.length,
    any: count((signals) => signals.length > 0),
    high: count((signals) => signals.some(({ weight }) => weight === 'high')),
    kinds: new Set(all.flatMap((signals) => signals.map(({ kind }) => kind))),
  };
}

interface Index {
  shapes: ReadonlySet<string>;
  profiles: readonly TrackProfile[];
}

const createIndex = (stored: readonly TrackFix[][]): Index => ({
  shapes: new Set(stored.flatMap(hashShapes)),
  profiles: stored.flatMap((track) => toTrackProfile(track) ?? []),
});

const without = ({ profiles }: Index, own: number): Index => ({
  shapes: new Set(),
  profiles: profiles.filter((_, place) => place !== own),
});

function judge(track: readonly TrackFix[], { shapes, profiles }: Index): Signal[] {
  const profile = toTrackProfile(track);
  const windows = profile ? tellingWindows(profile) : [];
  return collectSignals(track, {
    copiedFrom: hashShapes(track).some((shape) => shapes.has(shape)),
    agreement: Math.max(-1, ...profiles.map((other) => agreeWith(windows, other))),
    elsewhereAtOnce: null,
  });
}

export function measureMs(): { prepareMs: number; compareMs: number } {
  const profiles = simulatedSessions('tuning', 8).flatMap(({ track }) => toTrackProfile(track) ?? []);
  const prepared = performance.now();
  const windows = profiles.map(tellingWindows);
  const begun = performance.now();
  for (const some of windows) for (const other of profiles) agreeWith(some, other);
  return {
    prepareMs: (begun - prepared) / profiles.length,
    compareMs: (performance.now() - begun) / profiles.length ** 2,
  };
}

/** Only a walk can be copied: a marketer who stands still has no shape. */
const isWalk = (source: string) =>
  ['walking streets', 'walking without stops', 'on a square', 'on a square, hardly pausing'].includes(source);

const isDense = (track: readonly TrackFix[]) => {
  const span = (track.at(-1)?.recordedAt.getTime() ?? 0) - (track[0]?.recordedAt.getTime() ?? 0);
  return span / track.length < 30_000;
};
