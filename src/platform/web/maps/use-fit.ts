import type { MapRef } from '@vis.gl/react-maplibre';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { type RefObject, useEffect, useRef } from 'react';
import { boundsOf, type MapContentProps } from './map-model.ts';

/** Nearer than this, a single marker would fill the view with one corner of a street. */
const nearestFitZoom = 15;
/** Pixels: a pin rises above its point, the buttons stand at the right, and scale, badge and sources in a row at the bottom. */
const fitPadding = { top: 56, right: 62, bottom: 52, left: 44 };
const fitOptions = { padding: fitPadding, maxZoom: nearestFitZoom };

type FittedContent = Required<Pick<MapContentProps, 'fit' | 'markers' | 'ways' | 'stains'>> &
  Pick<MapContentProps, 'ring'>;

/**
 * Keeps what must be seen in view: when it or the map's size has changed, and whenever somebody asks for it. Null where
 * nothing must. A map that was moved by hand stays where it is, unless its ring is another one: that, or what a map
 * without a ring shows, changes because somebody has chosen it, whereas people inside a ring move by themselves.
 */
export function useFit(map: RefObject<MapRef | null>, { fit, markers, ring, ways, stains }: FittedContent) {
  const shown = [
    ...markers,
    ...ways.flatMap(({ points }) => points),
    ...stains.flatMap(({ corners }) => corners),
  ];
  const bounds = fit ? boundsOf(shown, ring) : undefined;
  const boundsKey = bounds?.join(',');
  const ringKey = ring && [ring.lat, ring.lng, ring.radiusMeters].join(',');
  const fitted = useRef({ boundsKey, ringKey });
  const isMovedByHand = useRef(false);
  const showAll = (target: MapLibreMap | undefined, duration: number) => {
    isMovedByHand.current = false;
    // The library itself leaves the motion out for people who prefer less of it.
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
        /** A movement that is under way would end where it led in the old size. */
        afterResize: (target: MapLibreMap) => {
          if (!isMovedByHand.current) showAll(target, 0);
        },
      }
    : null;
}

/** Folded up, or in a tab that is not shown, there is nothing to fit to. */
function hasRoom(map: MapLibreMap): boolean {
  const { clientWidth, clientHeight } = map.getContainer();
  return (
    clientWidth > fitPadding.left + fitPadding.right && clientHeight > fitPadding.top + fitPadding.bottom
  );
}
