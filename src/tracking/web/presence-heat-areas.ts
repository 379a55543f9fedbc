import { type Point, stepBetween } from '#kernel/geometry.ts';
import type { MapStain } from '#platform/web/maps/map-model.ts';
import type { PresenceCell } from '../track-contract.ts';
import { distanceText } from './tracking-words.ts';
import { onMap } from './track-ways.ts';

/** The stains of a heat map. By the root, so that an hour in one area does not hide ten minutes in another. */
export function stainsOf(cells: readonly PresenceCell[]): MapStain[] {
  const most = Math.max(...cells.map(({ minutes }) => minutes), Number.MIN_VALUE);
  return cells.map(({ boundary, minutes }) => ({
    corners: boundary.map(onMap),
    weight: Math.sqrt(minutes / most),
  }));
}

/** Minutes of all marketers together. */
export function minutesOf(cells: readonly PresenceCell[]): number {
  return Math.round(cells.reduce((sum, { minutes }) => sum + minutes, 0));
}

/** When most was going on: the start of the ten minutes with the most time in all areas together; null without any. */
export function busiestStart(cells: readonly PresenceCell[]): string | null {
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

const directions = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'];
/** Nearer than an area is wide, a direction would claim more than is known. */
const AT_THE_PLACE_METERS = 350;

/** 'at the place', 'about 900 m north-east of the place': from the campaign's place to the middle of the area. */
export function whereabouts({ boundary }: PresenceCell, place: Point): string {
  const { eastMeters, northMeters } = stepBetween(place, middleOf(boundary.map(onMap)));
  const meters = Math.hypot(eastMeters, northMeters);
  if (meters < AT_THE_PLACE_METERS) return 'at the place';
  const eighths = Math.round(Math.atan2(eastMeters, northMeters) / (Math.PI / 4));
  return `about ${distanceText(Math.round(meters / 100) * 100)} ${directions[(eighths + 8) % 8]} of the place`;
}

function middleOf(corners: readonly Point[]): Point {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return { lat: mean(corners.map(({ lat }) => lat)), lng: mean(corners.map(({ lng }) => lng)) };
}
