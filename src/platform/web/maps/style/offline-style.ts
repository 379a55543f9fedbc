import type { Feature, FeatureCollection } from 'geojson';
import type { ExpressionSpecification, StyleSpecification } from 'maplibre-gl';
import { mapFont, strongMapFont } from './map-font.ts';
import type { MapPalette } from './map-palette.ts';
import type { OfflineData } from './offline-data.ts';

const attribution = 'Natural Earth, US Census, GeoNames';

const labelledThousands: ExpressionSpecification = [
  'step',
  ['zoom'],
  600,
  4,
  400,
  5,
  200,
  6,
  100,
  7,
  40,
  8,
  12,
  9,
  0,
];
/** At low zoom they would crowd their city. */
const showsParts: ExpressionSpecification = ['step', ['zoom'], false, 10.5, true];

export function createOfflineStyle(palette: MapPalette, data: OfflineData): StyleSpecification {
  return {
    version: 8,
    name: 'Offline map',
    // Without `glyphs`, labels use the page's own web font.
    sources: {
      ground: { type: 'geojson', data: toGround(data), attribution },
      coastLines: { type: 'geojson', data: data.coastLines },
      stateLines: { type: 'geojson', data: data.stateLines },
      countyLines: { type: 'geojson', data: data.countyLines },
      cities: { type: 'geojson', data: data.cities },
    },
    layers: [
      // Land color until the ground has loaded, so that missing parts do not look like sea.
      { id: 'paper', type: 'background', paint: { 'background-color': palette.land } },
      {
        id: 'water',
        type: 'fill',
        source: 'ground',
        filter: ['==', ['get', 'kind'], 'water'],
        // Antialiasing would show the seams between tiles.
        paint: { 'fill-color': palette.water, 'fill-antialias': false },
      },
      {
        id: 'land',
        type: 'fill',
        source: 'ground',
        filter: ['==', ['get', 'kind'], 'land'],
        paint: { 'fill-color': palette.land },
      },
      {
        id: 'county-lines',
        type: 'line',
        source: 'countyLines',
        minzoom: 6,
        paint: {
          'line-color': palette.line,
          'line-width': ['interpolate', ['linear'], ['zoom'], 6, 0.6, 12, 1.4],
          'line-opacity': ['interpolate', ['linear'], ['zoom'], 6, 0, 7, 1],
        },
      },
      {
        id: 'state-lines',
        type: 'line',
        source: 'stateLines',
        paint: {
          'line-color': palette.strongLine,
          'line-width': ['interpolate', ['linear'], ['zoom'], 3, 0.5, 10, 1.6],
          'line-opacity': 0.7,
        },
      },
      {
        id: 'coast-lines',
        type: 'line',
        source: 'coastLines',
        paint: { 'line-color': palette.strongLine, 'line-width': 0.8, 'line-opacity': 0.35 },
      },
      {
        id: 'city-labels',
        type: 'symbol',
        source: 'cities',
        filter: [
          'all',
          ['>=', ['get', 'thousands'], labelledThousands],
          ['any', ['!', ['get', 'isPart']], showsParts],
        ],
        layout: {
          // The dot is the label's first line, so that it appears only with its label.
          'text-field': ['format', '●\n', { 'font-scale': 0.5 }, ['get', 'name']],
          'text-font': ['step', ['get', 'thousands'], ['literal', mapFont], 250, ['literal', strongMapFont]],
          'text-size': ['step', ['get', 'thousands'], 12, 100, 13.5, 500, 16],
          'text-anchor': 'top',
          'text-offset': [0, -0.35],
          'text-line-height': 1.05,
          'text-padding': 3,
          'symbol-sort-key': ['get', 'rank'],
        },
        paint: {
          'text-color': ['case', ['get', 'isPart'], palette.faintLabel, palette.label],
          'text-halo-color': palette.land,
          'text-halo-width': 1.4,
        },
      },
    ],
  };
}

/** The latitude limit of Web Mercator. */
const lastLatitude = 85.051129;

/** As a background, the sea would appear before the land. */
function toGround({ land }: OfflineData): FeatureCollection {
  const sea: Feature = {
    type: 'Feature',
    properties: { kind: 'water' },
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [-180, -lastLatitude],
          [180, -lastLatitude],
          [180, lastLatitude],
          [-180, lastLatitude],
          [-180, -lastLatitude],
        ],
      ],
    },
  };
  return {
    type: 'FeatureCollection',
    features: [sea, ...land.features.map((feature) => ({ ...feature, properties: { kind: 'land' } }))],
  };
}
