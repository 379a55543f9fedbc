import lookUp from '@photostructure/tz-lookup';

/** Returns the IANA time zone of a point, such as 'America/New_York'. The library has the zones' outlines built in. */
export function findTimeZone({ lat, lng }: { lat: number; lng: number }): string {
  return lookUp(lat, lng);
}
