import { type SQL, sql } from 'drizzle-orm';
import { refuse } from '#kernel/errors.ts';
import type { CampaignQuery } from '../contract.ts';
import { campaign } from './tables.ts';

/** Degrees. */
export interface Point {
  lat: number;
  lng: number;
}

/** Where the query measures from. Refuses 'request/invalid' where it names no point, or none on the earth. */
export function pointOf(query: Pick<CampaignQuery, 'near'>): Point {
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

/** Metres along the sphere (haversine). */
export function distanceFrom({ lat, lng }: Point): SQL<number> {
  return sql<number>`(${2 * EARTH_RADIUS_METERS}::double precision * asin(least(1, sqrt(
    power(sin(radians(${campaign.lat} - ${lat}::double precision) / 2), 2)
    + cos(radians(${lat}::double precision)) * cos(radians(${campaign.lat}))
      * power(sin(radians(${campaign.lng} - ${lng}::double precision) / 2), 2)))))`;
}

/** As the index on points has it: what is nearest in degrees comes first, which is only roughly what is nearest. */
export function degreesFrom({ lat, lng }: Point): SQL<number> {
  return sql<number>`(point(${campaign.lng}, ${campaign.lat}) <-> point(${lng}::double precision, ${lat}::double precision))`;
}

/** What an index can find: a box that holds the circle, or two where it lies across the date line. */
export function isInBoxAround({ lat, lng }: Point, radiusMeters: number): SQL {
  // A hair more than the radius, so that rounding leaves nobody out whom the exact distance would let in.
  const latSpan = (radiusMeters / METERS_PER_DEGREE) * 1.001 + 1e-6;
  const [south, north] = [lat - latSpan, lat + latSpan];
  // How far east and west the circle reaches: with a pole in it, all the way.
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
 * What an index can find, and closer to the circle than a box: from outside a city, the corner of a box around its nearest street
 * holds thousands of others. The index tells alone, without the rows.
 */
export function isInOutlineAround(point: Point, radiusMeters: number): SQL {
  const corners = outlineAround(point, radiusMeters);
  if (!corners) return isInBoxAround(point, radiusMeters);
  const text = `(${corners.map(({ lat, lng }) => `(${lng},${lat})`).join(',')})`;
  return sql`point(${campaign.lng}, ${campaign.lat}) <@ ${text}::polygon`;
}

const CORNERS = 64;

/**
 * The corners of a polygon in degrees that holds the circle, and hardly more; null where there is none such, near a pole or across
 * the date line.
 */
export function outlineAround(point: Point, radiusMeters: number): Point[] | null {
  const span = radiusMeters / METERS_PER_DEGREE;
  if (Math.abs(point.lat) + span * 1.1 > 85) return null;
  // A millimetre at least: a circle around one point has no inside.
  const radius = radiusMeters * 1.0005 + 0.001;
  // Edges are chords, and straight in degrees and not on the earth: where the middle of one comes too close, all go outwards.
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

/** Where one arrives in each direction; degrees east may pass 180. */
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

/** As the database measures it, above. */
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
