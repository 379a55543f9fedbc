import type { StyleSpecification } from 'maplibre-gl';
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useClock } from '../clock.ts';
import { useMapPalette } from './style/map-palette.ts';
import { useMapSettings } from './map-settings.tsx';
import { loadOfflineData, type OfflineData } from './style/offline-data.ts';
import { createOfflineStyle } from './style/offline-style.ts';
import { applyPalette } from './style/online-style.ts';
import { useRetry } from './style/retry.ts';
import { getStyleLoader, type StyleState } from './style/style-loader.ts';

const allowedTileFailures = 3;

export interface Basemap {
  style: StyleSpecification | undefined;
  isOffline: boolean;
  /** Set if even the bundled boundaries fail to load. */
  failure: string | undefined;
  reportMissing(what: 'tile' | 'source'): void;
}

/**
 * Returns the bundled boundaries if they are configured or the first attempt has failed. Retries then run in the
 * background, so that the user never sees an empty frame.
 */
export function useBasemap(): Basemap {
  const { styleUrl } = useMapSettings();
  const palette = useMapPalette();
  const online = useStyleState();
  const isOffline = online === null || online.state === 'failing';
  const offline = useRetry<OfflineData | undefined>(
    () => (isOffline ? loadOfflineData() : Promise.resolve(undefined)),
    [isOffline],
  );
  const style = useMemo(() => {
    if (online?.state === 'ready') return applyPalette(online.style, palette);
    if (isOffline && offline.state === 'ready' && offline.value)
      return createOfflineStyle(palette, offline.value);
    return undefined;
  }, [online, isOffline, offline, palette]);
  const failure = isOffline && offline.state === 'failed' ? offline.reason : undefined;
  const reportMissing = useMissingTiles(styleUrl);
  return { style, isOffline: isOffline && style !== undefined, failure, reportMissing };
}

export function useStyleState(): StyleState | null {
  const { styleUrl } = useMapSettings();
  const loader = getStyleLoader(useClock());
  useEffect(() => {
    if (styleUrl) loader.begin(styleUrl);
  }, [loader, styleUrl]);
  return useSyncExternalStore(loader.subscribe, () => (styleUrl ? loader.stateOf(styleUrl) : null));
}

function useMissingTiles(styleUrl: string | null): Basemap['reportMissing'] {
  const loader = getStyleLoader(useClock());
  const missing = useRef(0);
  useEffect(() => {
    missing.current = 0;
  }, [styleUrl]);
  return useCallback(
    (what) => {
      missing.current += what === 'source' ? allowedTileFailures : 1;
      if (styleUrl && missing.current >= allowedTileFailures && loader.stateOf(styleUrl).state === 'ready')
        // not for users
        loader.giveUp(styleUrl, what === 'source' ? 'a source does not answer' : 'tiles are missing');
    },
    [styleUrl, loader],
  );
}
