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

/** WebGL needs values and not CSS variables, so they are read from tokens.css. */
export type MapPalette = Record<keyof typeof tokens, string>;

/** Returns a new object when the color scheme changes. */
export function useMapPalette(): MapPalette {
  const colors = useSyncExternalStore(subscribeToScheme, readColors);
  return useMemo(() => {
    const values = colors.split('|');
    const entries = Object.keys(tokens).map((name, index) => [name, values[index] ?? '']);
    // Cast, because Object.fromEntries loses the key types.
    return Object.fromEntries(entries) as MapPalette;
  }, [colors]);
}

/** The component library sets the scheme on <html>, including the system's preference. */
function subscribeToScheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] });
  return () => observer.disconnect();
}

/** Returns one string, so that useSyncExternalStore can compare it. */
function readColors(): string {
  const style = getComputedStyle(document.documentElement);
  return Object.values(tokens)
    .map((token) => style.getPropertyValue(token).trim())
    .join('|');
}
