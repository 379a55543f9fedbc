import { MINUTE } from '#kernel/time.ts';
import { LIVE_WITHIN_MS, type LiveLocation, type TrackingSession } from '../contract.ts';

/** Longitude and latitude of no campaign in particular: where the specification's live map opens. */
export const newYork = { lat: 40.7128, lng: -74.006 };

/** Active and heard from within the last minutes; the server leaves out the others, but an answer grows old. */
export function isLiveNow(location: LiveLocation, now: Date): boolean {
  const heardAt = new Date(location.lastHeartbeat || location.timestamp).getTime();
  return location.isActive && now.getTime() - heardAt <= LIVE_WITHIN_MS;
}

/** How long the running sessions have lasted on average: '24 min', '1.5h'; null without any. */
export function averageSession(sessions: readonly TrackingSession[], now: Date): string | null {
  if (sessions.length === 0) return null;
  const total = sessions.reduce(
    (sum, { startTime }) => sum + now.getTime() - new Date(startTime).getTime(),
    0,
  );
  return lengthText(total / sessions.length);
}

/** How long a session has lasted, from milliseconds: '<1 min', '24 min', '1.5h'. */
export function lengthText(milliseconds: number): string {
  const minutes = milliseconds / MINUTE;
  if (minutes < 1) return '<1 min';
  return minutes < 60 ? `${Math.floor(minutes)} min` : `${(minutes / 60).toFixed(1)}h`;
}

/** When the server last heard from any of them; null without anybody. */
export function lastHeardAt(locations: readonly LiveLocation[]): Date | null {
  const times = locations.map(({ lastHeartbeat }) => Date.parse(lastHeartbeat));
  return times.length > 0 ? new Date(Math.max(...times)) : null;
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
