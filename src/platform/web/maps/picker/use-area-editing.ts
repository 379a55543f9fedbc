import { useRef, useState } from 'react';
import type { MapMarker, MapPoint } from '../markers/map-model.ts';
import { t } from '#kernel/text.ts';
import { addCorner, moveArea, squareIn } from './drawn-area.ts';
import { type LocationValue, roundPoint } from './location-value.ts';

/** What the picker does with a drawn area. `change` stores the corners, or none for a circle. */
export function useAreaEditing(
  value: LocationValue | null,
  change: (corners: MapPoint[] | undefined) => void,
) {
  const [selected, setSelected] = useState(0);
  const [past, setPast] = useState<readonly MapPoint[][]>([]);
  /** The area before the user chose a circle, and the place that it was drawn for. */
  const kept = useRef<{ corners: MapPoint[]; at: MapPoint } | null>(null);
  const corners = value?.corners;

  const replace = (next: MapPoint[]) => {
    if (corners) setPast([...past, corners]);
    change(next);
  };
  return {
    corners,
    selected: Math.min(selected, Math.max(0, (corners?.length ?? 0) - 1)),
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
    /** Moves the area to another place. Undo must not bring it back to the former one. */
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
      if (!corners) return;
      const next = addCorner(corners, point);
      replace(next);
      setSelected(next.findIndex((corner) => !corners.includes(corner)));
    },
    select(id: string | null) {
      const index = (corners ?? []).findIndex((_, at) => toId(at) === id);
      if (index >= 0) setSelected(index);
    },
    markers: (corners ?? []).map((corner, index): MapMarker => ({
      ...corner,
      id: toId(index),
      label: t('Corner {number}', { number: index + 1 }),
      text: String(index + 1),
      onMove: (point) => {
        setSelected(index);
        if (corners) replace(corners.with(index, roundPoint(point)));
      },
    })),
    selectedId: toId(selected),
  };
}

const toId = (index: number) => `corner-${index}`;
