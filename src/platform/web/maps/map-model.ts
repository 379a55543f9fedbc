import type { ReactNode } from 'react';

export interface MapPoint {
  lat: number;
  lng: number;
}

export interface MapMarker extends MapPoint {
  id: string;
  /** What a screen reader says and the pointer shows: 'Marketer Teal Otter, live'. */
  label: string;
  /** A few characters on a plate instead of the pin: '$45/hr'. */
  text?: string;
  /** A person heard from within the last minutes: a green breathing dot instead of a pin. */
  isLive?: boolean;
  /** Where somebody was last known to be, and may not be any more: paler. */
  isPast?: boolean;
  /** Opens beside the marker when it is pressed. */
  popup?: ReactNode;
  /** Makes the marker movable by dragging. */
  onMove?: (point: MapPoint) => void;
}

/** A circle on the ground. */
export interface MapRing extends MapPoint {
  radiusMeters: number;
}

/** A way on the ground, from point to point. */
export interface MapWay {
  points: readonly MapPoint[];
  /** Nothing is known between its ends: drawn dashed, so that nobody takes it for the way that was gone. */
  isGap?: boolean;
}

/** An area of the ground, filled the more strongly the more it weighs. */
export interface MapStain {
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

/** What of the world is in view. */
export interface MapViewport {
  bounds: MapBounds;
  zoom: number;
  /** Somebody moved the map, and not the map itself to show its markers: only that asks for other ones. */
  isByHand: boolean;
}

export interface MapContentProps {
  /** What the map shows, for screen readers. */
  label: string;
  center: MapPoint;
  zoom?: number;
  markers?: readonly MapMarker[];
  ring?: MapRing | undefined;
  ways?: readonly MapWay[];
  stains?: readonly MapStain[];
  /**
   * Keeps all markers, ways and stains and the whole ring in view whenever they or the map's size change. A map with a ring
   * that was moved by hand stays where it is until its ring changes.
   */
  fit?: boolean;
  /** Lets a click choose a point. */
  onPick?: (point: MapPoint) => void;
  /** The marker that stands out, opens its popup and is in no cluster. With `onSelect` the owner of the map decides it. */
  selectedId?: string | null;
  /** A marker was pressed; null: its popup was closed, or a press went beside all markers. */
  onSelect?: (id: string | null) => void;
  /** The marker that is pointed at elsewhere, such as in a list beside the map. */
  hoveredId?: string | null;
  /** A marker is pointed at or has the focus; null: no longer. */
  onHover?: (id: string | null) => void;
  /** Once the map is drawn and after each of its movements. */
  onMove?: (viewport: MapViewport) => void;
}

/** West, south, east, north around all that is shown; undefined where there is nothing. */
export function boundsOf(
  markers: readonly MapPoint[],
  ring: MapRing | undefined,
): [west: number, south: number, east: number, north: number] | undefined {
  const points = [...markers, ...(ring ? cornersOf(ring) : [])];
  if (points.length === 0) return undefined;
  const lats = points.map((point) => point.lat);
  const lngs = points.map((point) => point.lng);
  return [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)];
}

export function isWithin({ west, south, east, north }: MapBounds, { lat, lng }: MapPoint): boolean {
  return lat >= south && lat <= north && lng >= west && lng <= east;
}

function cornersOf({ lat, lng, radiusMeters }: MapRing): MapPoint[] {
  const north = radiusMeters / 111_195;
  const east = north / Math.max(0.05, Math.cos((lat * Math.PI) / 180));
  return [
    { lat: lat - north, lng: lng - east },
    { lat: lat + north, lng: lng + east },
  ];
}
