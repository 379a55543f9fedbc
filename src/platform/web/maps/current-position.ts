import type { MapPoint } from './map-model.ts';

interface PositionWish {
  /** How long the device may take to answer. */
  timeoutMs?: number;
  /** How old a position may be that the device already knows. */
  maximumAgeMs?: number;
}

/**
 * Where the device is, once, as exactly as it can tell; without a wish as the specification has it for a marketer at work.
 * Rejects with a text for people.
 */
export function currentPosition({
  timeoutMs = 10_000,
  maximumAgeMs = 30_000,
}: PositionWish = {}): Promise<MapPoint> {
  return new Promise((resolve, reject) => {
    // Missing in old browsers, and where a page came over plain http from another machine.
    const geolocation = navigator.geolocation as Geolocation | undefined;
    if (!geolocation) {
      reject(new Error('Geolocation is not supported by this browser'));
      return;
    }
    geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: coords.latitude, lng: coords.longitude }),
      ({ code }) => reject(new Error(reasons[code] ?? unavailable)),
      { enableHighAccuracy: true, timeout: timeoutMs, maximumAge: maximumAgeMs },
    );
  });
}

const unavailable = 'Location information is unavailable. Please try again.';
/** By the codes of GeolocationPositionError. */
const reasons: Readonly<Record<number, string>> = {
  1: 'Location access denied. Please enable location permissions in your browser.',
  2: unavailable,
  3: 'Location request timed out. Please try again.',
};
