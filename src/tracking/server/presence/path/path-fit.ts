import { emptyPath, mix, type Path } from './path.ts';

export interface Placement {
  path: Path;
  speed: number;
  /** Where the part's middle is, in steps. */
  middle: number;
  isMirrored: boolean;
}

/** The share of a part in which both positions must be known. */
const LEAST_KNOWN = 0.7;

export interface Fit {
  meanSquare: number;
  getRest: () => Path;
}

const NO_FIT: Fit = { meanSquare: Infinity, getRest: () => emptyPath(0) };

/** Minimises the sum of the squared distances: the orthogonal Procrustes problem in the plane. */
export function fit(own: Path, { path, speed, middle, isMirrored }: Placement): Fit {
  const size = own.east.length;
  const [east, north, isKnown] = [new Float64Array(size), new Float64Array(size), new Uint8Array(size)];
  let known = 0;
  let [ownEast, ownNorth, otherEast, otherNorth] = [0, 0, 0, 0];
  for (let index = 0; index < size; index += 1) {
    const at = middle + speed * (index - size / 2);
    const low = Math.floor(at);
    const share = at - low;
    const high = share === 0 ? low : low + 1;
    if (!own.isKnown[index] || !path.isKnown[low] || !path.isKnown[high]) continue;
    const toNorth = mix(path.north[low] ?? 0, path.north[high] ?? 0, share);
    east[index] = mix(path.east[low] ?? 0, path.east[high] ?? 0, share);
    north[index] = isMirrored ? -toNorth : toNorth;
    isKnown[index] = 1;
    known += 1;
    ownEast += own.east[index] ?? 0;
    ownNorth += own.north[index] ?? 0;
    otherEast += east[index] ?? 0;
    otherNorth += north[index] ?? 0;
  }
  if (known < LEAST_KNOWN * size) return NO_FIT;
  let [square, dot, cross] = [0, 0, 0];
  for (let index = 0; index < size; index += 1) {
    if (!isKnown[index]) continue;
    const toEast = (own.east[index] ?? 0) - ownEast / known;
    const toNorth = (own.north[index] ?? 0) - ownNorth / known;
    const x = (east[index] ?? 0) - otherEast / known;
    const y = (north[index] ?? 0) - otherNorth / known;
    square += toEast * toEast + toNorth * toNorth + x * x + y * y;
    dot += toEast * x + toNorth * y;
    cross += toNorth * x - toEast * y;
  }
  const length = Math.hypot(dot, cross) || 1;
  return {
    meanSquare: Math.max(0, square - 2 * length) / known,
    getRest: () => {
      const rest = emptyPath(size);
      for (let index = 0; index < size; index += 1) {
        if (!isKnown[index]) continue;
        const x = (east[index] ?? 0) - otherEast / known;
        const y = (north[index] ?? 0) - otherNorth / known;
        rest.east[index] = (own.east[index] ?? 0) - ownEast / known - (dot * x - cross * y) / length;
        rest.north[index] = (own.north[index] ?? 0) - ownNorth / known - (cross * x + dot * y) / length;
        rest.isKnown[index] = 1;
      }
      return rest;
    },
  };
}
