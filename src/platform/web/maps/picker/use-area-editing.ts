import { useRef, useState } from 'react';
import type { MapMarker, MapPoint } from '../markers/map-model.ts';
import { cornerLimits } from '#kernel/geometry/polygon.ts';
import { t } from '#kernel/text.ts';
import { findNearestEdge, middleOfEdge, moveArea, squareIn } from './drawn-area.ts';
import { type LocationValue, roundPoint } from './location-value.ts';

/** `change` stores the corners, or none for a circle. */
export function useAreaEditing(
  value: LocationValue | null,
  change: (corners: MapPoint[] | undefined) => void,
) {
  const [lastSelected, setSelected] = useState(0);
  const [past, setPast] = useState<readonly MapPoint[][]>([]);
  /** The area before the user chose a circle, and the place that it was drawn for. */
  const kept = useRef<{ corners: MapPoint[]; at: MapPoint } | null>(null);
  const corners = value?.corners;
  const selected = Math.min(lastSelected, Math.max(0, (corners?.length ?? 0) - 1));

  const replace = (next: MapPoint[]) => {
    if (corners) setPast([...past, corners]);
    change(next);
  };
  const isFull = (corners?.length ?? 0) >= cornerLimits.most;
  const insert = (edge: number, point: MapPoint) => {
    if (corners) replace(corners.toSpliced(edge + 1, 0, roundPoint(point)));
    setSelected(edge + 1);
  };
  const cornerMarkers = (corners ?? []).map((corner, index): MapMarker => ({
    ...corner,
    id: toCornerId(index),
    label: t('Corner {number}', { number: index + 1 }),
    text: String(index + 1),
    onMove: (point) => {
      setSelected(index);
      if (corners) replace(corners.with(index, roundPoint(point)));
    },
  }));
  const edgeMarkers = (isFull ? [] : (corners ?? [])).map((corner, edge): MapMarker => ({
    ...middleOfEdge(corner, corners?.[edge + 1] ?? corners?.[0] ?? corner),
    id: `edge-${edge}`,
    label: t('Add a corner here'),
    isHandle: true,
    onMove: (point) => insert(edge, point),
  }));
  return {
    corners,
    selected,
    setSelected,
    replace,
    canUndo: past.length > 0,
    undo() {
      const last = past.at(-1);
      if (!last) return;
      setPast(past.slice(0, -1));
      change(last);
    },
    reset() {
      if (!value) return;
      setSelected(0);
      replace(squareIn(value));
    },
    /** Undo must not bring the area back to the former place. */
    moveTo(place: MapPoint): MapPoint[] | undefined {
      setPast([]);
      return value?.corners && moveArea(value.corners, value, place);
    },
    /** Keeps the drawn area while a circle is chosen. */
    setShape(shape: 'circle' | 'area') {
      if (!value || (shape === 'area') === (corners !== undefined)) return;
      setPast([]);
      if (corners) kept.current = { corners, at: value };
      const back = kept.current;
      change(
        shape === 'area' ? (back ? moveArea(back.corners, back.at, value) : squareIn(value)) : undefined,
      );
    },
    add(point: MapPoint) {
      if (corners && !isFull) insert(findNearestEdge(corners, point), point);
    },
    split(): void {
      const middle = edgeMarkers[selected];
      if (middle) insert(selected, middle);
    },
    select(id: string | null) {
      const index = cornerMarkers.findIndex((marker) => marker.id === id);
      if (index >= 0) setSelected(index);
      const edge = edgeMarkers.findIndex((marker) => marker.id === id);
      const middle = edgeMarkers[edge];
      if (middle) insert(edge, middle);
    },
    markers: [...edgeMarkers, ...cornerMarkers],
    selectedId: toCornerId(selected),
  };
}

const toCornerId = (index: number) => `corner-${index}`;
