import { type SQL, sql } from 'drizzle-orm';
import { refuse } from '#campaigns/domain.ts';
import { t } from '#kernel/text.ts';
import type { CampaignQuery } from '../../contract.ts';
import { campaign, type CampaignRow } from '../tables.ts';

/** In degrees. */
export interface Point {
  lat: number;
  lng: number;
}

/** Refuses 'request/invalid' if it is missing or not on Earth. */
export function parsePoint({ near }: Pick<CampaignQuery, 'near'>): Point {
  const [lat, lng] = (near ?? '').split(',').map(Number);
  const refuseNear = (text: string) => refuse('request/invalid', { fields: { near: text } });
  if (lat === undefined || lng === undefined) throw refuseNear(t('A point is required to measure distances'));
  if (Math.abs(lat) > 90 || Math.abs(lng) > 180) throw refuseNear(t('This is not a valid position'));
  return { lat, lng };
}

const EARTH_RADIUS_METERS = 6_371_008.8;

/** Metres along the sphere (haversine). */
export function distanceFrom({ lat, lng }: Point): SQL<number> {
  return sql<number>`(${2 * EARTH_RADIUS_METERS}::double precision * asin(least(1, sqrt(
    power(sin(radians(${campaign.lat} - ${lat}::double precision) / 2), 2)
    + cos(radians(${lat}::double precision)) * cos(radians(${campaign.lat}))
      * power(sin(radians(${campaign.lng} - ${lng}::double precision) / 2), 2)))))`;
}

/** The same for a campaign in memory. Infinity without a place or a point. */
export function metersBetween({ lat, lng }: Pick<CampaignRow, 'lat' | 'lng'>, near = ''): number {
  const [nearLat, nearLng] = near.split(',').map(Number);
  if (lat === null || lng === null || nearLat === undefined || nearLng === undefined) return Infinity;
  const across = Math.cos(toRadians(nearLat)) * Math.cos(toRadians(lat));
  const haversine =
    Math.sin(toRadians(lat - nearLat) / 2) ** 2 + across * Math.sin(toRadians(lng - nearLng) / 2) ** 2;
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, Math.sqrt(haversine)));
}

/** migrations/0156-campaign-plane.sql projects the sphere on a plane. The index has nearly the order of the metres. */
const place = sql`campaign_plane(${campaign.lat}, ${campaign.lng})`;

export function nearnessTo({ lat, lng }: Point): SQL {
  return sql`${place} <-> campaign_plane(${lat}::double precision, ${lng}::double precision)`;
}

/**
 * The projection maps circles to circles, so that an index can be used. The circle is slightly larger, so that rounding
 * excludes none.
 */
export function isInCircleAround({ lat, lng }: Point, radiusMeters: number): SQL {
  const span = (radiusMeters / EARTH_RADIUS_METERS) * (180 / Math.PI) * (1 + 1e-6) + 1e-7;
  // The south pole is infinitely far out in the plane.
  if (lat - span < -89) return sql`true`;
  const toPlane = (latitude: number) => Math.tan(toRadians(45 - latitude / 2));
  const [inner, outer] = [toPlane(lat + span), toPlane(lat - span)];
  const centre = (inner + outer) / 2;
  const [x, y] = [centre * Math.cos(toRadians(lng)), centre * Math.sin(toRadians(lng))];
  return sql`${place} <@ ${`<(${x},${y}),${(outer - inner) / 2}>`}::circle`;
}

function toRadians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
