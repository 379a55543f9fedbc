import { Map, type MapRef, NavigationControl, ScaleControl } from '@vis.gl/react-maplibre';
import * as maplibre from 'maplibre-gl';
import type { StyleSpecification } from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { useEffect, useRef, useState } from 'react';
import { useClock } from '../clock.ts';
import './map-controls.css';
import { noteMap } from './map-journal.ts';
import { MapMarkers } from './map-markers.tsx';
import { boundsOf, type MapContentProps } from './map-model.ts';
import { MapStains } from './map-stains.tsx';
import { MapWays } from './map-ways.tsx';
import { nearestZoom } from './marker-groups.ts';
import { RadiusRing } from './radius-ring.tsx';
import { viewportOf } from './use-map-view.ts';

// The bundler gives the worker a name of its own, which the library cannot guess.
maplibre.setWorkerUrl(workerUrl);

/** Nearer than this, a single marker would fill the view with one corner of a street. */
const nearestFitZoom = 15;
/** Farther away one would see the world several times; all of the country has to fit onto a telephone, with room around it. */
const farthestZoom = 0.5;
/** Pixels: a pin rises above its point, and the zoom buttons stand at the right. */
const fitPadding = { top: 56, right: 62, bottom: 44, left: 44 };

export interface MapCanvasProps extends MapContentProps {
  mapStyle: StyleSpecification;
  reportMissing(what: 'tile' | 'source'): void;
  /** The browser cannot draw the map after all. */
  onUnavailable(reason: string): void;
}

/** The map itself. This file brings the map library along, so that it is only imported when a map is shown. */
export function MapCanvas({
  label,
  center,
  zoom = 13,
  markers = [],
  ring,
  ways = [],
  stains = [],
  fit = false,
  onPick,
  selectedId,
  onSelect,
  hoveredId,
  onHover,
  onMove,
  mapStyle,
  reportMissing,
  onUnavailable,
}: MapCanvasProps) {
  const map = useRef<MapRef>(null);
  const clock = useClock();
  const [begunAt] = useState(() => clock.now().getTime());
  const bounds = boundsToFit({ fit, markers, ring, ways, stains });
  const fitOptions = { padding: fitPadding, maxZoom: nearestFitZoom };
  useFit(map, bounds?.join(','), fitOptions);

  return (
    <Map
      ref={map}
      mapLib={maplibre}
      initialViewState={
        bounds
          ? { bounds, fitBoundsOptions: fitOptions }
          : { latitude: center.lat, longitude: center.lng, zoom }
      }
      mapStyle={mapStyle}
      minZoom={farthestZoom}
      maxZoom={nearestZoom}
      // A map inside a page must not swallow the page's scrolling.
      cooperativeGestures
      dragRotate={false}
      pitchWithRotate={false}
      touchPitch={false}
      attributionControl={{ compact: true, customAttribution: [] }}
      locale={{ 'Map.Title': label }}
      cursor={onPick ? 'crosshair' : 'grab'}
      onClick={(event) => {
        onPick?.({ lat: event.lngLat.lat, lng: event.lngLat.lng });
        onSelect?.(null);
      }}
      onMoveEnd={(event) => onMove?.(viewportOf(event.target, isByHand(event)))}
      onLoad={({ target }) => {
        const tookMilliseconds = clock.now().getTime() - begunAt;
        noteMap(clock.now(), `Map: drawn in ${tookMilliseconds} ms by MapLibre ${maplibre.getVersion()}`);
        target.touchZoomRotate.disableRotation();
        // The library fits to 400 pixels where its place is still folded up: once more, to what it really has.
        target.resize();
        if (bounds) target.fitBounds(bounds, { ...fitOptions, duration: 0 });
      }}
      onError={(event) => {
        // The library adds these beside `error` where a source or one of its tiles is the cause.
        const cause: { error: Error; sourceId?: string; tile?: unknown } = event;
        if (cause.error.name === 'GPUInitializationError') {
          onUnavailable(cause.error.message);
          return;
        }
        noteMap(clock.now(), `Map: ${cause.error.message}`);
        if (cause.tile) reportMissing('tile');
        else if (cause.sourceId) reportMissing('source');
      }}
    >
      <NavigationControl position="top-right" showCompass={false} />
      <ScaleControl position="bottom-left" maxWidth={90} />
      {stains.length > 0 ? <MapStains stains={stains} /> : null}
      {ring ? <RadiusRing ring={ring} /> : null}
      {ways.length > 0 ? <MapWays ways={ways} /> : null}
      <MapMarkers
        markers={markers}
        hoveredId={hoveredId ?? null}
        selectedId={selectedId ?? null}
        {...(onSelect && { onSelect })}
        {...(onHover && { onHover })}
      />
    </Map>
  );
}

type FittedContent = Required<Pick<MapContentProps, 'fit' | 'markers' | 'ways' | 'stains'>> &
  Pick<MapContentProps, 'ring'>;

function boundsToFit({ fit, markers, ring, ways, stains }: FittedContent) {
  const wayPoints = ways.flatMap(({ points }) => points);
  if (fit === 'ways' && wayPoints.length > 0) return boundsOf(wayPoints, undefined);
  return fit
    ? boundsOf([...markers, ...wayPoints, ...stains.flatMap(({ corners }) => corners)], ring)
    : undefined;
}

/** Fingers, wheel, keys and buttons leave their event; a pressed cluster leaves the mark. */
function isByHand(event: { originalEvent?: unknown; isByHand?: unknown }): boolean {
  return event.originalEvent !== undefined || event.isByHand === true;
}

/** Moves the view when what must be seen has changed; the first time the map opens there already. */
function useFit(
  map: { current: MapRef | null },
  boundsKey: string | undefined,
  options: { padding: typeof fitPadding; maxZoom: number },
): void {
  const fitted = useRef(boundsKey);
  useEffect(() => {
    if (boundsKey === undefined || boundsKey === fitted.current || !map.current) return;
    fitted.current = boundsKey;
    const [west = 0, south = 0, east = 0, north = 0] = boundsKey.split(',').map(Number);
    // The library itself leaves the motion out for people who prefer less of it.
    map.current.fitBounds([west, south, east, north], { ...options, duration: 600 });
  });
}
