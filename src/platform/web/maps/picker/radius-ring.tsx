import { circle } from '@turf/circle';
import { Layer, Source } from '@vis.gl/react-maplibre';
import { useMemo } from 'react';
import { useMapPalette } from '../style/map-palette.ts';
import type { MapRing } from '../markers/map-model.ts';

export function RadiusRing({ ring: { lat, lng, radiusMeters } }: { ring: MapRing }) {
  const palette = useMapPalette();
  const shape = useMemo(
    () => circle([lng, lat], radiusMeters, { units: 'meters', steps: 96 }),
    [lat, lng, radiusMeters],
  );
  return (
    <Source id="radius-ring" type="geojson" data={shape}>
      <Layer id="radius-ring-area" type="fill" paint={{ 'fill-color': palette.ring, 'fill-opacity': 0.1 }} />
      <Layer
        id="radius-ring-edge"
        type="line"
        layout={{ 'line-cap': 'round' }}
        paint={{ 'line-color': palette.ring, 'line-width': 2, 'line-dasharray': [2, 2.2] }}
      />
    </Source>
  );
}
