import { Map, type MapRef, NavigationControl, ScaleControl } from '@vis.gl/react-maplibre';
import * as maplibre from 'maplibre-gl';
import type { StyleSpecification } from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { useRef } from 'react';
import { FoldedAttribution } from './folded-attribution.tsx';
import './map-controls.css';
import { MapMarkers } from './markers/map-markers.tsx';
import type { MapContentProps } from './markers/map-model.ts';
import { WeightedAreas } from './style/weighted-areas.tsx';
import { MapPaths } from './map-paths.tsx';
import { nearestZoom } from './markers/marker-groups.ts';
import { RadiusRings } from './picker/radius-ring.tsx';
import { ShowAllButton } from './markers/show-all.tsx';
import { useFit } from './use-fit.ts';
import { getViewport } from './use-map-view.ts';

// The bundler renames the worker file, so the library cannot find it on its own.
maplibre.setWorkerUrl(workerUrl);

/** Low enough to fit the whole country on a phone. Below it, the world would repeat. */
const farthestZoom = 0.5;

export interface MapCanvasProps extends MapContentProps {
  mapStyle: StyleSpecification;
  isOffline: boolean;
  reportMissing(what: 'tile' | 'source'): void;
  onUnavailable(reason: string): void;
}

/** Import this file lazily: it loads the map library. */
export function MapCanvas({
  label,
  center,
  zoom = 13,
  markers = [],
  ring,
  rings,
  paths = [],
  areas = [],
  fit = false,
  onPick,
  selectedId,
  onSelect,
  hoveredId,
  onHover,
  onMove,
  mapStyle,
  isOffline,
  reportMissing,
  onUnavailable,
}: MapCanvasProps) {
  const map = useRef<MapRef>(null);
  const zones = ring ? [ring] : (rings ?? []);
  const fitting = useFit(map, { fit, markers, ring, paths, areas, ...(rings && { rings }) });

  return (
    <Map
      ref={map}
      mapLib={maplibre}
      initialViewState={fitting?.view ?? { latitude: center.lat, longitude: center.lng, zoom }}
      mapStyle={mapStyle}
      minZoom={farthestZoom}
      maxZoom={nearestZoom}
      // Otherwise the map would capture the page's scrolling.
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
      onMoveStart={(event) => {
        if (isUserMove(event)) fitting?.noteHand();
      }}
      onResize={({ target }) => fitting?.afterResize(target)}
      onMoveEnd={(event) => onMove?.(getViewport(event.target, isUserMove(event)))}
      onLoad={({ target }) => {
        target.touchZoomRotate.disableRotation();
        // The library assumes 400 pixels if its container was collapsed. Resize to the real size.
        target.resize();
      }}
      onError={(event) => {
        // The library adds these fields if a source or one of its tiles caused the error.
        const cause: { error: Error; sourceId?: string; tile?: unknown } = event;
        if (cause.error.name === 'GPUInitializationError') {
          onUnavailable(cause.error.message);
          return;
        }
        if (cause.tile) reportMissing('tile');
        else if (cause.sourceId) reportMissing('source');
      }}
    >
      <NavigationControl position="top-right" showCompass={false} />
      <ScaleControl position="bottom-left" maxWidth={90} />
      <FoldedAttribution isOffline={isOffline} />
      {fitting ? <ShowAllButton onPress={() => fitting.showAll(map.current?.getMap(), 600)} /> : null}
      {areas.length > 0 ? <WeightedAreas areas={areas} /> : null}
      {zones.length > 0 ? <RadiusRings rings={zones} /> : null}
      {paths.length > 0 ? <MapPaths paths={paths} /> : null}
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

/** The user's moves have `originalEvent`, or the mark set by a pressed cluster. */
function isUserMove(event: { originalEvent?: unknown; isByHand?: unknown }): boolean {
  return event.originalEvent !== undefined || event.isByHand === true;
}
