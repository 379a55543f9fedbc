import { useMap } from '@vis.gl/react-maplibre';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect } from 'react';
import { useClock } from '../clock.ts';

/** Pixels; map-controls.css and map-view.module.css know the same width. Below it scale, badge and sources do not fit beside each other. */
const NARROW = 520;
/** OpenStreetMap's guidelines let a small map fold its sources after so long. */
const SHOWN_AT_FIRST_MS = 5000;
const opened = 'maplibregl-compact-show';

/** On a narrow map the sources are folded into their button; those of the shipped map at once. */
export function FoldedAttribution({ isOffline }: { isOffline: boolean }) {
  const { current: map } = useMap();
  const clock = useClock();
  useEffect(() => {
    if (!map) return undefined;
    const library = map.getMap();
    const fold = () => foldIfNarrow(library);
    const foldLater = () => clock.after(isOffline ? 0 : SHOWN_AT_FIRST_MS, fold);
    let stop = foldLater();
    const renew = () => {
      stop();
      stop = foldLater();
    };
    library.on('load', renew);
    library.on('resize', renew);
    return () => {
      stop();
      library.off('load', renew);
      library.off('resize', renew);
    };
  }, [map, clock, isOffline]);
  return null;
}

function foldIfNarrow(map: MapLibreMap): void {
  const sources = map.getContainer().querySelector('.maplibregl-ctrl-attrib');
  sources?.classList.toggle(opened, map.getContainer().clientWidth >= NARROW);
}
