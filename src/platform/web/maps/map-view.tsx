import { Component, type ReactNode, useState } from 'react';
import type { MapContentProps } from './map-model.ts';
import { MapUnavailable } from './map-unavailable.tsx';
import classes from './map-view.module.css';
import { useRetry } from './retry.ts';
import { useBasemap } from './use-basemap.ts';

export interface MapViewProps extends MapContentProps {
  /** CSS height of the frame; the width is that of the place it stands in. */
  height?: number | string;
  /** Stands in for the map where none can be drawn: the same facts as a list. */
  listFallback?: ReactNode;
}

/**
 * A map with markers and a ring. The map library and its data are fetched when it is first shown, with retries; the
 * provider's map gives way to shipped boundaries, and those to 'Map Unavailable' with the list.
 */
export function MapView({ height = 360, listFallback, ...content }: MapViewProps) {
  const [unavailable, setUnavailable] = useState(reasonAgainstMaps);
  if (unavailable) return <MapUnavailable reason={unavailable}>{listFallback}</MapUnavailable>;
  return (
    <MapBoundary onFailure={setUnavailable}>
      <LoadedMap {...content} height={height} listFallback={listFallback} onUnavailable={setUnavailable} />
    </MapBoundary>
  );
}

interface LoadedMapProps extends MapViewProps {
  onUnavailable(reason: string): void;
}

function LoadedMap({ height, listFallback, onUnavailable, ...content }: LoadedMapProps) {
  const library = useRetry(() => import('./map-canvas.tsx'), []);
  const { style, isOffline, failure, reportMissing } = useBasemap();
  const reason = library.state === 'failed' ? library.reason : failure;
  if (reason) return <MapUnavailable reason={reason}>{listFallback}</MapUnavailable>;
  return (
    <div className={classes.frame} style={{ height }}>
      {library.state === 'ready' && style ? (
        <library.value.MapCanvas
          {...content}
          mapStyle={style}
          reportMissing={reportMissing}
          onUnavailable={onUnavailable}
        />
      ) : (
        <output className={classes.loading}>Loading map...</output>
      )}
      {isOffline ? <span className={classes.badge}>Offline basemap</span> : null}
    </div>
  );
}

/** Asked before the library is fetched: without WebGL 2 it could only fail. */
function reasonAgainstMaps(): string | null {
  const canDraw =
    typeof WebGL2RenderingContext !== 'undefined' &&
    document.createElement('canvas').getContext('webgl2') !== null;
  return canDraw ? null : 'this browser cannot draw maps';
}

/** A map that breaks while it is drawn must not take the page with it. */
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
