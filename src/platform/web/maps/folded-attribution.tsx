import { useMap } from '@vis.gl/react-maplibre';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect } from 'react';
import { type BrowserClock, useClock } from '../clock.ts';

/**
 * Pixels, same as in map-controls.css and map-view.module.css. Below it, scale, badge and sources do not fit
 * in a row.
 */
const NARROW = 520;
/** OpenStreetMap's guidelines allow a small map to fold its sources after five seconds. */
const SHOWN_AT_FIRST_MS = 5000;
const opened = 'maplibregl-compact-show';

/** The sources of the offline map are folded at once. */
export function FoldedAttribution({ isOffline }: { isOffline: boolean }) {
  const { current: map } = useMap();
  const clock = useClock();
  useEffect(
    () => map && foldSources(map.getMap(), clock, isOffline ? 0 : SHOWN_AT_FIRST_MS),
    [map, clock, isOffline],
  );
  return null;
}

/** Never unfolds. Removing the class is enough: the library keeps it in sync with the element's own state. */
export function foldSources(
  map: Pick<MapLibreMap, 'getContainer' | 'on' | 'off'>,
  clock: BrowserClock,
  afterMilliseconds: number,
): () => void {
  const isNarrow = () => map.getContainer().clientWidth < NARROW;
  const fold = () => {
    if (isNarrow()) map.getContainer().querySelector('.maplibregl-ctrl-attrib')?.classList.remove(opened);
  };
  let wasNarrow = isNarrow();
  let stop = clock.after(afterMilliseconds, fold);
  const restartFold = () => {
    stop();
    stop = clock.after(afterMilliseconds, fold);
  };
  const look = () => {
    if (isNarrow() && !wasNarrow) restartFold();
    wasNarrow = isNarrow();
  };
  map.on('load', restartFold);
  map.on('resize', look);
  return () => {
    stop();
    map.off('load', restartFold);
    map.off('resize', look);
  };
}
