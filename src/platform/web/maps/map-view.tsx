import { Component, type ReactNode, useState } from 'react';
import { t } from '#kernel/text.ts';
import { useClock } from '../clock.ts';
import type { MapContentProps } from './markers/map-model.ts';
import { MapUnderlay } from './map-underlay.tsx';
import { MapUnavailable } from './map-unavailable.tsx';
import classes from './map-view.module.css';
import { useRetry } from './style/retry.ts';
import { useMapSettings } from './map-settings.tsx';
import { getStyleLoader } from './style/style-loader.ts';
import { useBasemap } from './use-basemap.ts';
import { useHasBeenInView } from '../hooks/use-has-been-in-view.ts';

export interface MapViewProps extends MapContentProps {
  height?: number | string;
  listFallback?: ReactNode;
}

/** As in the style sheet. */
const UNAVAILABLE_HEIGHT = 200;

/**
 * Loads the map library, with retries, when the map first comes near the view. Falls back to the bundled boundaries,
 * then to 'Map Unavailable' with the list.
 */
export function MapView({ height = 360, listFallback, ...content }: MapViewProps) {
  const [obstacle] = useState(checkMapSupport);
  const [broken, setBroken] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const { frame, isSeen } = useHasBeenInView();
  const { styleUrl } = useMapSettings();
  const loader = getStyleLoader(useClock());
  const underlay = <MapUnderlay {...content} height={height} />;
  const smallUnderlay = <MapUnderlay {...content} height={UNAVAILABLE_HEIGHT} />;
  if (obstacle) {
    return (
      <MapUnavailable reason={obstacle} underlay={smallUnderlay}>
        {listFallback}
      </MapUnavailable>
    );
  }
  const restart = () => {
    if (styleUrl && loader.stateOf(styleUrl).state === 'failing') loader.reload(styleUrl);
    setBroken(null);
    setAttempt(attempt + 1);
  };
  const unavailable = (reason: string) => (
    <MapUnavailable reason={reason} onRetry={restart} underlay={smallUnderlay}>
      {listFallback}
    </MapUnavailable>
  );
  if (broken) return unavailable(broken);
  if (!isSeen) {
    return (
      <div ref={frame} className={classes.frame} style={{ height }}>
        {underlay}
      </div>
    );
  }
  return (
    <MapBoundary key={attempt} onFailure={setBroken}>
      <LoadedMap {...content} height={height} unavailable={unavailable} onUnavailable={setBroken} />
    </MapBoundary>
  );
}

interface LoadedMapProps extends MapContentProps {
  height: number | string;
  unavailable(reason: string): ReactNode;
  onUnavailable(reason: string): void;
}

function LoadedMap({ height, unavailable, onUnavailable, ...content }: LoadedMapProps) {
  const library = useRetry(() => import('./map-canvas.tsx'), []);
  const { style, isOffline, failure, reportMissing } = useBasemap();
  const reason = library.state === 'failed' ? library.reason : failure;
  if (reason) return unavailable(reason);
  return (
    <div className={classes.frame} style={{ height }}>
      <MapUnderlay {...content} height={height} />
      {library.state === 'ready' && style ? (
        <library.value.MapCanvas
          {...content}
          mapStyle={style}
          isOffline={isOffline}
          reportMissing={reportMissing}
          onUnavailable={onUnavailable}
        />
      ) : (
        <output className={classes.loading}>{t('Loading map...')}</output>
      )}
      {isOffline ? <span className={classes.badge}>{t('Offline map')}</span> : null}
    </div>
  );
}

/** Null if this browser can draw maps. Checked first, because the library needs WebGL 2. */
export function checkMapSupport(): string | null {
  const canDraw =
    typeof WebGL2RenderingContext !== 'undefined' &&
    document.createElement('canvas').getContext('webgl2') !== null;
  return canDraw ? null : t('this browser cannot draw maps');
}

class MapBoundary extends Component<{ onFailure(reason: string): void; children: ReactNode }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override componentDidCatch(error: Error) {
    this.props.onFailure(error.message);
  }

  override render() {
    return this.state.isBroken ? null : this.props.children;
  }
}
