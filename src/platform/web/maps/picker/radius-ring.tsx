import { circle } from '@turf/circle';
import { Layer, Source } from '@vis.gl/react-maplibre';
import { useMemo } from 'react';
import { useMapPalette } from '../style/map-palette.ts';
import type { MapPoint, MapRing } from '../markers/map-model.ts';

export function RadiusRings({ rings }: { rings: readonly MapRing[] }) {
  const palette = useMapPalette();
  // The list is a new one on every render, but rarely other zones.
  const zones = JSON.stringify(rings);
  const shape = useMemo(
    () => ({
      type: 'FeatureCollection' as const,
      features: (JSON.parse(zones) as MapRing[]).map(({ lat, lng, radiusMeters, corners }) =>
        corners ? toPolygon(corners) : circle([lng, lat], radiusMeters, { units: 'meters', steps: 96 }),
      ),
    }),
    [zones],
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

function toPolygon(corners: readonly MapPoint[]) {
  const ring = [...corners, ...corners.slice(0, 1)].map(({ lat, lng }) => [lng, lat]);
  return {
    type: 'Feature' as const, // not for users
    properties: {},
    geometry: { type: 'Polygon' as const, coordinates: [ring] }, // not for users
  };
}
