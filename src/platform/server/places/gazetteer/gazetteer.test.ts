import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Place } from '../../../places-contract.ts';
import { findCity, nearestPlace, searchPlaces } from './gazetteer.ts';

const addresses = (query: string, limit?: number) => searchPlaces(query, limit).map((place) => place.address);
const first = (query: string) => searchPlaces(query)[0];

describe('searchPlaces', () => {
  it.each(['San Francisco', 'Los Angeles', 'New York', 'Chicago'])(
    'returns %s first for every prefix of its name',
    (name) => {
      for (let length = 1; length <= name.length; length += 1) {
        expect(first(name.slice(0, length))?.name, name.slice(0, length)).toBe(name);
      }
    },
  );

  it('ranks matches at the start of a name before later words, and larger places before smaller ones', () => {
    expect(addresses('san', 4)).toEqual([
      'San Francisco, CA',
      'San Antonio, TX',
      'San Diego, CA',
      'San Jose, CA',
    ]);
    expect(addresses('francisco')).toEqual(['San Francisco, CA', 'South San Francisco, CA']);
    expect(addresses('portland', 2)).toEqual(['Portland, OR', 'Portland, ME']);
    expect(addresses('york', 9).indexOf('York, AL')).toBeLessThan(
      addresses('york', 9).indexOf('Yorkville, IL'),
    );
  });

  it.each([
    ['portland, or', 'Portland, OR'],
    ['Portland, Ma', 'Portland, ME'],
    ['portland maine', 'Portland, ME'],
    ['charleston west virginia', 'Charleston, WV'],
    ['Chicago, IL, USA', 'Chicago, IL'],
    ['washington dc', 'Washington, DC'],
    ['chinatown, new york', 'Chinatown, New York, NY'],
  ])('parses %s', (query, address) => expect(addresses(query)[0]).toBe(address));

  it.each([
    ['CANON CITY', 'Cañon City, CO'],
    ['cañon city', 'Cañon City, CO'],
    ['kapaa', 'Kapa‘a, HI'],
    ['saint lou', 'St. Louis, MO'],
    ['st. louis', 'St. Louis, MO'],
    ['ft worth', 'Fort Worth, TX'],
    ['new york city', 'New York, NY'],
    ['bronx', 'The Bronx, NY'],
  ])('finds %s in any spelling', (query, address) => expect(addresses(query)[0]).toBe(address));

  it.each([
    ['san fransisco', 'San Francisco, CA'],
    ['San Fransisco, CA', 'San Francisco, CA'],
    ['albequerque', 'Albuquerque, NM'],
    ['pheonix', 'Phoenix, AZ'],
    ['new yrok', 'New York, NY'],
    ['chigaco', 'Chicago, IL'],
    ['mineapolis mn', 'Minneapolis, MN'],
    ['portland, oregan', 'Portland, OR'],
    ['hollywod', 'Hollywood, FL'],
  ])('corrects %s', (query, address) => expect(addresses(query)[0]).toBe(address));

  it('does not correct an existing name', () => {
    expect(addresses('brooklin')).not.toContain('Brooklyn, NY');
    expect(addresses('pittsburg')[0]).toBe('Pittsburg, CA');
  });

  it.each([
    ['nyc', 'New York, NY'],
    ['LA', 'Los Angeles, CA'],
    ['sf', 'San Francisco, CA'],
    ['philly', 'Philadelphia, PA'],
    ['dc', 'Washington, DC'],
    ['frisco', 'Frisco, TX'],
  ])('knows %s', (query, address) => expect(addresses(query)[0]).toBe(address));

  it('returns for a state the cities of that name, and then its largest cities', () => {
    expect(addresses('oregon', 8)).toEqual([
      'Oregon, OH',
      'Oregon, WI',
      'Oregon, IL',
      'Oregon, MO',
      'Portland, OR',
      'Salem, OR',
      'Eugene, OR',
      'Gresham, OR',
    ]);
    expect(addresses('Puerto Rico', 1)).toEqual(['San Juan, PR']);
    expect(addresses('new york', 1)).toEqual(['New York, NY']);
  });

  it('finds complete and partial ZIP codes, also in a pasted address', () => {
    const place = { name: 'San Francisco', city: 'San Francisco', state: 'CA', zipCode: '94105' };
    expect(first('94105')).toMatchObject({
      ...place,
      placeId: 'zip:94105',
      address: 'San Francisco, CA 94105',
    });
    expect(first('94105-1234')).toMatchObject(place);
    expect(first('Ferry Building, San Francisco, CA 94105, USA')).toMatchObject(place);
    expect(addresses('9410', 3)).toEqual([
      'San Francisco, CA 94101',
      'San Francisco, CA 94102',
      'San Francisco, CA 94103',
    ]);
    expect(first('11201')).toMatchObject({ name: 'Brooklyn', city: 'New York' });
    expect(searchPlaces('00000')).toEqual([]);
  });

  it('never returns the same address twice', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,3}$/), (query) => {
        const found = addresses(query, 20);
        expect(new Set(found).size).toBe(found.length);
      }),
    );
  });

  it.each([
    '',
    '   ',
    ',',
    ',,, ',
    '.',
    '12',
    '💥',
    '\u0000',
    '%_\\',
    '(',
    "'; --",
    'zzzzzz',
    'qqqqqqqqqqqqqqqqqqqq',
    'x'.repeat(1000),
  ])('finds nothing for %j', (query) => expect(searchPlaces(query)).toEqual([]));

  it('returns at most `limit` valid places for any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 40 }),
        fc.integer({ min: 1, max: 20 }),
        (query, limit) => {
          const found = searchPlaces(query, limit);
          expect(found.length).toBeLessThanOrEqual(limit);
          for (const place of found) expect(Place.safeParse(place).success).toBe(true);
        },
      ),
    );
  });
});

