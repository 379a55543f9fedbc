/**
 * Recorded walks of ../shared/data/tracks, moved to a place, or a generated walk if that folder is missing.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { distanceMeters } from '#kernel/geometry/geometry.ts';
import type { Random } from '#kernel/id.ts';

export const tracksFolder = resolve(import.meta.dirname, '../../../shared/data/tracks');
export const hasTracks = existsSync(tracksFolder);

export interface WalkedPoint {
  /** Milliseconds since the first point. */
  elapsedMs: number;
  lat: number;
  lng: number;
  accuracy: number;
}

/** Returns a recording with its first point moved to `start`. A row without accuracy gets a seeded one. */
export function recordedWalk(
  name: string,
  start: { lat: number; lng: number },
  random: Random,
): WalkedPoint[] {
  const [, ...rows] = readFileSync(join(tracksFolder, `${name}.csv`), 'utf8')
    .trim()
    .split('\n');
  const points = rows.map((row) => {
    const [, time = '', lat = '', lng = '', accuracy = ''] = row.split(',');
    return { at: Date.parse(time), lat: Number(lat), lng: Number(lng), accuracy };
  });
  const [first] = points;
  if (!first) throw new Error(`${name} has no points`);
  return points.map(({ at, lat, lng, accuracy }) => ({
    elapsedMs: at - first.at,
    lat: start.lat + (lat - first.lat),
    lng: start.lng + (lng - first.lng),
    accuracy: accuracy === '' ? 5 + random.below(15) : Number(accuracy),
  }));
}

/** Returns forty minutes around the block, with a fix every 15 seconds. */
export function madeWalk(start: { lat: number; lng: number }, random: Random): WalkedPoint[] {
  return Array.from({ length: 160 }, (_, step) => {
    const angle = (step / 160) * 2 * Math.PI;
    const jitter = () => (random.below(1000) - 500) / 1e7;
    return {
      elapsedMs: step * 15_000,
      lat: start.lat + 0.0012 * Math.sin(angle) + jitter(),
      lng: start.lng + 0.0015 * (Math.cos(angle) - 1) + jitter(),
      accuracy: 6 + random.below(10),
    };
  });
}

/** Keeps the first point, and then each that is far from the last kept one. */
function thin(walk: readonly WalkedPoint[], isFar: (last: WalkedPoint, point: WalkedPoint) => boolean) {
  const kept: WalkedPoint[] = [];
  for (const point of walk) {
    const last = kept.at(-1);
    if (!last || isFar(last, point)) kept.push(point);
  }
  return kept;
}

/** Keeps a point for every 15 seconds, as the marketer's browser does. */
export const everyFifteenSeconds = (walk: readonly WalkedPoint[]) =>
  thin(walk, (last, point) => point.elapsedMs - last.elapsedMs >= 15_000);

/**
 * Keeps points that are farther apart. The browser drops none of them, because the walker never stands still.
 */
export const fartherApart = (walk: readonly WalkedPoint[], meters: number) =>
  thin(walk, (last, point) => distanceMeters(last, point) > meters);
