import { useMemo, useSyncExternalStore } from 'react';

const tokens = {
  land: '--map-land',
  road: '--map-road',
  mainRoad: '--map-main',
  water: '--map-water',
  park: '--map-park',
  line: '--line',
  strongLine: '--line-strong',
  label: '--secondary',
  faintLabel: '--dimmed',
  ring: '--ember-text',
  way: '--ink',
  stain: '--gold',
} as const;

/** The colours of a map. WebGL needs their values, so that they are read from tokens.css and not referred to. */
export type MapPalette = Record<keyof typeof tokens, string>;

/** The palette of the present colour scheme; a new object when it changes. */
export function useMapPalette(): MapPalette {
  const colors = useSyncExternalStore(subscribeToScheme, readColors);
  return useMemo(() => {
    const values = colors.split('|');
    const entries = Object.keys(tokens).map((name, index) => [name, values[index] ?? '']);
    // Object.fromEntries forgets the keys, which are those of `tokens`.
    return Object.fromEntries(entries) as MapPalette;
  }, [colors]);
}

/** The component library writes the scheme onto <html>; what the system prefers arrives there too. */
function subscribeToScheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] });
  return () => observer.disconnect();
}

/** One text, so that two readings of the same scheme are equal. */
function readColors(): string {
  const style = getComputedStyle(document.documentElement);
  return Object.values(tokens)
    .map((token) => style.getPropertyValue(token).trim())
    .join('|');
}
