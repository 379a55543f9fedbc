import { createHmac } from 'node:crypto';
import { cellToLatLng, latLngToCell } from 'h3-js';
import { DAY } from '#kernel/time.ts';
import { distanceMeters, movePoint, type Point } from '#kernel/geometry.ts';

/**
 * Cells with an edge of about 530 m. Their centre is off by about 340 m, and averaging gets no closer
 * (decision 23).
 */
const H3_RESOLUTION = 8;
const OFFSET_SIGMA_METERS = 230;
/**
 * The share of the offset's variance that changes from day to day. The rest is fixed for the whole campaign.
 */
const WANDERING_VARIANCE = 0.1;
/** Farther away nothing is shown, so that no marketer's home is (decision 23.3). */
const SHOWN_WITHIN_METERS = 3000;

export const PUBLISHED_ACCURACY_METERS = 600;
export const PUBLISHED_TIME_STEP_MS = 30_000;

export interface PublishingSecret {
  key: string;
  marketerId: string;
  campaignId: string;
}

/**
 * The only way from a fix to what other users may see. Returns the H3 cell of (fix + secret offset), or null
 * while the marketer is on the way.
 * The offset belongs to one marketer in one campaign. If it changed per session, it could be averaged away.
 * Without it, crossing a cell's edge would reveal the position.
 */
export function publishedCell(
  fix: Point,
  campaignPoint: Point,
  secret: PublishingSecret,
  at: Date,
): string | null {
  if (distanceMeters(fix, campaignPoint) > SHOWN_WITHIN_METERS) return null;
  const offset = secretOffset(secret, at);
  const hidden = movePoint(fix, offset.east, offset.north);
  return latLngToCell(hidden.lat, hidden.lng, H3_RESOLUTION);
}

/** Returns the centre of the published cell, or null while the marketer is on the way. */
export function publishedPoint(
  fix: Point,
  campaignPoint: Point,
  secret: PublishingSecret,
  at: Date,
): Point | null {
  const cell = publishedCell(fix, campaignPoint, secret, at);
  if (cell === null) return null;
  const [lat, lng] = cellToLatLng(cell);
  return { lat, lng };
}

/**
 * Returns the random name of a marketer in one campaign. It is stable there and different in every other
 * campaign.
 */
export function createAlias(secret: PublishingSecret): string {
  const digest = createHmac('sha256', secret.key)
    .update(`alias|${secret.campaignId}|${secret.marketerId}`)
    .digest('hex');
  return [8, 4, 4, 4, 12].map(sliceBy(digest)).join('-');
}

function sliceBy(text: string): (length: number) => string {
  let from = 0;
  return (length) => text.slice(from, (from += length));
}

interface Offset {
  east: number;
  north: number;
}

/**
 * Returns two independent normal values of σ 230 m that drift slowly: a blend of one fixed and two daily
 * ones.
 */
function secretOffset(secret: PublishingSecret, at: Date): Offset {
  const day = Math.floor(at.getTime() / DAY);
  const angle = ((at.getTime() / DAY - day) * Math.PI) / 2;
  const fixed = normalPair(secret, 'fixed');
  const today = normalPair(secret, `day ${day}`);
  const tomorrow = normalPair(secret, `day ${day + 1}`);
  // The squared weights add up to 1, so that the variance never changes.
  const weights = [
    Math.sqrt(1 - WANDERING_VARIANCE),
    Math.sqrt(WANDERING_VARIANCE) * Math.cos(angle),
    Math.sqrt(WANDERING_VARIANCE) * Math.sin(angle),
  ] as const;
  const blend = (axis: 'east' | 'north') =>
    OFFSET_SIGMA_METERS * (weights[0] * fixed[axis] + weights[1] * today[axis] + weights[2] * tomorrow[axis]);
  return { east: blend('east'), north: blend('north') };
}

const knownPairs = new WeakMap<PublishingSecret, Map<string, Offset>>();

/** Caches `drawPair`, so that it is hashed once for all fixes published with one secret. */
function normalPair(secret: PublishingSecret, label: string): Offset {
  const known = knownPairs.get(secret) ?? new Map<string, Offset>();
  const pair = known.get(label) ?? drawPair(secret, label);
  knownPairs.set(secret, known.set(label, pair));
  return pair;
}

/** Returns two standard normal values from a keyed hash, by the Box-Muller transform. */
function drawPair(secret: PublishingSecret, label: string): Offset {
  const digest = createHmac('sha256', secret.key)
    .update(`offset|${secret.campaignId}|${secret.marketerId}|${label}`)
    .digest();
  const uniform = (at: number) => (Number(digest.readBigUInt64BE(at) >> 11n) + 0.5) / 2 ** 53;
  const radius = Math.sqrt(-2 * Math.log(uniform(0)));
  const angle = 2 * Math.PI * uniform(8);
  return { east: radius * Math.cos(angle), north: radius * Math.sin(angle) };
}
