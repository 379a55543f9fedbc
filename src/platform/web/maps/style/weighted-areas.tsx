import { Layer, Source } from '@vis.gl/react-maplibre';
import type { FeatureCollection, Polygon } from 'geojson';
import { useMemo } from 'react';
import type { WeightedArea } from '../markers/map-model.ts';
import { useMapPalette } from './map-palette.ts';

/** The lightest area stays visible, and the map stays readable below the heaviest. */
export function WeightedAreas({ areas }: { areas: readonly WeightedArea[] }) {
  const palette = useMapPalette();
  const features = useMemo(() => toFeatureCollection(areas), [areas]);
  return (
    <Source id="weighted-areas" type="geojson" data={features}>
      <Layer
        id="weighted-areas-fill"
        type="fill"
        paint={{
          'fill-color': palette.stain,
          'fill-opacity': ['interpolate', ['linear'], ['get', 'weight'], 0, 0.12, 1, 0.62],
        }}
      />
      <Layer
        id="weighted-areas-edge"
        type="line"
        layout={{ 'line-join': 'round' }}
        paint={{ 'line-color': palette.stain, 'line-width': 1.2, 'line-opacity': 0.75 }}
      />
    </Source>
  );
}

function toFeatureCollection(areas: readonly WeightedArea[]): FeatureCollection<Polygon> {
  return {
    type: 'FeatureCollection',
    features: areas.map(({ corners, weight }) => {
      const ring = corners.map(({ lat, lng }) => [lng, lat]);
      return {
        type: 'Feature',
        properties: { weight },
        // GeoJSON polygons repeat the first corner at the end.
        geometry: { type: 'Polygon', coordinates: [[...ring, ...ring.slice(0, 1)]] },
      };
    }),
  };
}
