import { type SQL, sql } from 'drizzle-orm';
import { refuse } from '#campaigns/domain.ts';
import type { CampaignQuery } from '../../contract.ts';
import { campaign } from '../tables.ts';

/** In degrees. */
export interface Point {
  lat: number;
  lng: number;
}

/** Returns the point to measure from. Refuses 'request/invalid' if it is missing or not on Earth. */
export function parsePoint(query: Pick<CampaignQuery, 'near'>): Point {
  const [lat, lng] = (query.near ?? '').split(',').map(Number);
  if (lat === undefined || lng === undefined) throw invalid('A point is needed to measure distances from');
  if (Math.abs(lat) > 90 || Math.abs(lng) > 180) throw invalid('This is no point on the earth');
  return { lat, lng };
}

function invalid(message: string) {
  return refuse('request/invalid', { fields: { near: message } });
}

const EARTH_RADIUS_METERS = 6_371_008.8;
const METERS_PER_DEGREE = (EARTH_RADIUS_METERS * Math.PI) / 180;

/** Returns SQL for the metres along the sphere (haversine). */
export function distanceFrom({ lat, lng }: Point): SQL<number> {
  return sql<number>`(${2 * EARTH_RADIUS_METERS}::double precision * asin(least(1, sqrt(
    power(sin(radians(${campaign.lat} - ${lat}::double precision) / 2), 2)
    + cos(radians(${lat}::double precision)) * cos(radians(${campaign.lat}))
      * power(sin(radians(${campaign.lng} - ${lng}::double precision) / 2), 2)))))`;
}

/**
 * Returns SQL for the distance in degrees, the order of the point index. It only approximates the order in
 * metres.
 */
export function degreesFrom({ lat, lng }: Point): SQL<number> {
  return sql<number>`(point(${campaign.lng}, ${campaign.lat}) <-> point(${lng}::double precision, ${lat}::double precision))`;
}

/** Returns SQL that an index can use: a box around the circle, or two boxes across the date line. */
export function isInBoxAround({ lat, lng }: Point, radiusMeters: number): SQL {
  // Slightly larger than the radius, so that rounding excludes no point that the exact distance would
  // include.
  const latSpan = (radiusMeters / METERS_PER_DEGREE) * 1.001 + 1e-6;
  const [south, north] = [lat - latSpan, lat + latSpan];
  // How far the circle extends east and west. If it contains a pole, it covers all longitudes.
  const reach = Math.sin((latSpan * Math.PI) / 180) / Math.cos((lat * Math.PI) / 180);
  const lngSpan =
    Math.abs(lat) + latSpan >= 89 || reach >= 1 ? 180 : (Math.asin(reach) * 180) / Math.PI + 1e-6;
  const [west, east] = [lng - lngSpan, lng + lngSpan];
  if (lngSpan === 180) return isIn(-180, south, 180, north);
  if (west < -180) return sql`(${isIn(-180, south, east, north)} or ${isIn(west + 360, south, 180, north)})`;
  if (east > 180) return sql`(${isIn(west, south, 180, north)} or ${isIn(-180, south, east - 360, north)})`;
  return isIn(west, south, east, north);
}

/**
 * Returns SQL that an index can use, tighter than a box. For a point outside a city, the corners of a box may
 * contain thousands of other campaigns. The index alone answers it, without reading rows.
 */
export function isInOutlineAround(point: Point, radiusMeters: number): SQL {
  const corners = outlineAround(point, radiusMeters);
  if (!corners) return isInBoxAround(point, radiusMeters);
  const text = `(${corners.map(({ lat, lng }) => `(${lng},${lat})`).join(',')})`;
  return sql`point(${campaign.lng}, ${campaign.lat}) <@ ${text}::polygon`;
}

const CORNERS = 64;

/**
 * Returns a polygon in degrees that contains the circle and little more. Returns null near a pole or across
 * the date line.
 */
export function outlineAround(point: Point, radiusMeters: number): Point[] | null {
  const span = radiusMeters / METERS_PER_DEGREE;
  if (Math.abs(point.lat) + span * 1.1 > 85) return null;
  // At least a millimetre: a circle of radius zero has no inside.
  const radius = radiusMeters * 1.0005 + 0.001;
  // Edges are chords, and straight in degrees rather than on the sphere. If the middle of one is too close,
  // move all corners outwards.
  const rough = cornersAt(point, radius);
  const closest = Math.min(
    ...rough.map((corner, index) => {
      const next = rough[(index + 1) % CORNERS] ?? corner;
      return metersFrom(point, { lat: (corner.lat + next.lat) / 2, lng: (corner.lng + next.lng) / 2 });
    }),
  );
  const corners = cornersAt(point, (radius * radius) / closest);
  return corners.every(({ lng }) => Math.abs(lng) <= 180) ? corners : null;
}

/** Returns the points at this distance in each direction. Longitudes may exceed 180. */
function cornersAt({ lat, lng }: Point, radiusMeters: number): Point[] {
  const angle = radiusMeters / EARTH_RADIUS_METERS;
  const phi = (lat * Math.PI) / 180;
  return Array.from({ length: CORNERS }, (_, index) => {
    const bearing = (2 * Math.PI * index) / CORNERS;
    const sine = Math.sin(phi) * Math.cos(angle) + Math.cos(phi) * Math.sin(angle) * Math.cos(bearing);
    const east = Math.atan2(
      Math.sin(bearing) * Math.sin(angle) * Math.cos(phi),
      Math.cos(angle) - Math.sin(phi) * sine,
    );
    return { lat: (Math.asin(sine) * 180) / Math.PI, lng: lng + (east * 180) / Math.PI };
  });
}

/** The same formula as the SQL of distanceFrom. */
function metersFrom(from: Point, to: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const haversine =
    Math.sin(radians(to.lat - from.lat) / 2) ** 2 +
    Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * Math.sin(radians(to.lng - from.lng) / 2) ** 2;
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, Math.sqrt(haversine)));
}

function isIn(west: number, south: number, east: number, north: number): SQL {
  const corner = (lng: number, lat: number) => sql`point(${lng}::double precision, ${lat}::double precision)`;
  return sql`point(${campaign.lng}, ${campaign.lat}) <@ box(${corner(west, south)}, ${corner(east, north)})`;
}
