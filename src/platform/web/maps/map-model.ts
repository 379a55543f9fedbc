import type { ReactNode } from 'react';

export interface MapPoint {
  lat: number;
  lng: number;
}

export interface MapMarker extends MapPoint {
  id: string;
  /** What a screen reader says and the pointer shows: 'Marketer Teal Otter, live'. */
  label: string;
  /** A person heard from within the last minutes: a green breathing dot instead of a pin. */
  isLive?: boolean;
  /** Opens beside the marker when it is pressed. */
  popup?: ReactNode;
  /** Makes the marker movable by dragging. */
  onMove?: (point: MapPoint) => void;
}

/** A circle on the ground. */
export interface MapRing extends MapPoint {
  radiusMeters: number;
}

export interface MapContentProps {
  /** What the map shows, for screen readers. */
  label: string;
  center: MapPoint;
  zoom?: number;
  markers?: readonly MapMarker[];
  ring?: MapRing | undefined;
  /** Keeps all markers and the whole ring in view whenever they change. */
  fit?: boolean;
  /** Lets a click choose a point. */
  onPick?: (point: MapPoint) => void;
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

function cornersOf({ lat, lng, radiusMeters }: MapRing): MapPoint[] {
  const north = radiusMeters / 111_195;
  const east = north / Math.max(0.05, Math.cos((lat * Math.PI) / 180));
  return [
    { lat: lat - north, lng: lng - east },
    { lat: lat + north, lng: lng + east },
  ];
}
