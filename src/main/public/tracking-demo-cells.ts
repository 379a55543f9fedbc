import { distanceMeters, moved, type Point } from '#kernel/geometry.ts';

/** What stands here for the secret distance that the server moves each marketer's positions by. */
export const demoOffset = { eastMeters: 140, northMeters: 160 };
/** The product's own limit: farther away nobody is shown, so that no home is. */
const SHOWN_WITHIN_METERS = 3000;

/** Middles of the H3 cells of resolution 8 that the simulated walk comes through; the demo does without the library. */
export const demoCells: readonly Point[] = [
  { lat: 37.773515, lng: -122.418271 },
  { lat: 37.78175, lng: -122.415245 },
  { lat: 37.784145, lng: -122.404849 },
  { lat: 37.792379, lng: -122.401821 },
  { lat: 37.794773, lng: -122.391422 },
  { lat: 37.786539, lng: -122.394451 },
];

/** What an advertiser would see of a walker at this point: the middle of a cell nearby; null while on the way. */
export function demoPublishedPoint(walker: Point, campaignPlace: Point): Point | null {
  if (distanceMeters(walker, campaignPlace) > SHOWN_WITHIN_METERS) return null;
  const hidden = moved(walker, demoOffset.eastMeters, demoOffset.northMeters);
  const toHidden = (cell: Point) => distanceMeters(hidden, cell);
  return demoCells.reduce((nearest, cell) => (toHidden(cell) < toHidden(nearest) ? cell : nearest));
}
