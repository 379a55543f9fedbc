import type { ReactNode } from 'react';

export interface MapPoint {
  lat: number;
  lng: number;
}

export interface MapMarker extends MapPoint {
  id: string;
  /** Accessible name and tooltip, such as 'Marketer Teal Otter, live'. */
  label: string;
  /** On a plate in place of the pin, such as '$45/hr'. */
  text?: string;
  /** Seen within the last minutes. */
  isLive?: boolean;
  /** A last known position that may be outdated. */
  isPast?: boolean;
  popup?: ReactNode;
  /** Makes the marker movable by dragging and, if it is a button, by the arrow keys. */
  onMove?: (point: MapPoint) => void;
  /** A small ring for the mouse and for touch only. What it does must also be possible without the map. */
  isHandle?: boolean;
}

/** A circle, or a polygon inside it if there are corners. */
export interface MapRing extends MapPoint {
  radiusMeters: number;
  corners?: readonly MapPoint[] | undefined;
}

export function toRing(
  place: (MapPoint & { radius: number; corners?: readonly MapPoint[] | undefined }) | null | undefined,
): MapRing | undefined {
  if (!place) return undefined;
  const { lat, lng, radius, corners } = place;
  return { lat, lng, radiusMeters: radius, corners };
}

export interface MapPath {
  points: readonly MapPoint[];
  isGap?: boolean;
}

export interface WeightedArea {
  corners: readonly MapPoint[];
  /** From 0 to 1. */
  weight: number;
}

/** In degrees. */
export interface MapBounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

export interface MapViewport {
  bounds: MapBounds;
  zoom: number;
  /** True if the user moved the map. False if it moved to fit its markers, which must not load other ones. */
  isByHand: boolean;
}

export interface MapContentProps {
  label: string;
  center: MapPoint;
  zoom?: number;
  markers?: readonly MapMarker[];
  ring?: MapRing | undefined;
  /** Ignored if there is a `ring`. */
  rings?: readonly MapRing[];
  /** Shown before the map engine loads. */
  place?: string;
  paths?: readonly MapPath[];
  areas?: readonly WeightedArea[];
  /**
   * Keeps everything in view when it or the map's size changes. If the user has moved a map with a ring, it stays until
   * the ring changes.
   */
  fit?: boolean;
  onPick?: (point: MapPoint) => void;
  /** Has an open popup and is outside any cluster. Used only with `onSelect`. */
  selectedId?: string | null;
  /** Null if the popup closes or the user presses the map. */
  onSelect?: (id: string | null) => void;
  hoveredId?: string | null;
  onHover?: (id: string | null) => void;
  /** Called once the map is drawn and after each movement. */
  onMove?: (viewport: MapViewport) => void;
}

export function computeBounds(
  markers: readonly MapPoint[],
  rings: readonly MapRing[],
): [west: number, south: number, east: number, north: number] | undefined {
  const points = [...markers, ...rings.flatMap(getCorners)];
  if (points.length === 0) return undefined;
  const lats = points.map((point) => point.lat);
  const lngs = points.map((point) => point.lng);
  return [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)];
}

export function isWithin({ west, south, east, north }: MapBounds, { lat, lng }: MapPoint): boolean {
  return lat >= south && lat <= north && lng >= west && lng <= east;
}

function getCorners({ lat, lng, radiusMeters }: MapRing): MapPoint[] {
  const north = radiusMeters / 111_195;
  const east = north / Math.max(0.05, Math.cos((lat * Math.PI) / 180));
  return [
    { lat: lat - north, lng: lng - east },
    { lat: lat + north, lng: lng + east },
  ];
}
