import { createHmac } from 'node:crypto';
import { cellToLatLng, latLngToCell } from 'h3-js';
import { distanceMeters, movePoint, type Point } from '#kernel/geometry/geometry.ts';
import { MINUTE } from '#kernel/time.ts';
import { metersInside, type Zone } from '#campaigns/server/zone-service.ts';
import { grantedMeters, isInZone, nameShape } from '../presence/geometry.ts';

/**
 * Cells with an edge of about 530 m. Their centre is off by about 340 m, and averaging gets no closer
 * (decision 23).
 */
const H3_RESOLUTION = 8;
/** Below 310 m, one business could find a marketer to less than the 290 m of decision 43. */
const OFFSET_SIGMA_METERS = 320;
/** The edge of a zone is published up to this much farther out (decision 43.3). */
const MOST_MARGIN_METERS = 150;
/** Farther away nothing is shown, so that no marketer's home is (decision 43.2). */
const SHOWN_WITHIN_METERS = 3000;

export const PUBLISHED_TIME_STEP_MS = 30_000;
/** How long ago a marketer was in or out of the zone as published (decision 43.3). */
export const ZONE_DELAY_MS = MINUTE;

/** A business is the advertiser whom a campaign belongs to. */
export interface PublishingSecret {
  key: string;
  marketerId: string;
  businessId: string;
}

/**
 * The only way from a fix to what other users may see. Returns the H3 cell of (fix + secret offset), or null
 * while the marketer is on the way.
 * The offset never changes for a marketer and a business. If it changed per campaign, session, or day, it
 * could be averaged away. Without it, crossing a cell's edge would reveal the position. The distance counts
 * from the cell, because the distance of the fix would reveal a circle on which the marketer is.
 */
export function publishedCell(fix: Point, campaignPoint: Point, secret: PublishingSecret): string | null {
  const hidden = moveByOffset(fix, secret);
  const cell = latLngToCell(hidden.lat, hidden.lng, H3_RESOLUTION);
  return distanceMeters(findCenter(cell), campaignPoint) > SHOWN_WITHIN_METERS ? null : cell;
}

export function publishedPoint(fix: Point, campaignPoint: Point, secret: PublishingSecret): Point | null {
  const cell = publishedCell(fix, campaignPoint, secret);
  return cell === null ? null : findCenter(cell);
}

function findCenter(cell: string): Point {
  const [lat, lng] = cellToLatLng(cell);
  return { lat, lng };
}

/**
 * Returns whether a fix is published as inside the zone (decision 43.3). The margin is the same each time a
 * business measures a marketer in a zone, so that repeating the work reveals no more.
 * @param isApproximate True if the business recently measured the marketer in another zone nearby.
 */
export function isShownInZone(
  fix: Point & { accuracy: number },
  zone: Zone,
  secret: PublishingSecret,
  isApproximate: boolean,
): boolean {
  if (isApproximate) return isInZone(moveByOffset(fix, secret), zone);
  const [share] = drawUniform(secret, `margin|${nameShape(zone)}`);
  return metersInside(fix, zone) + MOST_MARGIN_METERS * share >= -grantedMeters(fix);
}

/** Returns the fix where the business may believe it to be. */
export function moveByOffset<Fix extends Point>(fix: Fix, secret: PublishingSecret): Fix {
  const { east, north } = secretOffset(secret);
  return { ...fix, ...movePoint(fix, east, north) };
}

/**
 * Returns the random name of a marketer in one campaign, or of a session's proof. It is stable there and
 * different everywhere else.
 */
export function createAlias(key: string, ...parts: readonly string[]): string {
  const digest = createHmac('sha256', key)
    .update(['alias', ...parts].join('|'))
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

const knownOffsets = new WeakMap<PublishingSecret, Offset>();

function secretOffset(secret: PublishingSecret): Offset {
  const offset = knownOffsets.get(secret) ?? drawOffset(secret);
  knownOffsets.set(secret, offset);
  return offset;
}

/** By the Box-Muller transform. */
function drawOffset(secret: PublishingSecret): Offset {
  const [one, other] = drawUniform(secret, 'offset');
  const meters = OFFSET_SIGMA_METERS * Math.sqrt(-2 * Math.log(one));
  const angle = 2 * Math.PI * other;
  return { east: meters * Math.cos(angle), north: meters * Math.sin(angle) };
}

/** Returns two numbers above 0 and below 1 from a keyed hash. */
function drawUniform({ key, businessId, marketerId }: PublishingSecret, label: string): [number, number] {
  const digest = createHmac('sha256', key).update(`${label}|${businessId}|${marketerId}`).digest();
  const uniform = (at: number) => (Number(digest.readBigUInt64BE(at) >> 11n) + 0.5) / 2 ** 53;
  return [uniform(0), uniform(8)];
}
