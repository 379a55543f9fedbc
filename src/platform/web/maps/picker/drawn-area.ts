import { distanceMeters, movePoint, stepBetween } from '#kernel/geometry/geometry.ts';
import type { MapPoint } from '../markers/map-model.ts';
import { roundPoint } from './location-value.ts';

/** A square in a circle of this radius is within the largest area. */
const MOST_RADIUS_METERS = 3000;

export function squareIn({ radius, ...center }: MapPoint & { radius: number }): MapPoint[] {
  const half = Math.min(radius, MOST_RADIUS_METERS) / Math.SQRT2;
  return [
    [-half, -half],
    [-half, half],
    [half, half],
    [half, -half],
  ].map(([east = 0, north = 0]) => roundPoint(movePoint(center, east, north)));
}

/** Returns the edge that a corner at this point lengthens by the least. Edge n begins at corner n. */
export function findNearestEdge(corners: readonly MapPoint[], point: MapPoint): number {
  const detours = corners.map((corner, index) => {
    const next = corners[(index + 1) % corners.length] ?? corner;
    return distanceMeters(corner, point) + distanceMeters(point, next) - distanceMeters(corner, next);
  });
  return detours.indexOf(Math.min(...detours));
}

export function middleOfEdge(from: MapPoint, to: MapPoint): MapPoint {
  const { eastMeters, northMeters } = stepBetween(from, to);
  return roundPoint(movePoint(from, eastMeters / 2, northMeters / 2));
}

export function moveArea(corners: readonly MapPoint[], from: MapPoint, to: MapPoint): MapPoint[] {
  return corners.map((corner) => {
    const { eastMeters, northMeters } = stepBetween(from, corner);
    return roundPoint(movePoint(to, eastMeters, northMeters));
  });
}
