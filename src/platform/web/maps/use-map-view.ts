import type { MapRef } from '@vis.gl/react-maplibre';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useState } from 'react';
import type { MapBounds, MapViewport } from './markers/map-model.ts';

export interface MapView {
  /** Rounded down, so that nothing redraws during a pinch. */
  zoom: number;
  /** Extended by the view's own size on every side. Undefined until the map has a view. */
  bounds: MapBounds | undefined;
}

export function useMapView(map: MapRef | undefined): MapView {
  const [view, setView] = useState<MapView>(() =>
    map ? getView(map.getMap()) : { zoom: 0, bounds: undefined },
  );
  useEffect(() => {
    if (!map) return;
    const library = map.getMap();
    const renew = () => setView(getView(library));
    const renewAtStep = () =>
      setView((known) => (known.zoom === Math.floor(library.getZoom()) ? known : getView(library)));
    renew();
    library.on('zoom', renewAtStep);
    library.on('moveend', renew);
    return () => {
      library.off('zoom', renewAtStep);
      library.off('moveend', renew);
    };
  }, [map]);
  return view;
}

export function getViewport(map: MapLibreMap, isByHand: boolean): MapViewport {
  return { bounds: boundsInView(map), zoom: map.getZoom(), isByHand };
}

function getView(map: MapLibreMap): MapView {
  const { west, south, east, north } = boundsInView(map);
  const [width, height] = [east - west, north - south];
  return {
    zoom: Math.floor(map.getZoom()),
    bounds: { west: west - width, south: south - height, east: east + width, north: north + height },
  };
}

function boundsInView(map: MapLibreMap): MapBounds {
  const bounds = map.getBounds();
  return {
    west: bounds.getWest(),
    south: bounds.getSouth(),
    east: bounds.getEast(),
    north: bounds.getNorth(),
  };
}
