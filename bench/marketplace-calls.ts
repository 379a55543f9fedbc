import { RARE_WORD } from './marketplace-world.ts';

export interface Marketplace {
  address: string;
  cookies: string[];
  deepCursors: string[];
}

const frequentWords = ['coffee', 'sneaker', 'bakery', 'music', 'fitness', 'travel', 'book', 'garden'];
const cities = ['New York', 'Los Angeles', 'Chicago', 'San Francisco', 'Houston', 'Miami'];
const bands = ['minPay=20&maxPay=30', 'minPay=30&maxPay=40', 'minPay=40'];
const points = ['40.7312,-73.9904', '34.1,-118.3', '41.9,-87.7', '37.77,-122.42', '38.5,-98.5', '33.0,-84.0'];

const lists: Record<string, (world: Marketplace) => string[]> = {
  'first page, 100 rows': () => [''],
  'first page, 50 rows': () => ['limit=50'],
  'first page of open ones': () => ['limit=50&open=true'],
  text: () => frequentWords.map((word) => `limit=50&q=${word}`),
  'text in a city': () =>
    cities.flatMap((city) =>
      frequentWords.slice(0, 3).map((word) => `limit=50&q=${word}&city=${encodeURIComponent(city)}`),
    ),
  'rare word': () => [`limit=50&q=${RARE_WORD}`, `limit=50&sort=pay&q=${RARE_WORD}`],
  'pay band': () => bands.map((band) => `limit=50&${band}`),
  'pay band, best paid first': () => bands.map((band) => `limit=50&sort=pay&${band}`),
  nearest: () => points.map((point) => `limit=50&sort=distance&near=${point}`),
  'open ones by start': () => [
    'limit=50&sort=start&open=true',
    'limit=50&sort=start&open=true&campaignType=wearable',
  ],
  'a page deep in the list': ({ deepCursors }) =>
    deepCursors.filter((_, index) => index % 20 === 0).map(pageAt),
  'pages all over the list': ({ deepCursors }) => deepCursors.map(pageAt),
};

function pageAt(cursor: string): string {
  return `limit=50&cursor=${encodeURIComponent(cursor)}`;
}

export const callNames = Object.keys(lists);

export function buildPaths(call: string, world: Marketplace): string[] {
  const queries = lists[call]?.(world) ?? [];
  return queries.map((query) => (query ? `/api/campaigns?${query}` : '/api/campaigns'));
}
