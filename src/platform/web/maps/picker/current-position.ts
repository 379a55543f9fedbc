import { type Message, msg, t } from '#kernel/text.ts';
import type { MapPoint } from '../markers/map-model.ts';

interface PositionOptions {
  timeoutMs?: number;
  maximumAgeMs?: number;
}

/**
 * With high accuracy. The defaults are the specification's values for marketers. Rejects with an Error whose message is
 * meant for the user.
 */
export function readCurrentPosition({
  timeoutMs = 10_000,
  maximumAgeMs = 30_000,
}: PositionOptions = {}): Promise<MapPoint> {
  return new Promise((resolve, reject) => {
    // Missing in old browsers, and on pages from another machine over plain HTTP.
    const geolocation = navigator.geolocation as Geolocation | undefined;
    if (!geolocation) {
      reject(new Error(t('Geolocation is not supported by this browser')));
      return;
    }
    geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: coords.latitude, lng: coords.longitude }),
      ({ code }) => reject(new Error(t(reasons[code] ?? unavailable))),
      { enableHighAccuracy: true, timeout: timeoutMs, maximumAge: maximumAgeMs },
    );
  });
}

const unavailable = msg('Location information is unavailable. Please try again.');
/** Keys are the codes of GeolocationPositionError. */
const reasons: Readonly<Record<number, Message>> = {
  1: msg('Location access denied. Please enable location permissions in your browser.'),
  2: unavailable,
  3: msg('Location request timed out. Please try again.'),
};
