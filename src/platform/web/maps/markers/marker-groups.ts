import type { MapMarker, MapPoint } from './map-model.ts';

/** Above this number of markers, they are grouped with a wider spacing. */
export const crowdSize = 40;
/**
 * Minimum pixels between two markers of a crowd. Below `crowdSize`, only markers that overlap are grouped.
 */
const crowdPixels = 56;
const hidingPixels = 16;
export const nearestZoom = 18;
/** Width of the world in pixels at zoom 0. */
const worldPixels = 512;

export interface MarkerGroup extends MapPoint {
  id: string;
  markers: readonly MapMarker[];
}

export function getSpacing(count: number): number {
  return count > crowdSize ? crowdPixels : hidingPixels;
}

/**
 * The groups depend on the markers, their order and the zoom, but not on the map's position.
 * @param zoom rounded down, so that nothing regroups during a pinch
 */
export function groupMarkers(
  markers: readonly MapMarker[],
  zoom: number,
  spacingPixels: number,
): MarkerGroup[] {
  const scale = worldPixels * 2 ** Math.floor(zoom);
  const points = markers.map((marker, index) => ({
    marker,
    index,
    x: worldX(marker) * scale,
    y: worldY(marker) * scale,
  }));
  const getCellKey = (x: number, y: number) =>
    `${Math.floor(x / spacingPixels)},${Math.floor(y / spacingPixels)}`;
  const cells = new Map<string, typeof points>();
  for (const point of points) {
    const cell = getCellKey(point.x, point.y);
    const there = cells.get(cell);
    if (there) there.push(point);
    else cells.set(cell, [point]);
  }
  const taken = new Set<MapMarker>();
  return points.flatMap((point) => {
    if (taken.has(point.marker)) return [];
    const near = [-1, 0, 1]
      .flatMap((across) =>
        [-1, 0, 1].flatMap(
          (down) =>
            cells.get(getCellKey(point.x + across * spacingPixels, point.y + down * spacingPixels)) ?? [],
        ),
      )
      .filter(
        ({ marker, x, y }) => !taken.has(marker) && Math.hypot(x - point.x, y - point.y) <= spacingPixels,
      )
      .toSorted((one, other) => one.index - other.index)
      .map(({ marker }) => marker);
    for (const marker of near) taken.add(marker);
    return [{ id: point.marker.id, ...computeCenter(near), markers: near }];
  });
}

/** Undefined if the markers share one point. */
export function findSplittingZoom(
  { markers }: MarkerGroup,
  zoom: number,
  spacingPixels: number,
): number | undefined {
  for (let next = Math.floor(zoom) + 1; next <= nearestZoom; next += 1) {
    if (groupMarkers(markers, next, spacingPixels).length > 1) return next;
  }
  return undefined;
}

function computeCenter(points: readonly MapPoint[]): MapPoint {
  const sum = points.reduce((total, { lat, lng }) => ({ lat: total.lat + lat, lng: total.lng + lng }), {
    lat: 0,
    lng: 0,
  });
  return { lat: sum.lat / points.length, lng: sum.lng / points.length };
}

/** Web Mercator coordinates from 0 to 1. */
const worldX = ({ lng }: MapPoint) => (lng + 180) / 360;
const worldY = ({ lat }: MapPoint) =>
  0.5 - Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) / (2 * Math.PI);
