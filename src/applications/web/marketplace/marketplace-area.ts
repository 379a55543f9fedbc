import type { Campaign } from '#campaigns/contract.ts';
import { t } from '#kernel/text.ts';
import { getLocale } from '#kernel/language.ts';
import type { MapBounds, MapPoint } from '#platform/web/maps/markers/map-model.ts';

export const METERS_PER_MILE = 1609.344;
export const mileOptions = [5, 10, 25, 50, 100] as const;
export const DEFAULT_MILES = 25;
const MAX_RADIUS_METERS = 500_000;

export const toMeters = (miles: number): number => Math.round(miles * METERS_PER_MILE);

/** Rounded to about a kilometre for privacy: the position is stored in the URL. */
export function formatNear({ lat, lng }: MapPoint): string {
  return `${lat.toFixed(2)},${lng.toFixed(2)}`;
}

export function parsePoint(near: string | null): MapPoint | null {
  if (near === null) return null;
  const [lat, lng] = near.split(',').map(Number);
  return lat === undefined || lng === undefined ? null : { lat, lng };
}

/** If the view is larger than the limit, the circle covers its middle. */
export function toArea({ west, south, east, north }: MapBounds): { near: string; radius: number } {
  const center = { lat: (south + north) / 2, lng: (west + east) / 2 };
  const lng = ((((center.lng + 180) % 360) + 360) % 360) - 180;
  const meters = metersBetween(center, { lat: north, lng: east });
  return {
    near: `${center.lat.toFixed(3)},${lng.toFixed(3)}`,
    radius: Math.min(MAX_RADIUS_METERS, Math.max(200, Math.round(meters))),
  };
}

const EARTH_RADIUS_METERS = 6_371_008.8;

export function metersBetween(one: MapPoint, other: MapPoint): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const [lat, lng] = [radians(other.lat - one.lat), radians(other.lng - one.lng)];
  const chord =
    Math.sin(lat / 2) ** 2 +
    Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * Math.sin(lng / 2) ** 2;
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** 'less than a mile away', '2.4 miles away' or '31 miles away'. Null if a point is unknown. */
export function formatDistance(
  campaign: Pick<Campaign, 'locationDetails'>,
  near: string | null,
): string | null {
  const point = parsePoint(near);
  if (!point || !campaign.locationDetails) return null;
  const miles = metersBetween(point, campaign.locationDetails) / METERS_PER_MILE;
  if (miles < 1) return t('less than a mile away');
  const digits = miles < 10 ? 1 : 0;
  const shown = miles.toLocaleString(getLocale(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return t('{miles} miles away', { miles: shown });
}
