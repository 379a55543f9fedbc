import { z } from 'zod';

/**
 * Lower case: the database accepts both cases, but keys that contain an id (limits, aliases, offsets) must be
 * the same in both.
 */
export const Id = z.uuid().toLowerCase();
export type Id = z.infer<typeof Id>;

/** Passed as an argument so that a seed can drive a whole run. */
export interface Random {
  uuid(): Id;
  /** Lower-case hexadecimal, two characters per byte. */
  hex(bytes: number): string;
  /** A whole number n with 0 <= n < limit. */
  below(limit: number): number;
}
