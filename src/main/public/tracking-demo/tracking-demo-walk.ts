import { distanceMeters, movePoint, type Point, stepBetween } from '#kernel/geometry/geometry.ts';
import { type Fix, SEND_INTERVAL_MS } from '#tracking/contract.ts';

/** By tram from the Castro, more than 3 km away, to Market Street in San Francisco. */
const ride: readonly Point[] = [
  { lat: 37.7626, lng: -122.4351 },
  { lat: 37.7675, lng: -122.429 },
  { lat: 37.7752, lng: -122.4193 },
  { lat: 37.7796, lng: -122.4139 },
  { lat: 37.7844, lng: -122.4078 },
];
/** On foot to the Ferry Building and back along Mission Street, repeated. */
const round: readonly Point[] = [
  { lat: 37.7844, lng: -122.4078 },
  { lat: 37.7892, lng: -122.4015 },
  { lat: 37.793, lng: -122.3965 },
  { lat: 37.7952, lng: -122.394 },
  { lat: 37.7931, lng: -122.3932 },
  { lat: 37.7877, lng: -122.3995 },
  { lat: 37.7845, lng: -122.4036 },
  { lat: 37.7844, lng: -122.4078 },
];
const RIDE_METERS_PER_SECOND = 7;
const WALK_METERS_PER_SECOND = 1.3;

/** The same n always returns the same fix. */
export function demoFix(sending: number): Pick<Fix, 'latitude' | 'longitude' | 'accuracy'> {
  const { lat, lng } = movePoint(demoPoint(sending), gpsError(sending, 1), gpsError(sending, 2));
  return { latitude: lat, longitude: lng, accuracy: 6 + Math.round(4 * pseudoRandom(sending, 3)) };
}

function demoPoint(sending: number): Point {
  const seconds = (sending * SEND_INTERVAL_MS) / 1000;
  const rideSeconds = measureLength(ride) / RIDE_METERS_PER_SECOND;
  return seconds < rideSeconds
    ? pointAlong(ride, seconds * RIDE_METERS_PER_SECOND)
    : pointAlong(round, ((seconds - rideSeconds) * WALK_METERS_PER_SECOND) % measureLength(round));
}

function pointAlong(line: readonly Point[], meters: number): Point {
  let left = meters;
  for (const [index, from] of line.entries()) {
    const to = line[index + 1];
    if (!to) return from;
    const leg = distanceMeters(from, to);
    if (left <= leg) {
      const { eastMeters, northMeters } = stepBetween(from, to);
      return movePoint(from, (eastMeters * left) / leg, (northMeters * left) / leg);
    }
    left -= leg;
  }
  throw new Error('a line has points');
}

function measureLength(line: readonly Point[]): number {
  return line.reduce((sum, point, index) => sum + distanceMeters(line[index - 1] ?? point, point), 0);
}

/** Up to 4 metres to either side. */
function gpsError(sending: number, axis: number): number {
  return 8 * pseudoRandom(sending, axis) - 4;
}

/** From 0 to 1: the fraction of a steep sine. */
function pseudoRandom(sending: number, axis: number): number {
  const value = Math.sin(sending * 12.9898 + axis * 78.233) * 43_758.5453;
  return value - Math.floor(value);
}
