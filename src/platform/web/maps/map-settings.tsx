import { createContext, useContext } from 'react';

export interface MapSettings {
  /** If null, the map draws only the bundled boundaries. */
  styleUrl: string | null;
}

/** Needs no API key. */
export const defaultStyleUrl = 'https://tiles.openfreemap.org/styles/positron';

const MapSettingsContext = createContext<MapSettings>({ styleUrl: defaultStyleUrl });

export const MapSettingsProvider = MapSettingsContext.Provider;

export function useMapSettings(): MapSettings {
  return useContext(MapSettingsContext);
}
