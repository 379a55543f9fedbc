import lookUp from '@photostructure/tz-lookup';

/** An IANA zone such as 'America/New_York', or null without a place. The library has the zones' outlines built in. */
export function findTimeZone({ lat, lng }: { lat: number | null; lng: number | null }): string | null {
  return lat === null || lng === null ? null : lookUp(lat, lng);
}
