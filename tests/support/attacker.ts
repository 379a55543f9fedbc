/**
 * Attacks by businesses that want to know where a marketer stands, from all that they see in 30 days. The
 * marketer is at the same place in each session. The attacker knows how positions are published, except for
 * the server's key, and estimates the place from 1,500 possible ones.
 */
import { latLngToCell } from 'h3-js';
import { distanceMeters, movePoint, type Point } from '#kernel/geometry/geometry.ts';
import { moveByOffset, isShownInZone, publishedPoint } from '#tracking/server/live/published-point.ts';
import type { Zone } from '#campaigns/server/zone-service.ts';
import { isInZone, isOtherZoneNearby } from '#tracking/server/presence/geometry.ts';
import { seededRandom } from './money/seeded-random.ts';

const city = { lat: 37.7955, lng: -122.3937 };
const POSSIBLE_PLACES = 1500;
const SIGMA_METERS = 320;
const MARGIN_METERS = 150;
const RADIUS_METERS = 500;
const ACCURACY_METERS = 5;

export interface Attack {
  name: string;
  campaigns: number;
  businesses: number;
  /** Where the zones are: anywhere near the cell, or where the answer says most. */
  zones: 'none' | 'random' | 'chosen';
  /** What the business sees of a session: in or out while it runs, or exactly, as with a proof. */
  sees: 'live' | 'proof';
}

type Flat = readonly [east: number, north: number];
interface Place {
  at: Flat;
  /** Where each business may believe the marketer to be. */
  hidden: readonly Flat[];
  weight: number;
}

/** Returns how far the estimate is from the marketer, in metres. */
export function measureError(attack: Attack, seed: number): number {
  const random = seededRandom(seed);
  const uniform = () => random.fraction();
  const normal = () => Math.sqrt(-2 * Math.log(uniform() + 1e-12)) * Math.cos(2 * Math.PI * uniform());
  const toPoint = ([east, north]: Flat): Point => movePoint(city, east, north);
  const place = toPoint([2000 * uniform() - 1000, 2000 * uniform() - 1000]);
  const secrets = Array.from({ length: attack.businesses }, (_, index) => ({
    key: 'a'.repeat(64),
    marketerId: `marketer ${seed}`,
    businessId: `business ${index}`,
  }));
  const points = secrets.map((secret) => publishedPoint(place, place, secret));
  const [first] = points;
  if (!first) throw new Error('nothing is published next to the marketer');
  const cells = points.map((point) => point && latLngToCell(point.lat, point.lng, 8));

  let places = drawPlaces();
  const measured: Zone[][] = secrets.map(() => []);
  for (let number = 0; number < attack.campaigns && attack.zones !== 'none'; number += 1) {
    const business = number % attack.businesses;
    const secret = secrets[business];
    if (!secret) continue;
    const zone = chooseZone();
    const isApproximate =
      attack.sees === 'live' && (measured[business] ?? []).some((other) => isOtherZoneNearby(other, zone));
    if (!isApproximate) measured[business]?.push(zone);
    const fix = { ...place, accuracy: ACCURACY_METERS };
    const isShown =
      attack.sees === 'proof' ? isInZone(fix, zone) : isShownInZone(fix, zone, secret, isApproximate);
    learn(zone, business, isApproximate, isShown);
  }
  return distanceMeters(place, toPoint(estimate()));

  function drawPlaces(): Place[] {
    const found: Place[] = [];
    const center = toFlat(first as Point);
    while (found.length < POSSIBLE_PLACES) {
      const hidden: Flat = [center[0] + 1400 * uniform() - 700, center[1] + 1400 * uniform() - 700];
      if (findCell(hidden) !== cells[0]) continue;
      const at: Flat = [hidden[0] + SIGMA_METERS * normal(), hidden[1] + SIGMA_METERS * normal()];
      const others = cells.slice(1).map((cell) => {
        const other: Flat = [at[0] + SIGMA_METERS * normal(), at[1] + SIGMA_METERS * normal()];
        return { other, fits: findCell(other) === cell };
      });
      if (others.every(({ fits }) => fits))
        found.push({ at, hidden: [hidden, ...others.map(({ other }) => other)], weight: 1 });
    }
    return found;
  }

  function findCell(flat: Flat): string {
    const { lat, lng } = toPoint(flat);
    return latLngToCell(lat, lng, 8);
  }

  function estimate(of: (each: Place) => Flat = ({ at }) => at): Flat {
    let [total, east, north] = [0, 0, 0];
    for (const each of places) {
      total += each.weight;
      east += each.weight * of(each)[0];
      north += each.weight * of(each)[1];
    }
    return [east / total, north / total];
  }

  function chooseZone(): Zone {
    const [east, north] = estimate();
    const radiusMeters = RADIUS_METERS;
    if (attack.zones === 'random') {
      const [meters, angle] = [1000 * Math.sqrt(uniform()), 2 * Math.PI * uniform()];
      return {
        ...toPoint([east + meters * Math.cos(angle), north + meters * Math.sin(angle)]),
        radiusMeters,
      };
    }
    // The edge crosses the possible places where they are spread widest.
    let [xx, xy, yy] = [0, 0, 0];
    for (const { at, weight } of places) {
      xx += weight * (at[0] - east) ** 2;
      xy += weight * (at[0] - east) * (at[1] - north);
      yy += weight * (at[1] - north) ** 2;
    }
    const angle = Math.atan2(2 * xy, xx - yy) / 2;
    const meters = radiusMeters + (attack.sees === 'live' ? MARGIN_METERS / 2 : 0);
    return { ...toPoint([east + meters * Math.cos(angle), north + meters * Math.sin(angle)]), radiusMeters };
  }

  function learn(zone: Zone, business: number, isApproximate: boolean, isShown: boolean): void {
    const [east, north] = toFlat(zone);
    for (const each of places) {
      const [x, y] = (isApproximate ? each.hidden[business] : each.at) ?? each.at;
      const meters = Math.hypot(x - east, y - north);
      const edge = zone.radiusMeters + ACCURACY_METERS;
      const isExact = isApproximate || attack.sees === 'proof';
      const share = isExact ? Number(meters <= edge) : (edge + MARGIN_METERS - meters) / MARGIN_METERS;
      const inside = Math.min(1, Math.max(0, share));
      each.weight *= (isShown ? inside : 1 - inside) + 1e-6;
    }
    const total = places.reduce((sum, { weight }) => sum + weight, 0);
    const squares = places.reduce((sum, { weight }) => sum + (weight / total) ** 2, 0);
    if (1 / squares < POSSIBLE_PLACES / 5) places = resample(total);
  }

  /** Draws the likely places again, each moved a little. */
  function resample(total: number): Place[] {
    const drawn: Place[] = [];
    let sum = 0;
    for (const each of places) {
      sum += each.weight;
      while (drawn.length < (sum / total) * POSSIBLE_PLACES && drawn.length < POSSIBLE_PLACES) {
        const near = ([x, y]: Flat): Flat => [x + 8 * normal(), y + 8 * normal()];
        drawn.push({ at: near(each.at), hidden: each.hidden.map(near), weight: 1 });
      }
    }
    return drawn;
  }
}

