import type { MapPoint } from './map-model.ts';

const options: PositionOptions = { enableHighAccuracy: true, timeout: 10_000, maximumAge: 30_000 };

/** Where the device is. Rejects with a text for people. */
export function currentPosition(
  geolocation: Geolocation | undefined = navigator.geolocation,
): Promise<MapPoint> {
  return new Promise((resolve, reject) => {
    if (!geolocation) {
      reject(new Error('Geolocation is not supported by this browser'));
      return;
    }
    geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: coords.latitude, lng: coords.longitude }),
      ({ code }) => reject(new Error(reasons[code] ?? unavailable)),
      options,
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
