import { cellToBoundary, cellToLatLng, latLngToCell } from 'h3-js';

export interface Position {
  latitude: number;
  longitude: number;
}

/** A known position in a text, as written there. */
export interface Shown extends Position {
  /** The accounts that have measured it. */
  owners: ReadonlySet<string>;
}

/** The largest distance between the two numbers of a position, including names and brackets between them. */
const NEAR_CHARACTERS = 160;

/** Positions and their owners. Finds them again in any text with at least four decimals (eleven metres). */
export class KnownPositions {
  readonly #owners = new Map<string, Set<string>>();

  add({ latitude, longitude }: Position, owner: string): void {
    for (const north of [cut(latitude), rounded(latitude)]) {
      for (const east of [cut(longitude), rounded(longitude)]) {
        const name = `${north} ${east}`;
        const owners = this.#owners.get(name) ?? new Set();
        this.#owners.set(name, owners.add(owner));
      }
    }
  }

  /**
   * Returns the known positions in a text, with their numbers in either order. A single number may be chance,
   * and so may two with fewer decimals. The centre and corners of an H3 cell are published, so they do not
   * count.
   */
  shownIn(text: string): Shown[] {
    if (this.#owners.size === 0) return [];
    const numbers = Array.from(text.matchAll(/-?\d{1,3}\.\d+/g), ({ 0: written, index }) => ({
      index,
      value: Number(written),
      isExact: /\.\d{4}/.test(written),
    }));
    const pairs = numbers.flatMap((one, at) =>
      numbers
        .slice(at + 1, at + 1 + NEAR_CHARACTERS / 3)
        .filter(({ index, isExact }) => index - one.index <= NEAR_CHARACTERS && (one.isExact || isExact))
        .flatMap((other) => [
          [one.value, other.value],
          [other.value, one.value],
        ]),
    );
    return pairs.flatMap(([latitude = 0, longitude = 0]) => {
      const owners = this.#owners.get(`${cut(latitude)} ${cut(longitude)}`);
      return owners && !isOfCell(latitude, longitude) ? [{ latitude, longitude, owners }] : [];
    });
  }
}

/** Four decimals of a number, truncated. Without the sign, because a text may write it as a letter. */
const cut = (degrees: number) => Math.abs(degrees).toFixed(12).slice(0, -8);
const rounded = (degrees: number) => Math.abs(degrees).toFixed(4);

/** The resolution of published cells (src/tracking/server/live/published-point.ts). */
const H3_RESOLUTION = 8;
const SAME_DEGREES = 1e-9;

function isOfCell(latitude: number, longitude: number): boolean {
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return false;
  const cell = latLngToCell(latitude, longitude, H3_RESOLUTION);
  return [cellToLatLng(cell), ...cellToBoundary(cell)].some(
    ([lat, lng]) => Math.abs(lat - latitude) < SAME_DEGREES && Math.abs(lng - longitude) < SAME_DEGREES,
  );
}
