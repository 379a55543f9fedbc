import { t } from '#kernel/text.ts';
import { MINUTE } from '#kernel/time.ts';
import { LIVE_WITHIN_MS, type LiveLocation, type TrackingSession } from '../../contract.ts';

/** The default centre of the live map, from the specification. */
export const DEFAULT_CENTER = { lat: 40.7128, lng: -74.006 };

/** The server filters too, but its answer ages. */
export function isLiveNow(location: LiveLocation, now: Date): boolean {
  const heardAt = new Date(location.lastHeartbeat || location.timestamp).getTime();
  return location.isActive && now.getTime() - heardAt <= LIVE_WITHIN_MS;
}

export function formatAverageSession(sessions: readonly TrackingSession[], now: Date): string | null {
  if (sessions.length === 0) return null;
  const total = sessions.reduce(
    (sum, { startTime }) => sum + now.getTime() - new Date(startTime).getTime(),
    0,
  );
  return formatLength(total / sessions.length);
}

/** Formats the length of a session: '<1 min', '24 min', '1.5h'. */
export function formatLength(milliseconds: number): string {
  const minutes = milliseconds / MINUTE;
  if (minutes < 1) return t('<1 min');
  if (minutes < 60) return t('{minutes} min', { minutes: Math.floor(minutes) });
  return t('{hours}h', { hours: (minutes / 60).toFixed(1) });
}

export function findLastHeartbeat(locations: readonly LiveLocation[]): Date | null {
  const times = locations.map(({ lastHeartbeat }) => Date.parse(lastHeartbeat));
  return times.length > 0 ? new Date(Math.max(...times)) : null;
}

export interface LivePoint {
  lat: number;
  lng: number;
  locations: LiveLocation[];
}

/** Points are coarse, so marketers often share one. Skips marketers who are still on the way. */
export function groupByPoint(locations: readonly LiveLocation[]): LivePoint[] {
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

export function formatWhereabouts(location: LiveLocation | undefined): string {
  if (!location) return t('no recent position');
  if (location.isInZone) return t('in the campaign’s area');
  if (location.isInZone === null)
    return location.latitude === null ? t('on the way') : t('waiting for positions');
  return location.latitude === null ? t('on the way') : t('outside the campaign’s area');
}
