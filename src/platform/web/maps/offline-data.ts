import type { FeatureCollection, MultiLineString, MultiPolygon, Point } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

/** What the offline map is drawn from: about 0.4 MB on the way, loaded only when it is needed. */
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
  /** Position by population; the smaller number keeps its label where two collide. */
  rank: number;
  /** A neighbourhood or borough. */
  isPart: boolean;
}

type UnitedStates = Topology<{
  counties: GeometryCollection;
  states: GeometryCollection;
  nation: GeometryCollection;
}>;
type Neighbours = Topology<{ land: GeometryCollection }>;

/** The columns of us-cities.json, see scripts/build-map-data.ts. */
interface CityColumns {
  names: string;
  thousands: number[];
  parts: number[];
  lats: number[];
  lngs: number[];
}

/** Loads and unpacks the shipped boundaries and city names. Rejects when a file cannot be fetched. */
export async function loadOfflineData(): Promise<OfflineData> {
  // As texts: parsing them as JSON is several times faster than running them as modules.
  const [counties, neighbours, cities] = await Promise.all([
    import('us-atlas/counties-10m.json?raw'),
    import('./neighbours.json?raw'),
    import('./us-cities.json?raw'),
  ]);
  return unpack(JSON.parse(counties.default), JSON.parse(neighbours.default), JSON.parse(cities.default));
}

function unpack(us: UnitedStates, around: Neighbours, cities: CityColumns): OfflineData {
  return {
    land: {
      type: 'FeatureCollection',
      features: [
        ...feature(around, around.objects.land).features,
        ...feature(us, us.objects.nation).features,
      ],
    },
    coastLines: mesh(us, us.objects.nation as GeometryCollection<MultiPolygon>),
    stateLines: mesh(us, us.objects.states, (one, other) => one !== other),
    countyLines: mesh(
      us,
      us.objects.counties,
      (one, other) => one !== other && stateOf(one) === stateOf(other),
    ),
    cities: cityLabels(cities),
  };
}

/** The first two digits of a county's FIPS code. */
function stateOf({ id }: { id?: string | number | undefined }): string {
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
