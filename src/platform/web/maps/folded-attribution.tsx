import { useMap } from '@vis.gl/react-maplibre';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect } from 'react';
import { type BrowserClock, useClock } from '../clock.ts';

/** Pixels; map-controls.css and map-view.module.css know the same width. Below it scale, badge and sources do not fit beside each other. */
const NARROW = 520;
/** OpenStreetMap's guidelines let a small map fold its sources after so long. */
const SHOWN_AT_FIRST_MS = 5000;
const opened = 'maplibregl-compact-show';

/** On a narrow map the sources are folded into their button; those of the shipped map at once. */
export function FoldedAttribution({ isOffline }: { isOffline: boolean }) {
  const { current: map } = useMap();
  const clock = useClock();
  useEffect(
    () => map && foldSources(map.getMap(), clock, isOffline ? 0 : SHOWN_AT_FIRST_MS),
    [map, clock, isOffline],
  );
  return null;
}

/**
 * Folds them once the map is drawn, and again where it becomes narrow. It never unfolds them, and leaves alone what somebody
 * has chosen: the library keeps the class and the element's own state together.
 */
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
  const foldAnew = () => {
    stop();
    stop = clock.after(afterMilliseconds, fold);
  };
  const look = () => {
    if (isNarrow() && !wasNarrow) foldAnew();
    wasNarrow = isNarrow();
  };
  map.on('load', foldAnew);
  map.on('resize', look);
  return () => {
    stop();
    map.off('load', foldAnew);
    map.off('resize', look);
  };
}
