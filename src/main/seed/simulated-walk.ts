import { SECOND } from '#kernel/time.ts';
import type { Fix } from '#tracking/contract.ts';

const EVERY_MS = 15 * SECOND;
const METERS_PER_DEGREE = 111_320;

/**
 * Every 15 seconds: a slow loop with a radius of 60 to 160 metres, each position a few metres off as on a
 * phone. The same arguments return the same positions.
 */
export function walkAround(
  middle: { lat: number; lng: number },
  who: string,
  from: Date,
  until: Date,
): Fix[] {
  const noise = createNoise(`${who} ${from.toISOString()}`);
  const radius = 60 + (hashText(who) % 100);
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

function hashText(text: string): number {
  let seed = 7;
  for (const character of text) seed = (seed * 31 + (character.codePointAt(0) ?? 0)) % 2_147_483_647;
  return seed;
}

/** From -1 to 1, the same sequence for the same text (Park and Miller's minimal standard). */
function createNoise(text: string): () => number {
  let state = hashText(text) || 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return (state / 2_147_483_647) * 2 - 1;
  };
}
