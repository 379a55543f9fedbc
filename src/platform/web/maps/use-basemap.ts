import type { StyleSpecification } from 'maplibre-gl';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useClock } from '../clock.ts';
import { useMapPalette } from './map-palette.ts';
import { useMapSettings } from './map-settings.tsx';
import { loadOfflineData, type OfflineData } from './offline-data.ts';
import { offlineStyle } from './offline-style.ts';
import { fetchStyle, inOurColours } from './online-style.ts';
import { retry, useRetry } from './retry.ts';

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
  const online = useOnlineStyle(styleUrl);
  const isOffline = online.state === 'failing';
  const offline = useRetry<OfflineData | undefined>(
    () => (isOffline ? loadOfflineData() : Promise.resolve(undefined)),
    [isOffline],
  );
  const style = useMemo(() => {
    if (online.state === 'ready') return inOurColours(online.style, palette);
    if (isOffline && offline.state === 'ready' && offline.value) return offlineStyle(palette, offline.value);
    return undefined;
  }, [online, isOffline, offline, palette]);
  const failure = isOffline && offline.state === 'failed' ? offline.reason : undefined;
  return { style, isOffline: isOffline && style !== undefined, failure, reportMissing: online.reportMissing };
}

type OnlineStyle = { state: 'loading' | 'failing' } | { state: 'ready'; style: StyleSpecification };

function useOnlineStyle(styleUrl: string | null): OnlineStyle & Pick<Basemap, 'reportMissing'> {
  const clock = useClock();
  const [known, setKnown] = useState<{ styleUrl: string; online: OnlineStyle } | null>(null);
  const failedTiles = useRef(0);

  useEffect(() => {
    failedTiles.current = 0;
    if (!styleUrl) return;
    const leaving = new AbortController();
    const learn = (online: OnlineStyle) => {
      if (!leaving.signal.aborted) setKnown({ styleUrl, online });
    };
    retry(() => fetchStyle(styleUrl, leaving.signal), {
      clock,
      signal: leaving.signal,
      onFailure: () => learn({ state: 'failing' }),
    }).then(
      (style) => learn({ state: 'ready', style }),
      () => undefined, // Every failure was heard by onFailure already.
    );
    return () => leaving.abort();
  }, [styleUrl, clock]);

  const reportMissing = useCallback(
    (what: 'tile' | 'source') => {
      failedTiles.current += what === 'source' ? allowedTileFailures : 1;
      if (styleUrl && failedTiles.current >= allowedTileFailures)
        setKnown({ styleUrl, online: { state: 'failing' } });
    },
    [styleUrl],
  );
  return useMemo(() => {
    if (!styleUrl) return { state: 'failing', reportMissing };
    return { ...(known?.styleUrl === styleUrl ? known.online : { state: 'loading' }), reportMissing };
  }, [styleUrl, known, reportMissing]);
}
