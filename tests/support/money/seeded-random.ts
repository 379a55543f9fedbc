/**
 * Reproducible randomness: the same seed gives the same ids, jitter and choices in the same order. Not for
 * secrets.
 */
import type { Random } from '#kernel/id.ts';
import { type Chance, seededChance } from '@promenade/wallet-simulator/seeded-chance';

export interface SeededRandom extends Random {
  /** 0 <= fraction < 1. */
  fraction(): number;
  /** Returns one of these. Throws if there is none. */
  pick<Thing>(things: readonly Thing[]): Thing;
  /** Restarts as if created with this seed. */
  reseed(seed: number): void;
}

export function seededRandom(seed: number): SeededRandom {
  let chance: Chance = seededChance(seed);
  const below = (limit: number) => Math.floor(chance.fraction() * limit);
  const hex = (bytes: number) =>
    Array.from({ length: bytes }, () => below(256).toString(16).padStart(2, '0')).join('');
  return {
    below,
    hex,
    fraction: () => chance.fraction(),
    reseed(next) {
      chance = seededChance(next);
    },
    uuid() {
      const text = hex(16);
      const variant = '89ab'[below(4)] ?? '8';
      return `${text.slice(0, 8)}-${text.slice(8, 12)}-4${text.slice(13, 16)}-${variant}${text.slice(17, 20)}-${text.slice(20)}`;
    },
    pick(things) {
      const thing = things[below(things.length)];
      if (thing === undefined) throw new Error('there is nothing to pick from');
      return thing;
    },
  };
}
