import { LIVE_WITHIN_MS, type LiveLocation, type TrackingSession } from '../contract.ts';

/** Longitude and latitude of no campaign in particular: where the specification's live map opens. */
export const newYork = { lat: 40.7128, lng: -74.006 };

/** Active and heard from within the last minutes; the server leaves out the others, but an answer grows old. */
export function isLiveNow(location: LiveLocation, now: Date): boolean {
  const heardAt = new Date(location.lastHeartbeat || location.timestamp).getTime();
  return location.isActive && now.getTime() - heardAt <= LIVE_WITHIN_MS;
}

/** How long the running sessions have lasted on average: '0h' without any, '24 min', '1.5h'. */
export function averageSession(sessions: readonly TrackingSession[], now: Date): string {
  if (sessions.length === 0) return '0h';
  const total = sessions.reduce(
    (sum, { startTime }) => sum + now.getTime() - new Date(startTime).getTime(),
    0,
  );
  const minutes = Math.max(0, total / sessions.length / 60_000);
  return minutes < 60 ? `${Math.floor(minutes)} min` : `${(minutes / 60).toFixed(1)}h`;
}

/** The name under which an advertiser knows somebody: the first 8 characters of the alias. */
export function shortAlias(marketerId: string): string {
  return marketerId.slice(0, 8);
}

export interface LivePoint {
  lat: number;
  lng: number;
  locations: LiveLocation[];
}

/** Positions are published by areas, so several people often share a point; those without one are on their way. */
export function pointsOf(locations: readonly LiveLocation[]): LivePoint[] {
  const points = new Map<string, LivePoint>();
  for (const location of locations) {
    const { latitude: lat, longitude: lng } = location;
    if (lat === null || lng === null) continue;
    const key = `${lat},${lng}`;
    const point = points.get(key) ?? { lat, lng, locations: [] };
    point.locations.push(location);
    points.set(key, point);
  }
  return [...points.values()];
}

export function whereText(location: LiveLocation | undefined): string {
  if (!location) return 'no position yet';
  if (location.isInZone) return 'in the campaign’s area';
  return location.latitude === null ? 'on the way' : 'outside the campaign’s area';
}
