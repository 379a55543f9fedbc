import type { Feature, FeatureCollection } from 'geojson';
import type { ExpressionSpecification, StyleSpecification } from 'maplibre-gl';
import { mapFont, strongMapFont } from './map-font.ts';
import type { MapPalette } from './map-palette.ts';
import type { OfflineData } from './offline-data.ts';

const attribution = 'Natural Earth, US Census, GeoNames';

/** From how many thousand inhabitants on a city is labelled, by zoom. */
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
/** Neighbourhoods would crowd their city until one stands in it. */
const showsParts: ExpressionSpecification = ['step', ['zoom'], false, 10.5, true];

/** A map of borders, coasts and city names that needs nothing but what we ship. */
export function offlineStyle(palette: MapPalette, data: OfflineData): StyleSpecification {
  return {
    version: 8,
    name: 'Offline basemap',
    // Without `glyphs` labels are drawn in the page's own web font.
    sources: {
      ground: { type: 'geojson', data: groundOf(data), attribution },
      coastLines: { type: 'geojson', data: data.coastLines },
      stateLines: { type: 'geojson', data: data.stateLines },
      countyLines: { type: 'geojson', data: data.countyLines },
      cities: { type: 'geojson', data: data.cities },
    },
    layers: [
      // Until the ground is there, and where a part of it is still to come, nothing looks like a sea.
      { id: 'paper', type: 'background', paint: { 'background-color': palette.land } },
      {
        id: 'water',
        type: 'fill',
        source: 'ground',
        filter: ['==', ['get', 'kind'], 'water'],
        // Smoothed, the seams between its tiles would show.
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
          // The dot is the label's first line, so that it goes where the label goes.
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

/** Where the map's projection ends. */
const lastLatitude = 85.051129;

/** Sea and land as one source, whose parts are drawn at the same moment: a background of sea would be there before all land. */
function groundOf({ land }: OfflineData): FeatureCollection {
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
