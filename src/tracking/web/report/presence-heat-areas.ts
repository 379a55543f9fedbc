import { type Point, stepBetween } from '#kernel/geometry/geometry.ts';
import { msg, t } from '#kernel/text.ts';
import type { WeightedArea } from '#platform/web/maps/markers/map-model.ts';
import { PUBLISHED_ACCURACY_METERS } from '#profiles/contract.ts';
import type { PresenceCell } from '../../track-contract.ts';
import { toMapPoint } from '../tracker/track-lines.ts';

export type TimedCell = Pick<PresenceCell, 'boundary' | 'minutes'>;

/** Weights use the square root, so that an hour in one area does not hide ten minutes in another. */
export function toHeatAreas(cells: readonly TimedCell[]): WeightedArea[] {
  const most = Math.max(...cells.map(({ minutes }) => minutes), Number.MIN_VALUE);
  return cells.map(({ boundary, minutes }) => ({
    corners: boundary.map(toMapPoint),
    weight: Math.sqrt(minutes / most),
  }));
}

export function sumMinutes(cells: readonly TimedCell[]): number {
  return cells.reduce((sum, { minutes }) => sum + minutes, 0);
}

export function findBusiestStart(cells: readonly PresenceCell[]): string | null {
  const minutes = new Map<string, number>();
  for (const { tenMinutes } of cells) {
    for (const part of tenMinutes) minutes.set(part.from, (minutes.get(part.from) ?? 0) + part.minutes);
  }
  let busiest: string | null = null;
  for (const [from, sum] of minutes) {
    const most = busiest === null ? -1 : (minutes.get(busiest) ?? 0);
    if (sum > most || (sum === most && busiest !== null && from < busiest)) busiest = from;
  }
  return busiest;
}

/** Clockwise, in eighths of a turn. */
const directions = [
  msg('north'),
  msg('north-east'),
  msg('east'),
  msg('south-east'),
  msg('south'),
  msg('south-west'),
  msg('west'),
  msg('north-west'),
];
/** Metres, about the width of one area. */
const NEXT_TO_METERS = 1000;

type Circle = Point & { radius: number };

/** Returns text such as 'next to the area, north-east'. */
export function formatWhereabouts({ boundary }: TimedCell, place: Circle): string {
  const { eastMeters, northMeters } = stepBetween(place, findCenter(boundary.map(toMapPoint)));
  const meters = Math.hypot(eastMeters, northMeters);
  const radius = Math.max(place.radius, PUBLISHED_ACCURACY_METERS);
  if (meters <= radius) return t('in or near the area');
  const eighths = Math.round(Math.atan2(eastMeters, northMeters) / (Math.PI / 4));
  const direction = t(directions[(eighths + 8) % 8] ?? '');
  return meters <= radius + NEXT_TO_METERS
    ? t('next to the area, {direction}', { direction })
    : t('farther away, {direction}', { direction });
}

export function sumMinutesByWhereabouts(cells: readonly TimedCell[], place: Circle): [string, number][] {
  const sums = new Map<string, number>();
  for (const cell of cells) {
    const where = formatWhereabouts(cell, place);
    sums.set(where, (sums.get(where) ?? 0) + cell.minutes);
  }
  return [...sums].toSorted(([, one], [, other]) => other - one);
}

function findCenter(corners: readonly Point[]): Point {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return { lat: mean(corners.map(({ lat }) => lat)), lng: mean(corners.map(({ lng }) => lng)) };
}
