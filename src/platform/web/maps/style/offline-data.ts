import type { Feature, FeatureCollection, MultiLineString, MultiPolygon, Point, Position } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

/** About 0.4 MB to download, loaded only if needed. */
export interface OfflineData {
  land: FeatureCollection;
  coastLines: MultiLineString;
  stateLines: MultiLineString;
  countyLines: MultiLineString;
  cities: FeatureCollection<Point, CityLabel>;
}

export interface CityLabel {
  name: string;
  /** Population in thousands. */
  thousands: number;
  /** By population. If two labels collide, the lower rank wins. */
  rank: number;
  isPart: boolean;
}

type UnitedStates = Topology<{
  counties: GeometryCollection;
  states: GeometryCollection;
  nation: GeometryCollection;
}>;
type Land = Topology<{ land: GeometryCollection }>;

/** See scripts/build-map-data.ts. */
interface CityColumns {
  names: string;
  thousands: number[];
  parts: number[];
  lats: number[];
  lngs: number[];
}

export async function loadOfflineData(): Promise<OfflineData> {
  // Imported as text: JSON.parse is several times faster than running a JSON module.
  const [counties, neighbours, farLand, cities] = await Promise.all([
    import('us-atlas/counties-10m.json?raw'),
    import('./neighbours.json?raw'),
    import('./far-land.json?raw'),
    import('./us-cities.json?raw'),
  ]);
  return unpack(
    JSON.parse(counties.default),
    JSON.parse(neighbours.default),
    JSON.parse(farLand.default),
    JSON.parse(cities.default),
  );
}

function unpack(us: UnitedStates, around: Land, far: Land, cities: CityColumns): OfflineData {
  return {
    land: {
      type: 'FeatureCollection',
      features: [
        ...feature(far, far.objects.land).features.map(acrossDateLine),
        ...feature(around, around.objects.land).features,
        ...feature(us, us.objects.nation).features,
      ],
    },
    coastLines: mesh(us, us.objects.nation as GeometryCollection<MultiPolygon>),
    stateLines: mesh(us, us.objects.states, (one, other) => one !== other),
    countyLines: mesh(
      us,
      us.objects.counties,
      (one, other) => one !== other && getStateCode(one) === getStateCode(other),
    ),
    cities: cityLabels(cities),
  };
}

/** A jump from 180 to -180 degrees would draw a line across the whole map. */
function acrossDateLine(land: Feature): Feature {
  const { geometry } = land;
  if (geometry.type === 'Polygon')
    return { ...land, geometry: { ...geometry, coordinates: geometry.coordinates.map(unwrapLongitudes) } };
  if (geometry.type !== 'MultiPolygon') return land;
  const coordinates = geometry.coordinates.map((polygon) => polygon.map(unwrapLongitudes));
  return { ...land, geometry: { ...geometry, coordinates } };
}

function unwrapLongitudes(ring: Position[]): Position[] {
  const lngs = ring.map(([lng = 0]) => lng);
  const jumps = lngs.some((lng, index) => index > 0 && Math.abs(lng - (lngs[index - 1] ?? lng)) > 180);
  return jumps ? ring.map(([lng = 0, lat = 0]) => [lng < 0 ? lng + 360 : lng, lat]) : ring;
}

/** FIPS: the first two digits of the county's code. */
function getStateCode({ id }: { id?: string | number | undefined }): string {
  return String(id).slice(0, 2);
}

function cityLabels({ names, thousands, parts, lats, lngs }: CityColumns): OfflineData['cities'] {
  const partIndexes = new Set(parts);
  return {
    type: 'FeatureCollection',
    features: names.split('|').map((name, index) => ({
      type: 'Feature',
      properties: { name, thousands: thousands[index] ?? 0, rank: index, isPart: partIndexes.has(index) },
      geometry: { type: 'Point', coordinates: [(lngs[index] ?? 0) / 1000, (lats[index] ?? 0) / 1000] },
    })),
  };
}
