import { createContext, useContext } from 'react';

export interface MapSettings {
  /** Address of a MapLibre style; null draws only the shipped boundaries. */
  styleUrl: string | null;
}

/** Vector tiles of OpenStreetMap without a key. */
export const defaultStyleUrl = 'https://tiles.openfreemap.org/styles/positron';

const MapSettingsContext = createContext<MapSettings>({ styleUrl: defaultStyleUrl });

export const MapSettingsProvider = MapSettingsContext.Provider;

export function useMapSettings(): MapSettings {
  return useContext(MapSettingsContext);
}