describe('nearestPlace and cityOf', () => {
  it.each([
    ['Embarcadero', 37.7955, -122.3937, 'San Francisco, CA', 'San Francisco'],
    ['Treasure Island, nearer to Oakland’s shore', 37.8235, -122.3706, 'San Francisco, CA', 'San Francisco'],
    ['across the bay', 37.8044, -122.2712, 'Oakland, CA', 'Oakland'],
    ['Times Square', 40.758, -73.9855, 'New York, NY', 'New York'],
    ['Prospect Park', 40.6602, -73.969, 'Brooklyn, NY', 'New York'],
    ['across the Hudson', 40.7178, -74.0431, 'Jersey City, NJ', 'Jersey City'],
    ['downtown', 34.0407, -118.2468, 'Los Angeles, CA', 'Los Angeles'],
    ['Hollywood', 34.1016, -118.3267, 'Los Angeles, CA', 'Los Angeles'],
    ['a town beside it', 34.0094, -118.4973, 'Santa Monica, CA', 'Santa Monica'],
    ['Navy Pier', 41.8917, -87.6086, 'Chicago, IL', 'Chicago'],
    ['Anchorage', 61.2, -149.9, 'Anchorage, AK', 'Anchorage'],
  ])('find %s', (_, lat, lng, address, city) => {
    expect(nearestPlace(lat, lng)?.address).toBe(address);
    expect(findCity(lat, lng)).toBe(city);
  });

  it('return null at sea and abroad', () => {
    expect(nearestPlace(36, -130)).toBeNull();
    expect(findCity(35.68, 139.76)).toBeNull();
    expect(findCity(90, 180)).toBeNull();
  });

  it('find every large city at its own centre', () => {
    const cities = [
      'Houston',
      'Phoenix',
      'Philadelphia',
      'San Antonio',
      'Seattle',
      'Denver',
      'Boston',
      'Honolulu',
    ];
    for (const name of cities) {
      const place = first(name);
      expect(findCity(place?.lat ?? 0, place?.lng ?? 0)).toBe(name);
    }
  });
});
