import { distanceMeters, movePoint, type Point } from '#kernel/geometry/geometry.ts';

/** Stands in for the secret offset that the server adds to each marketer's positions. */
export const demoOffset = { eastMeters: 140, northMeters: 160 };
/** Same limit as in the product: farther away no marker is shown, which keeps homes private. */
const SHOWN_WITHIN_METERS = 3000;

/** H3 cells (resolution 8) along the simulated walk. Hard-coded, so that the demo needs no H3 library. */
export const demoCells: readonly Point[] = [
  { lat: 37.773515, lng: -122.418271 },
  { lat: 37.78175, lng: -122.415245 },
  { lat: 37.784145, lng: -122.404849 },
  { lat: 37.792379, lng: -122.401821 },
  { lat: 37.794773, lng: -122.391422 },
  { lat: 37.786539, lng: -122.394451 },
];

/** Null if the walker is too far away. */
export function demoPublishedPoint(walker: Point, campaignPlace: Point): Point | null {
  if (distanceMeters(walker, campaignPlace) > SHOWN_WITHIN_METERS) return null;
  const hidden = movePoint(walker, demoOffset.eastMeters, demoOffset.northMeters);
  const toHidden = (cell: Point) => distanceMeters(hidden, cell);
  return demoCells.reduce((nearest, cell) => (toHidden(cell) < toHidden(nearest) ? cell : nearest));
}
