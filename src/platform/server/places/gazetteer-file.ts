import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

export interface GazetteerPlace {
  geonamesId: string;
  name: string;
  state: string;
  lat: number;
  lng: number;
  population: number;
  /** The city that it is part of; itself for a city. */
  city: GazetteerPlace;
  /** A part of a city that the post does not know by name: its address needs the city's name too. */
  isUnnamedPart: boolean;
  /** Other names under which it is found. */
  aliases: readonly string[];
}

export interface GazetteerZip {
  zip: string;
  lat: number;
  lng: number;
  /** The place that it belongs to, else the nearest one. */
  place: GazetteerPlace;
  /** The post's name where the gazetteer has no such place; empty otherwise. */
  mailName: string;
}

export interface GazetteerData {
  /** By falling population. */
  places: readonly GazetteerPlace[];
  /** A line per ZIP code in rising order; a third of a million fields are read only when asked for. */
  zipLines: readonly string[];
  readZip(line: string): GazetteerZip;
}

/** Reads the file that scripts/build-map-data.ts makes. Resolved by package, so that bundled code finds it as well. */
export function readGazetteerFile(): GazetteerData {
  const path = createRequire(import.meta.url).resolve('#platform/server/places/us-places.tsv');
  const [placePart = '', zipPart = ''] = readFileSync(path, 'utf8').split('\n\n');
  const places = placePart.split('\n').map(readPlace);
  placePart.split('\n').forEach((line, index) => {
    const [place, city] = [places[index], places[Number(line.split('\t')[6] || index)]];
    if (place && city) place.city = city;
  });
  return {
    places,
    zipLines: zipPart.trimEnd().split('\n'),
    readZip: (line) => {
      const [zip = '', lat, lng, placeIndex, mailName = ''] = line.split('\t');
      const place = places[Number(placeIndex)];
      if (!place) throw new Error(`ZIP code ${zip} names an unknown place`);
      return { zip, lat: Number(lat), lng: Number(lng), place, mailName };
    },
  };
}

function readPlace(line: string): GazetteerPlace {
  const [geonamesId = '', name = '', state = '', lat, lng, population, , kind, aliases] = line.split('\t');
  const place: Omit<GazetteerPlace, 'city'> = {
    geonamesId,
    name,
    state,
    lat: Number(lat),
    lng: Number(lng),
    population: Number(population),
    isUnnamedPart: kind === 'unnamed-part',
    aliases: aliases ? aliases.split('|') : [],
  };
  // A city is its own city until the caller says otherwise.
  return Object.assign(place, { city: place }) as GazetteerPlace;
}
