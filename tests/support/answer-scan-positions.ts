import { cellToBoundary, cellToLatLng, latLngToCell } from 'h3-js';

export interface Position {
  latitude: number;
  longitude: number;
}

/** A known position that stands in a text, as the text has it. */
export interface Shown extends Position {
  /** The accounts that have measured it. */
  owners: ReadonlySet<string>;
}

/** Both numbers of a position stand so near each other, whatever names and brackets are between them. */
const NEAR_CHARACTERS = 160;

/** Positions and whose they are, to be found again in any text at four decimals (eleven metres) or more. */
export class KnownPositions {
  readonly #owners = new Map<string, Set<string>>();

  get isEmpty(): boolean {
    return this.#owners.size === 0;
  }

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
   * The known positions in a text, in either order of their numbers. Hits of one number alone are chance, and so are those
   * where both have fewer decimals; what is published is the centre or a corner of an H3 cell, which may lie on anybody's way.
   */
  shownIn(text: string): Shown[] {
    const numbers = Array.from(text.matchAll(/-?\d{1,3}\.\d+/g), ({ 0: written, index }) => ({
      index,
      value: Number(written),
      name: cut(Number(written)),
      isExact: /\.\d{4}/.test(written),
    }));
    const shown: Shown[] = [];
    for (const [at, one] of numbers.entries()) {
      for (let next = at + 1; next < numbers.length; next += 1) {
        const other = numbers[next];
        if (!other || other.index - one.index > NEAR_CHARACTERS) break;
        if (!one.isExact && !other.isExact) continue;
        for (const [north, east] of [
          [one, other],
          [other, one],
        ] as const) {
          const owners = this.#owners.get(`${north.name} ${east.name}`);
          const position = { latitude: north.value, longitude: east.value };
          if (owners && !isOfCell(position)) shown.push({ ...position, owners });
        }
      }
    }
    return shown;
  }
}

/** Four decimals of a number, the rest cut off; without its sign, which a text may write as a letter. */
const cut = (degrees: number) => Math.abs(degrees).toFixed(12).slice(0, -8);
const rounded = (degrees: number) => Math.abs(degrees).toFixed(4);

/** Of published cells (src/tracking/server/published-point.ts). */
const H3_RESOLUTION = 8;
const SAME_DEGREES = 1e-9;

function isOfCell({ latitude, longitude }: Position): boolean {
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return false;
  const cell = latLngToCell(latitude, longitude, H3_RESOLUTION);
  return [cellToLatLng(cell), ...cellToBoundary(cell)].some(
    ([lat, lng]) => Math.abs(lat - latitude) < SAME_DEGREES && Math.abs(lng - longitude) < SAME_DEGREES,
  );
}
