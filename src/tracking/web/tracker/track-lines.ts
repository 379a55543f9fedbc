import type { MapPath } from '#platform/web/maps/markers/map-model.ts';
import type { Track } from '../../track-contract.ts';

type TrackPoint = Track['points'][number];
type TrackGap = Track['gaps'][number];

export function toMapLines({ points, gaps }: Pick<Track, 'points' | 'gaps'>): MapPath[] {
  const stretches: TrackPoint[][] = [];
  for (const point of points) {
    const stretch = stretches.at(-1);
    const before = stretch?.at(-1);
    if (stretch && before && !gaps.some((gap) => liesBetween(gap, before, point))) stretch.push(point);
    else stretches.push([point]);
  }
  const bridges = stretches
    .slice(1)
    .map((stretch, index) => [...(stretches[index] ?? []).slice(-1), ...stretch.slice(0, 1)]);
  return [
    ...stretches
      .filter((stretch) => stretch.length > 1)
      .map((stretch) => ({ points: stretch.map(toMapPoint) })),
    ...bridges.map((bridge) => ({ points: bridge.map(toMapPoint), isGap: true })),
  ];
}

export interface TrackMoment {
  /** Within a gap, only the last known position. */
  point: TrackPoint | null;
  gap: TrackGap | null;
}

export function findTrackMoment({ points, gaps }: Pick<Track, 'points' | 'gaps'>, at: Date): TrackMoment {
  const moment = at.toISOString();
  const newest = points.findLast(({ time }) => time <= moment) ?? null;
  // The position that ends a gap is known again. A gap that lasts until the session's end has no such
  // position.
  const gap =
    gaps.find(({ from, to }) => from < moment && moment <= to && (newest === null || newest.time <= from)) ??
    null;
  return { point: newest, gap };
}

/** In epoch milliseconds. If the end is not known, uses the last position. */
export function getTrackSpan({ startTime, endTime, points }: Track): {
  from: number;
  first: number;
  to: number;
} {
  const from = new Date(startTime).getTime();
  const first = new Date(points[0]?.time ?? startTime).getTime();
  const last = points.at(-1)?.time ?? startTime;
  return { from, first, to: Math.max(from, new Date(endTime ?? last).getTime()) };
}

export function toMapPoint({ latitude, longitude }: { latitude: number; longitude: number }) {
  return { lat: latitude, lng: longitude };
}

function liesBetween({ from, to }: TrackGap, one: TrackPoint, other: TrackPoint): boolean {
  return from < other.time && to > one.time;
}
