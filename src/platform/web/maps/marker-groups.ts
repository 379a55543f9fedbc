import type { MapMarker, MapPoint } from './map-model.ts';

/** From this many on, markers that stand close together become one with a number. */
export const crowdSize = 40;
/** Pixels between two markers of a crowd; of a few, only those join that hide each other. */
const crowdPixels = 56;
const hidingPixels = 16;
/** Nearer than this the map does not go. */
export const nearestZoom = 18;
/** The width of the whole world at zoom 0. */
const worldPixels = 512;

/** One marker, or several that would stand on top of each other. */
export interface MarkerGroup extends MapPoint {
  /** Of its first marker; two groups never share one. */
  id: string;
  markers: readonly MapMarker[];
}

/** How far apart markers must stand to be shown one by one, in pixels. */
export function spacingOf(count: number): number {
  return count > crowdSize ? crowdPixels : hidingPixels;
}

/**
 * Groups markers by their distance on the screen. The same markers in the same order always give the same groups at a
 * zoom, wherever the map has been moved to; each marker looks only at the cells around its own.
 *
 * @param zoom only whole steps count, so that nothing regroups while fingers spread
 * @param spacingPixels see spacingOf
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
  const cellOf = (x: number, y: number) =>
    `${Math.floor(x / spacingPixels)},${Math.floor(y / spacingPixels)}`;
  const cells = new Map<string, typeof points>();
  for (const point of points) {
    const cell = cellOf(point.x, point.y);
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
          (down) => cells.get(cellOf(point.x + across * spacingPixels, point.y + down * spacingPixels)) ?? [],
        ),
      )
      .filter(
        ({ marker, x, y }) => !taken.has(marker) && Math.hypot(x - point.x, y - point.y) <= spacingPixels,
      )
      .toSorted((one, other) => one.index - other.index)
      .map(({ marker }) => marker);
    for (const marker of near) taken.add(marker);
    return [{ id: point.marker.id, ...middleOf(near), markers: near }];
  });
}

/** The first whole zoom beyond `zoom` at which a group falls apart; undefined where its markers share one place. */
export function splittingZoom(
  { markers }: MarkerGroup,
  zoom: number,
  spacingPixels: number,
): number | undefined {
  for (let next = Math.floor(zoom) + 1; next <= nearestZoom; next += 1) {
    if (groupMarkers(markers, next, spacingPixels).length > 1) return next;
  }
  return undefined;
}

function middleOf(points: readonly MapPoint[]): MapPoint {
  const sum = points.reduce((total, { lat, lng }) => ({ lat: total.lat + lat, lng: total.lng + lng }), {
    lat: 0,
    lng: 0,
  });
  return { lat: sum.lat / points.length, lng: sum.lng / points.length };
}

/** Web Mercator, the whole world from 0 to 1. */
const worldX = ({ lng }: MapPoint) => (lng + 180) / 360;
const worldY = ({ lat }: MapPoint) =>
  0.5 - Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) / (2 * Math.PI);
