import { createHmac } from 'node:crypto';
import { cellToLatLng, latLngToCell } from 'h3-js';
import { DAY } from '#kernel/time.ts';
import { distanceMeters, moved, type Point } from '#kernel/geometry.ts';

/** Cells of about 530 m edge: their centre errs by about 340 m, and no averaging gets closer (location.md 1 and 2). */
const H3_RESOLUTION = 8;
const OFFSET_SIGMA_METERS = 230;
/** Share of the offset's variance that wanders from day to day; the rest stays for the whole campaign. */
const WANDERING_VARIANCE = 0.1;
/** Beyond this nothing is shown, so that nobody's home is (location.md 3.4). */
const SHOWN_WITHIN_METERS = 3000;

/** What the map claims as accuracy of every published point. */
export const PUBLISHED_ACCURACY_METERS = 600;
export const PUBLISHED_TIME_STEP_MS = 30_000;

/** Whose position it is and where: what the secret offset and the alias hang on. */
export interface PublishingSecret {
  key: string;
  marketerId: string;
  campaignId: string;
}

/**
 * The one way from a fix to what others may see: the H3 cell of (fix + secret offset), or null while on the way. The offset
 * belongs to one marketer in one campaign. A new one per session could be averaged away; none at all would give a position
 * away whenever a cell's edge is crossed.
 */
export function publishedCell(
  fix: Point,
  campaignPoint: Point,
  secret: PublishingSecret,
  at: Date,
): string | null {
  if (distanceMeters(fix, campaignPoint) > SHOWN_WITHIN_METERS) return null;
  const offset = secretOffset(secret, at);
  const hidden = moved(fix, offset.east, offset.north);
  return latLngToCell(hidden.lat, hidden.lng, H3_RESOLUTION);
}

/** The same as a point of the map: the cell's centre. */
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

/** The random name of a marketer in one campaign: the same throughout, and a different one in the next. */
export function aliasOf(secret: PublishingSecret): string {
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

/** Two independent normal values of σ 230 m, which drift slowly: a blend of one fixed and two daily ones. */
function secretOffset(secret: PublishingSecret, at: Date): Offset {
  const day = Math.floor(at.getTime() / DAY);
  const angle = ((at.getTime() / DAY - day) * Math.PI) / 2;
  const fixed = normalPair(secret, 'fixed');
  const today = normalPair(secret, `day ${day}`);
  const tomorrow = normalPair(secret, `day ${day + 1}`);
  // Squared weights add up to 1, so that the variance is the same at every moment.
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

/** The same as `drawPair`, hashed once for all fixes that are published with one secret. */
function normalPair(secret: PublishingSecret, label: string): Offset {
  const known = knownPairs.get(secret) ?? new Map<string, Offset>();
  const pair = known.get(label) ?? drawPair(secret, label);
  knownPairs.set(secret, known.set(label, pair));
  return pair;
}

/** Two standard normal values from a keyed hash, by the Box-Muller transform. */
function drawPair(secret: PublishingSecret, label: string): Offset {
  const digest = createHmac('sha256', secret.key)
    .update(`offset|${secret.campaignId}|${secret.marketerId}|${label}`)
    .digest();
  const uniform = (at: number) => (Number(digest.readBigUInt64BE(at) >> 11n) + 0.5) / 2 ** 53;
  const radius = Math.sqrt(-2 * Math.log(uniform(0)));
  const angle = 2 * Math.PI * uniform(8);
  return { east: radius * Math.cos(angle), north: radius * Math.sin(angle) };
}
