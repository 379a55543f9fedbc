import { Layer, Source } from '@vis.gl/react-maplibre';
import type { FeatureCollection, LineString } from 'geojson';
import { useMemo } from 'react';
import type { MapPath } from './markers/map-model.ts';
import { useMapPalette } from './style/map-palette.ts';

const round = { 'line-cap': 'round', 'line-join': 'round' } as const;

/** The edge in the land's color contrasts with streets. Gaps are dashed. */
export function MapPaths({ paths }: { paths: readonly MapPath[] }) {
  const palette = useMapPalette();
  const lines = useMemo(() => toFeatureCollection(paths), [paths]);
  return (
    <Source id="map-paths" type="geojson" data={lines}>
      <Layer
        id="map-paths-edge"
        type="line"
        filter={['!', ['get', 'isGap']]}
        layout={round}
        paint={{ 'line-color': palette.land, 'line-width': 7, 'line-opacity': 0.85 }}
      />
      <Layer
        id="map-paths-line"
        type="line"
        filter={['!', ['get', 'isGap']]}
        layout={round}
        paint={{ 'line-color': palette.way, 'line-width': 3.5 }}
      />
      <Layer
        id="map-paths-gaps"
        type="line"
        filter={['get', 'isGap']}
        layout={round}
        paint={{
          'line-color': palette.way,
          'line-width': 2,
          'line-opacity': 0.7,
          'line-dasharray': [0.5, 2.5],
        }}
      />
    </Source>
  );
}

function toFeatureCollection(paths: readonly MapPath[]): FeatureCollection<LineString> {
  return {
    type: 'FeatureCollection',
    features: paths.map(({ points, isGap = false }) => ({
      type: 'Feature', // not for users
      properties: { isGap },
      geometry: { type: 'LineString', coordinates: points.map(({ lat, lng }) => [lng, lat]) },
    })),
  };
}
