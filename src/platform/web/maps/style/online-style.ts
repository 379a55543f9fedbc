import type { LayerSpecification, StyleSpecification } from 'maplibre-gl';
import { mapFont } from './map-font.ts';
import type { MapPalette } from './map-palette.ts';

const timeoutMilliseconds = 8000;

/** Sends no cookies. Throws unless the response is a style. */
export async function fetchStyle(styleUrl: string, signal: AbortSignal): Promise<StyleSpecification> {
  const answer = await fetch(styleUrl, {
    credentials: 'omit',
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMilliseconds)]),
  });
  if (!answer.ok) throw new Error(`The map's style answered ${answer.status}`);
  const style: StyleSpecification = await answer.json();
  if (style.version !== 8 || !Array.isArray(style.layers)) throw new Error('The answer is not a map style');
  return style;
}

/** For the OpenMapTiles schema. Drops shops and other points of interest, which would compete with the markers. */
export function applyPalette(style: StyleSpecification, palette: MapPalette): StyleSpecification {
  const { glyphs: _, ...kept } = style;
  return { ...kept, layers: style.layers.filter(isWanted).map((layer) => recolorLayer(layer, palette)) };
}

function isWanted(layer: LayerSpecification): boolean {
  if (layer.type === 'raster' || layer.type === 'hillshade' || layer.type === 'fill-extrusion') return false;
  return getSourceLayer(layer) !== 'poi';
}

function recolorLayer(layer: LayerSpecification, palette: MapPalette): LayerSpecification {
  if (layer.type === 'background') return { ...layer, paint: { 'background-color': palette.land } };
  if (layer.type === 'fill') {
    const color = fillColor(getSourceLayer(layer), palette);
    return {
      ...layer,
      paint: { ...without(layer.paint, 'fill-pattern'), 'fill-color': color, 'fill-outline-color': color },
    };
  }
  if (layer.type === 'line')
    return { ...layer, paint: { ...layer.paint, 'line-color': lineColor(layer, palette) } };
  if (layer.type === 'symbol') return styleLabels(layer, palette);
  return layer;
}

function fillColor(sourceLayer: string, palette: MapPalette): string {
  if (sourceLayer === 'water') return palette.water;
  if (sourceLayer === 'park' || sourceLayer === 'landcover') return palette.park;
  if (sourceLayer === 'building') return palette.line;
  return palette.land;
}

function lineColor(layer: LayerSpecification, palette: MapPalette): string {
  const sourceLayer = getSourceLayer(layer);
  if (sourceLayer === 'waterway') return palette.water;
  if (sourceLayer === 'boundary') return palette.strongLine;
  if (sourceLayer !== 'transportation') return palette.road;
  if (/casing|rail|transit|path/.test(layer.id)) return palette.line;
  return /motorway|trunk/.test(layer.id) ? palette.mainRoad : palette.road;
}

function styleLabels(
  layer: LayerSpecification & { type: 'symbol' },
  palette: MapPalette,
): LayerSpecification {
  const sourceLayer = getSourceLayer(layer);
  const layout = layer.layout?.['text-field'] ? { ...layer.layout, 'text-font': mapFont } : layer.layout;
  // Keep the color of a road's number: it is drawn on a shield in the provider's colors.
  if (sourceLayer === 'transportation_name' && layer.layout?.['icon-image'])
    return { ...layer, ...(layout && { layout }) };
  const color = sourceLayer === 'place' ? palette.label : palette.faintLabel;
  const halo = sourceLayer.startsWith('water') ? palette.water : palette.land;
  return {
    ...layer,
    ...(layout && { layout }),
    paint: {
      ...layer.paint,
      'text-color': color,
      'text-halo-color': halo,
      'text-halo-width': 1.4,
      'text-halo-blur': 0,
    },
  };
}

function getSourceLayer(layer: LayerSpecification): string {
  return 'source-layer' in layer ? (layer['source-layer'] ?? '') : '';
}

function without<T extends object, Key extends keyof T>(value: T | undefined, key: Key): Partial<T> {
  const { [key]: _, ...rest } = value ?? ({} as T);
  return rest as Partial<T>;
}
