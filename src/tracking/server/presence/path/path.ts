/** Paths as arrays, so that comparing them is fast. */
import { UNKNOWN } from '../track/track-profile.ts';

/** East and north are metres and continue through gaps. */
export interface Path {
  east: Float64Array;
  north: Float64Array;
  isKnown: Uint8Array;
}

export function toPath(spots: readonly number[]): Path {
  const path = emptyPath(spots.length / 2);
  let [east, north] = [0, 0];
  for (let index = 0; index < path.east.length; index += 1) {
    const isKnown = (spots[2 * index] ?? UNKNOWN) !== UNKNOWN;
    if (isKnown) [east, north] = [spots[2 * index] ?? 0, spots[2 * index + 1] ?? 0];
    path.east[index] = east;
    path.north[index] = north;
    path.isKnown[index] = isKnown ? 1 : 0;
  }
  return path;
}

export const emptyPath = (length: number): Path => ({
  east: new Float64Array(length),
  north: new Float64Array(length),
  isKnown: new Uint8Array(length),
});

export const cut = ({ east, north, isKnown }: Path, from: number, to: number): Path => ({
  east: east.slice(from, to),
  north: north.slice(from, to),
  isKnown: isKnown.slice(from, to),
});

export const reverse = ({ east, north, isKnown }: Path): Path => ({
  east: east.toReversed(),
  north: north.toReversed(),
  isKnown: isKnown.toReversed(),
});

export function sample({ east, north, isKnown }: Path, steps: number): Path {
  const found = emptyPath(Math.floor((east.length - 1) / steps) + 1);
  for (let index = 0; index < found.east.length; index += 1) {
    const low = Math.floor(index * steps);
    const share = index * steps - low;
    const high = Math.min(east.length - 1, low + 1);
    found.east[index] = mix(east[low] ?? 0, east[high] ?? 0, share);
    found.north[index] = mix(north[low] ?? 0, north[high] ?? 0, share);
    found.isKnown[index] = (isKnown[low] ?? 0) & (isKnown[high] ?? 0);
  }
  return found;
}

export const mix = (low: number, high: number, share: number) => low + share * (high - low);

export const toDetail = ({ east, north, isKnown }: Path, over: number): Path => ({
  east: subtractMean(east, isKnown, over),
  north: subtractMean(north, isKnown, over),
  isKnown,
});

function subtractMean(values: Float64Array, isKnown: Uint8Array, over: number): Float64Array {
  const sums = new Float64Array(values.length + 1);
  for (let index = 0; index < values.length; index += 1)
    sums[index + 1] = (sums[index] ?? 0) + (values[index] ?? 0);
  return values.map((value, index) => {
    if (!isKnown[index]) return 0;
    const side = Math.min(over, index, values.length - 1 - index);
    return value - ((sums[index + side + 1] ?? 0) - (sums[index - side] ?? 0)) / (2 * side + 1);
  });
}

export function squares({ east, north }: Path): Float64Array {
  const sums = new Float64Array(east.length + 1);
  for (let index = 0; index < east.length; index += 1)
    sums[index + 1] = (sums[index] ?? 0) + (east[index] ?? 0) ** 2 + (north[index] ?? 0) ** 2;
  return sums;
}

export function smooth({ east, north, isKnown }: Path, over: number): Path {
  const found = emptyPath(east.length);
  for (let index = 0; index < east.length; index += 1) {
    let known = 0;
    for (let at = Math.max(0, index - over); at <= Math.min(east.length - 1, index + over); at += 1) {
      if (!isKnown[at]) continue;
      known += 1;
      found.east[index] = (found.east[index] ?? 0) + (east[at] ?? 0);
      found.north[index] = (found.north[index] ?? 0) + (north[at] ?? 0);
    }
    found.east[index] = (found.east[index] ?? 0) / Math.max(1, known);
    found.north[index] = (found.north[index] ?? 0) / Math.max(1, known);
  }
  return found;
}
