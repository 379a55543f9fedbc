import type { ReactNode } from 'react';

export interface MapPoint {
  lat: number;
  lng: number;
}

export interface MapMarker extends MapPoint {
  id: string;
  /** Accessible name and tooltip, such as 'Marketer Teal Otter, live'. */
  label: string;
  /** A short text shown on a plate in place of the pin, such as '$45/hr'. */
  text?: string;
  /** A marketer seen within the last minutes: drawn as a pulsing green dot. */
  isLive?: boolean;
  /** A last known position that may be outdated: drawn paler. */
  isPast?: boolean;
  popup?: ReactNode;
  /** Makes the marker movable by dragging and, if it is a button, by the arrow keys. */
  onMove?: (point: MapPoint) => void;
  /** A small ring for the mouse and for touch only. What it does must also be possible without the map. */
  isHandle?: boolean;
}

/** A zone: a circle, or a polygon inside it if there are corners. */
export interface MapRing extends MapPoint {
  radiusMeters: number;
  corners?: readonly MapPoint[] | undefined;
}

/** Returns the zone of a campaign's place, in the shape of the contract's locationDetails. */
export function toRing(
  place: (MapPoint & { radius: number; corners?: readonly MapPoint[] | undefined }) | null | undefined,
): MapRing | undefined {
  if (!place) return undefined;
  const { lat, lng, radius, corners } = place;
  return { lat, lng, radiusMeters: radius, corners };
}

export interface MapPath {
  points: readonly MapPoint[];
  /** The path between the ends is unknown: drawn dashed. */
  isGap?: boolean;
}

/** An area on the ground. A higher weight makes its fill stronger. */
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
  /** The map's accessible name. */
  label: string;
  center: MapPoint;
  zoom?: number;
  markers?: readonly MapMarker[];
  ring?: MapRing | undefined;
  /** Several zones. Ignored if there is a `ring`. */
  rings?: readonly MapRing[];
  /** The name of the place, shown before the map engine loads. */
  place?: string;
  paths?: readonly MapPath[];
  areas?: readonly WeightedArea[];
  /**
   * Keeps all markers, paths, areas and the ring in view when they or the map's size change. If the user has
   * moved a map with a ring, it stays until the ring changes.
   */
  fit?: boolean;
  onPick?: (point: MapPoint) => void;
  /** The highlighted marker, with an open popup and outside any cluster. Used only with `onSelect`. */
  selectedId?: string | null;
  /** Called with a pressed marker's id, or null if the popup closes or the user presses the map. */
  onSelect?: (id: string | null) => void;
  /** The marker hovered elsewhere, such as in a list beside the map. */
  hoveredId?: string | null;
  /** Called with the id of a marker that is hovered or focused, or null when that ends. */
  onHover?: (id: string | null) => void;
  /** Called once the map is drawn and after each movement. */
  onMove?: (viewport: MapViewport) => void;
}

/** Returns the bounds of the markers and the rings, or undefined if there are none. */
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
