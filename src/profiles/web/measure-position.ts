export interface Position {
  latitude: number;
  longitude: number;
}

/** The specification's for a profile: 15 seconds, at most 60 seconds old. */
const options: PositionOptions = { enableHighAccuracy: true, timeout: 15_000, maximumAge: 60_000 };

/** Where the device is, to 6 decimals. Rejects with a text for people. */
export function measurePosition(
  geolocation: Geolocation | undefined = navigator.geolocation,
): Promise<Position> {
  return new Promise((resolve, reject) => {
    if (!geolocation) {
      reject(new Error('Geolocation is not supported by this browser.'));
      return;
    }
    geolocation.getCurrentPosition(
      ({ coords }) =>
        resolve({ latitude: sixDecimals(coords.latitude), longitude: sixDecimals(coords.longitude) }),
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

function sixDecimals(degrees: number): number {
  return Number(degrees.toFixed(6));
}
