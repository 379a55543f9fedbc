import type { Place } from '../../../places-contract.ts';
import {
  type GazetteerData,
  type GazetteerPlace,
  type GazetteerZip,
  readGazetteerFile,
} from './gazetteer-file.ts';
import { type NameIndex, createNameIndex } from './name-index.ts';
import { createNearestPoint } from './nearest-point.ts';
import { parsePlaceQuery } from '../place-query.ts';

/** A point farther than this from every city is at sea or abroad. */
const reachKilometers = 120;

interface Gazetteer {
  data: GazetteerData;
  loadedInMilliseconds: number;
  names: NameIndex;
  nearest: (lat: number, lng: number) => GazetteerPlace | undefined;
}

let loaded: Gazetteer | undefined;

/**
 * Searches by the start of a name, by 'City, ST', by state or by ZIP code. Ignores case, accents and the difference
 * between 'St.' and 'Saint'. Names that start with the text come before names with a later word that does. Among equal
 * matches, larger places come first. Mistyped names are only returned if nothing else matches. The first call loads the
 * data (about 0.1 s).
 */
export function searchPlaces(query: string, limit = 8): Place[] {
  const { data, names } = gazetteer();
  const read = parsePlaceQuery(query);
  if ('zipPrefix' in read) return findZips(data, read.zipPrefix, limit);
  const found = new Map<string, Place>();
  const add = (places: readonly GazetteerPlace[]) => {
    for (const place of places.map(toPlace)) {
      // A state may have a second, smaller place of the same name. The user could not tell the two apart.
      if (found.size < limit && !found.has(place.address)) found.set(place.address, place);
    }
  };
  for (const reading of read.readings) add(names.find(reading, limit));
  if (found.size === 0) {
    for (const reading of read.readings) add(names.findMistyped(reading, limit));
  }
  return [...found.values()];
}

export interface ListStats {
  places: number;
  zipCodes: number;
  loadedInMilliseconds: number;
}

export function getListStats(): ListStats {
  const { data, loadedInMilliseconds } = gazetteer();
  return { places: data.places.length, zipCodes: data.zipLines.length, loadedInMilliseconds };
}

/** Returns the place whose centre or ZIP code is nearest. Null beyond 120 km. */
export function nearestPlace(lat: number, lng: number): Place | null {
  const place = gazetteer().nearest(lat, lng);
  return place ? toPlace(place) : null;
}

export function findCity(lat: number, lng: number): string | null {
  return gazetteer().nearest(lat, lng)?.city.name ?? null;
}

function gazetteer(): Gazetteer {
  loaded ??= load();
  return loaded;
}

function load(): Gazetteer {
  const begun = performance.now();
  const data = readGazetteerFile();
  const names = createNameIndex(data.places);
  let nearest: Gazetteer['nearest'] | undefined;
  return {
    data,
    loadedInMilliseconds: Math.round(performance.now() - begun),
    names,
    nearest: (lat, lng) => (nearest ??= createNearestPlace(data))(lat, lng),
  };
}

/**
 * ZIP codes match a city as people know it better than a circle around its centre. The far shore of a bay is
 * another city, and a small town next to a large one keeps its name. Unnamed parts of cities would only blur
 * that, so they are left out.
 */
function createNearestPlace(data: GazetteerData): Gazetteer['nearest'] {
  const points: { lat: number; lng: number; place: GazetteerPlace }[] = [];
  for (const place of data.places) {
    if (!place.isUnnamedPart) points.push({ lat: place.lat, lng: place.lng, place });
  }
  for (const line of data.zipLines) {
    const zip = data.readZip(line);
    if (!zip.mailName) points.push(zip);
  }
  const nearest = createNearestPoint(points);
  return (lat, lng) => points[nearest({ lat, lng }, reachKilometers)?.index ?? -1]?.place;
}

function findZips({ zipLines, readZip }: GazetteerData, prefix: string, limit: number): Place[] {
  let low = 0;
  let high = zipLines.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((zipLines[middle] ?? '') < prefix) low = middle + 1;
    else high = middle;
  }
  return zipLines
    .slice(low, low + limit)
    .filter((line) => line.startsWith(prefix))
    .map((line) => zipToPlace(readZip(line)));
}

function toPlace(place: GazetteerPlace): Place {
  const label = place.isUnnamedPart ? `${place.name}, ${place.city.name}` : place.name;
  return {
    placeId: `geonames:${place.geonamesId}`,
    name: place.name,
    address: `${label}, ${place.state}`,
    city: place.city.name,
    state: place.state,
    lat: place.lat,
    lng: place.lng,
  };
}

function zipToPlace({ zip, lat, lng, place, mailName }: GazetteerZip): Place {
  const name = mailName || place.name;
  return {
    placeId: `zip:${zip}`,
    name,
    address: `${name}, ${place.state} ${zip}`,
    city: place.city.name,
    state: place.state,
    zipCode: zip,
    lat,
    lng,
  };
}
