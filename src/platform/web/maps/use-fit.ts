import type { MapRef } from '@vis.gl/react-maplibre';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { type RefObject, useEffect, useRef } from 'react';
import { computeBounds, type MapContentProps } from './markers/map-model.ts';

/** Keeps a single marker from zooming in to a street corner. */
const nearestFitZoom = 15;
/** Pixels for pins at the top, buttons at the right, and scale, badge and sources at the bottom. */
const fitPadding = { top: 56, right: 62, bottom: 52, left: 44 };
const fitOptions = { padding: fitPadding, maxZoom: nearestFitZoom };

type FittedContent = Required<Pick<MapContentProps, 'fit' | 'markers' | 'paths' | 'areas'>> &
  Pick<MapContentProps, 'ring' | 'rings'>;

/**
 * If the user has moved the map, it stays unless the ring changes or there is no ring. Such changes come from the
 * user's choice, whereas markers inside a ring move on their own. Returns null if there is nothing to fit.
 */
export function useFit(
  map: RefObject<MapRef | null>,
  { fit, markers, ring, rings, paths, areas }: FittedContent,
) {
  const zones = ring ? [ring] : (rings ?? []);
  const shown = [
    ...markers,
    ...paths.flatMap(({ points }) => points),
    ...areas.flatMap(({ corners }) => corners),
  ];
  const bounds = fit ? computeBounds(shown, zones) : undefined;
  const boundsKey = bounds?.join(',');
  const ringKey = zones.length > 0 ? JSON.stringify(zones) : undefined;
  const fitted = useRef({ boundsKey, ringKey });
  const isMovedByHand = useRef(false);
  const showAll = (target: MapLibreMap | undefined, duration: number) => {
    isMovedByHand.current = false;
    // The library skips the animation if the user prefers reduced motion.
    if (bounds && target && hasRoom(target)) target.fitBounds(bounds, { ...fitOptions, duration });
  };

  useEffect(() => {
    if (boundsKey === undefined || boundsKey === fitted.current.boundsKey || !map.current) return;
    const hasOtherRing = ringKey === undefined || ringKey !== fitted.current.ringKey;
    fitted.current = { boundsKey, ringKey };
    if (hasOtherRing || !isMovedByHand.current) showAll(map.current.getMap(), 600);
  });

  return bounds
    ? {
        view: { bounds, fitBoundsOptions: fitOptions },
        showAll,
        noteHand: () => {
          isMovedByHand.current = true;
        },
        /** A running movement would end at the view for the old size, so this fits again. */
        afterResize: (target: MapLibreMap) => {
          if (!isMovedByHand.current) showAll(target, 0);
        },
      }
    : null;
}

/** The map may be collapsed or in a hidden tab. */
function hasRoom(map: MapLibreMap): boolean {
  const { clientWidth, clientHeight } = map.getContainer();
  return (
    clientWidth > fitPadding.left + fitPadding.right && clientHeight > fitPadding.top + fitPadding.bottom
  );
}