/** Returns metres east and north of the city's centre. */
function toFlat({ lat, lng }: Point): Flat {
  const metersPerDegree = 111_195;
  const eastPerDegree = metersPerDegree * Math.cos((city.lat * Math.PI) / 180);
  return [(lng - city.lng) * eastPerDegree, (lat - city.lat) * metersPerDegree];
}

/** The error of the mean of what each campaign publishes. */
export function errorOfMean(campaigns: number, seed: number): number {
  const random = seededRandom(seed);
  const place = movePoint(city, random.below(2000) - 1000, random.below(2000) - 1000);
  const secret = { key: 'a'.repeat(64), marketerId: `marketer ${seed}`, businessId: 'business 0' };
  const points = Array.from({ length: campaigns }, (_, index) =>
    publishedPoint(place, movePoint(place, 100 * index, 0), secret),
  ).filter((point) => point !== null);
  const mean = (axis: 'lat' | 'lng') => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  return distanceMeters(place, { lat: mean('lat'), lng: mean('lng') });
}

/** The error of a business that has found the hidden point itself, by any number of zones or crossings. */
export function errorOfHiddenPoint(seed: number): number {
  const secret = { key: 'a'.repeat(64), marketerId: `marketer ${seed}`, businessId: 'business 0' };
  return distanceMeters(city, moveByOffset(city, secret));
}

export function quantile(errors: readonly number[], share: number): number {
  return Math.round(
    errors.toSorted((one, other) => one - other)[Math.floor(errors.length * share)] ?? Number.NaN,
  );
}

/** What a phone misses of a session's minutes: the time before its first position and after its last one. */
const MISSED_MINUTES = 0.5;

/**
 * The share of a proof's sessions of which the total of minutes tells whether they were inside. The marketer works once
 * at each place, and the business has seen when each session began and ended, and its flag.
 */
export function shareKnownFromTotal(sessions: number, isApproximate: boolean, seed: number): number {
  const random = seededRandom(seed);
  const secret = { key: 'a'.repeat(64), marketerId: `marketer ${seed}`, businessId: 'business 0' };
  const zone: Zone = { ...city, radiusMeters: RADIUS_METERS };
  const seen = Array.from({ length: sessions }, () => {
    const [meters, angle] = [1000 * Math.sqrt(random.fraction()), 2 * Math.PI * random.fraction()];
    const fix = {
      ...movePoint(city, meters * Math.cos(angle), meters * Math.sin(angle)),
      accuracy: ACCURACY_METERS,
    };
    // A zone's margin only adds, so a session shown outside was outside.
    const canBeInside = isApproximate || isShownInZone(fix, zone, secret, false);
    return { canBeInside, isInside: isInZone(fix, zone), length: 10 + 50 * random.fraction() };
  });
  const total = seen
    .filter(({ isInside }) => isInside)
    .reduce((sum, { length }) => sum + length - MISSED_MINUTES * random.fraction(), 0);
  const possible = seen.map(() => new Set<boolean>());
  for (let guess = 0; guess < 2 ** sessions; guess += 1) {
    const isGuessedInside = seen.map((_, index) => Boolean((guess >> index) & 1));
    if (seen.some(({ canBeInside }, index) => isGuessedInside[index] && !canBeInside)) continue;
    const inside = seen.filter((_, index) => isGuessedInside[index]);
    const most = inside.reduce((sum, { length }) => sum + length, 0);
    if (total > most || total < most - MISSED_MINUTES * inside.length) continue;
    for (const [index, states] of possible.entries()) states.add(isGuessedInside[index] ?? false);
  }
  return possible.filter(({ size }) => size === 1).length / sessions;
}
