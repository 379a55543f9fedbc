/** The same seed gives the same sequence. Not for secrets. */
export type Chance = {
  fraction(): number;
  shuffled<Thing>(things: readonly Thing[]): Thing[];
};

/** Mulberry32: one 32-bit state, good enough to spread faults. */
export function seededChance(seed: number): Chance {
  let state = seed | 0;

  function fraction(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  return {
    fraction,
    shuffled: (things) =>
      things
        .map((thing) => ({ thing, place: fraction() }))
        .toSorted((one, other) => one.place - other.place)
        .map(({ thing }) => thing),
  };
}
