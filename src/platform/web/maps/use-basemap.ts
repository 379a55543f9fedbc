import type { StyleSpecification } from 'maplibre-gl';
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useClock } from '../clock.ts';
import { useMapPalette } from './map-palette.ts';
import { useMapSettings } from './map-settings.tsx';
import { loadOfflineData, type OfflineData } from './offline-data.ts';
import { offlineStyle } from './offline-style.ts';
import { inOurColours } from './online-style.ts';
import { useRetry } from './retry.ts';
import { styleLoaderOf, type StyleState } from './style-loader.ts';

/** So many tiles may fail before the online map is given up. */
const allowedTileFailures = 3;

export interface Basemap {
  /** Undefined while nothing can be drawn yet. */
  style: StyleSpecification | undefined;
  isOffline: boolean;
  /** Set when not even the shipped boundaries can be loaded. */
  failure: string | undefined;
  /** To be told of every tile or source that the map could not load. */
  reportMissing(what: 'tile' | 'source'): void;
}

/**
 * The provider's map when it answers; the shipped boundaries when the settings ask for them, and as soon as one attempt
 * has failed, so that nobody looks at an empty frame while the style is tried again in the background.
 */
export function useBasemap(): Basemap {
  const { styleUrl } = useMapSettings();
  const palette = useMapPalette();
  const online = useStyleState();
  const isOffline = online === null || online.state === 'failing';
  const offline = useRetry<OfflineData | undefined>(
    'Shipped boundaries',
    () => (isOffline ? loadOfflineData() : Promise.resolve(undefined)),
    [isOffline],
  );
  const style = useMemo(() => {
    if (online?.state === 'ready') return inOurColours(online.style, palette);
    if (isOffline && offline.state === 'ready' && offline.value) return offlineStyle(palette, offline.value);
    return undefined;
  }, [online, isOffline, offline, palette]);
  const failure = isOffline && offline.state === 'failed' ? offline.reason : undefined;
  const reportMissing = useMissingTiles(styleUrl);
  return { style, isOffline: isOffline && style !== undefined, failure, reportMissing };
}

/** How it stands with the style of the settings; null where they ask for the shipped boundaries. */
export function useStyleState(): StyleState | null {
  const { styleUrl } = useMapSettings();
  const loader = styleLoaderOf(useClock());
  useEffect(() => {
    if (styleUrl) loader.begin(styleUrl);
  }, [loader, styleUrl]);
  return useSyncExternalStore(loader.subscribe, () => (styleUrl ? loader.stateOf(styleUrl) : null));
}

/** Counts what a map could not load, and gives the online style up when it is too much. */
function useMissingTiles(styleUrl: string | null): Basemap['reportMissing'] {
  const loader = styleLoaderOf(useClock());
  const missing = useRef(0);
  useEffect(() => {
    missing.current = 0;
  }, [styleUrl]);
  return useCallback(
    (what) => {
      missing.current += what === 'source' ? allowedTileFailures : 1;
      if (styleUrl && missing.current >= allowedTileFailures && loader.stateOf(styleUrl).state === 'ready')
        loader.giveUp(styleUrl, what === 'source' ? 'a source does not answer' : 'tiles are missing');
    },
    [styleUrl, loader],
  );
}
