import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

export interface GazetteerPlace {
  geonamesId: string;
  name: string;
  state: string;
  lat: number;
  lng: number;
  population: number;
  city: GazetteerPlace;
  /** A part of a city that is not a postal place name, so its address also needs the name of the city. */
  isUnnamedPart: boolean;
  aliases: readonly string[];
}

export interface GazetteerZip {
  zip: string;
  lat: number;
  lng: number;
  place: GazetteerPlace;
  /** The postal name, if the gazetteer has no such place. Otherwise empty. */
  mailName: string;
}

export interface GazetteerData {
  /** By descending population. */
  places: readonly GazetteerPlace[];
  /** In ascending order. A third of a million fields are only parsed when needed. */
  zipLines: readonly string[];
  readZip(line: string): GazetteerZip;
}

/** Resolved by package name, so that bundled code finds the file too. */
export function readGazetteerFile(): GazetteerData {
  const path = createRequire(import.meta.url).resolve('#platform/server/places/gazetteer/us-places.tsv');
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
  // Each place is its own city until the caller sets another one.
  return Object.assign(place, { city: place }) as GazetteerPlace;
}
