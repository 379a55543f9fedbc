import { createContext, useContext } from 'react';

export interface MapSettings {
  /** URL of a MapLibre style. If null, the map draws only the bundled boundaries. */
  styleUrl: string | null;
}

/** OpenStreetMap vector tiles that need no API key. */
export const defaultStyleUrl = 'https://tiles.openfreemap.org/styles/positron';

const MapSettingsContext = createContext<MapSettings>({ styleUrl: defaultStyleUrl });

export const MapSettingsProvider = MapSettingsContext.Provider;

export function useMapSettings(): MapSettings {
  return useContext(MapSettingsContext);
}
