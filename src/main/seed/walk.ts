import { SECOND } from '#kernel/time.ts';
import type { Fix } from '#tracking/contract.ts';

const EVERY_MS = 15 * SECOND;
const METERS_PER_DEGREE = 111_320;

/**
 * Positions of somebody who strolls around a place, one every 15 seconds: on a slow loop of 60 to 160 metres about the
 * middle, each a few metres off as a telephone's are. The same person takes the same way at the same time.
 */
export function walkAround(
  middle: { lat: number; lng: number },
  who: string,
  from: Date,
  until: Date,
): Fix[] {
  const noise = noiseOf(`${who} ${from.toISOString()}`);
  const radius = 60 + (seedOf(who) % 100);
  const points: Fix[] = [];
  for (let at = from.getTime() + EVERY_MS; at <= until.getTime(); at += EVERY_MS) {
    // Half a metre per second.
    const angle = (at / 1000) * (0.5 / radius);
    const east = radius * Math.cos(angle) + 4 * noise();
    const north = radius * Math.sin(angle) + 4 * noise();
    points.push({
      latitude: middle.lat + north / METERS_PER_DEGREE,
      longitude: middle.lng + east / (METERS_PER_DEGREE * Math.cos((middle.lat * Math.PI) / 180)),
      accuracy: Math.round(8 + 5 * Math.abs(noise())),
      recordedAt: new Date(at).toISOString(),
    });
  }
  return points;
}

function seedOf(text: string): number {
  let seed = 7;
  for (const character of text) seed = (seed * 31 + (character.codePointAt(0) ?? 0)) % 2_147_483_647;
  return seed;
}

/** From -1 to 1, the same sequence for the same text (minimal standard generator of Park and Miller). */
function noiseOf(text: string): () => number {
  let state = seedOf(text) || 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return (state / 2_147_483_647) * 2 - 1;
  };
}
