/** Recorded walks of ../shared/data/tracks, moved onto a place; where that folder is missing, a walk made on the spot. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { distanceMeters } from '../../src/kernel/geometry.ts';
import type { Random } from '../../src/kernel/id.ts';

export const tracksFolder = resolve(import.meta.dirname, '../../../shared/data/tracks');
export const hasTracks = existsSync(tracksFolder);

export interface WalkedPoint {
  /** Milliseconds since the first point. */
  elapsedMs: number;
  lat: number;
  lng: number;
  accuracy: number;
}

/** A recording, its first point moved onto `start`. Where it has no accuracy a seeded plausible one is added. */
export function recordedWalk(
  name: string,
  start: { lat: number; lng: number },
  random: Random,
): WalkedPoint[] {
  const rows = readFileSync(join(tracksFolder, `${name}.csv`), 'utf8')
    .trim()
    .split('\n')
    .slice(1);
  const points = rows.map((row) => {
    const [, time = '', lat = '', lng = '', accuracy = ''] = row.split(',');
    return {
      at: Date.parse(time),
      lat: Number(lat),
      lng: Number(lng),
      accuracy: accuracy === '' ? 5 + random.below(15) : Number(accuracy),
    };
  });
  const [first] = points;
  if (!first) throw new Error(`${name} has no points`);
  return points.map((point) => ({
    elapsedMs: point.at - first.at,
    lat: start.lat + (point.lat - first.lat),
    lng: start.lng + (point.lng - first.lng),
    accuracy: point.accuracy,
  }));
}

/** Forty minutes around the block, one fix every 15 seconds. */
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

/** One point for every 15 seconds, as the marketer's browser sends them. */
export function everyFifteenSeconds(walk: readonly WalkedPoint[]): WalkedPoint[] {
  const thinned: WalkedPoint[] = [];
  for (const point of walk) {
    const last = thinned.at(-1);
    if (!last || point.elapsedMs - last.elapsedMs >= 15_000) thinned.push(point);
  }
  return thinned;
}

/** Those of a walk of which each lies farther from the one before it: a browser keeps all of them, as nobody stands still. */
export function fartherApart(walk: readonly WalkedPoint[], meters: number): WalkedPoint[] {
  const far: WalkedPoint[] = [];
  for (const point of walk) {
    const last = far.at(-1);
    if (!last || distanceMeters(last, point) > meters) far.push(point);
  }
  return far;
}
