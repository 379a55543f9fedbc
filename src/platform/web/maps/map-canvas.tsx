import { Map, type MapRef, NavigationControl, ScaleControl } from '@vis.gl/react-maplibre';
import * as maplibre from 'maplibre-gl';
import type { StyleSpecification } from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { useEffect, useRef } from 'react';
import './map-controls.css';
import { MapMarkers } from './map-markers.tsx';
import { boundsOf, type MapContentProps } from './map-model.ts';
import { RadiusRing } from './radius-ring.tsx';

// The bundler gives the worker a name of its own, which the library cannot guess.
maplibre.setWorkerUrl(workerUrl);

/** Nearer than this, a single marker would fill the view with one corner of a street. */
const nearestFitZoom = 15;

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
  fit = false,
  onPick,
  mapStyle,
  reportMissing,
  onUnavailable,
}: MapCanvasProps) {
  const map = useRef<MapRef>(null);
  const bounds = fit ? boundsOf(markers, ring) : undefined;
  const fitOptions = { padding: 44, maxZoom: nearestFitZoom };
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
      minZoom={2.5}
      maxZoom={18}
      // A map inside a page must not swallow the page's scrolling.
      cooperativeGestures
      dragRotate={false}
      pitchWithRotate={false}
      touchPitch={false}
      attributionControl={{ compact: true, customAttribution: [] }}
      locale={{ 'Map.Title': label }}
      cursor={onPick ? 'crosshair' : 'grab'}
      onClick={(event) => onPick?.({ lat: event.lngLat.lat, lng: event.lngLat.lng })}
      onLoad={({ target }) => {
        target.touchZoomRotate.disableRotation();
        // The library fits to 400 pixels where its place is still folded up: once more, to what it really has.
        target.resize();
        if (bounds) target.fitBounds(bounds, { ...fitOptions, duration: 0 });
      }}
      onError={(event) => {
        // The library adds these beside `error` where a source or one of its tiles is the cause.
        const cause: { error: Error; sourceId?: string; tile?: unknown } = event;
        if (cause.error.name === 'GPUInitializationError') onUnavailable(cause.error.message);
        else if (cause.tile) reportMissing('tile');
        else if (cause.sourceId) reportMissing('source');
      }}
    >
      <NavigationControl position="top-right" showCompass={false} />
      <ScaleControl position="bottom-left" maxWidth={90} />
      {ring ? <RadiusRing ring={ring} /> : null}
      <MapMarkers markers={markers} />
    </Map>
  );
}

/** Moves the view when what must be seen has changed; the first time the map opens there already. */
function useFit(
  map: { current: MapRef | null },
  boundsKey: string | undefined,
  options: { padding: number; maxZoom: number },
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
