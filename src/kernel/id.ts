import { z } from 'zod';

/**
 * Every id that leaves the server is a UUID string (decision 22.1). Lower case: the database accepts both
 * cases, but keys that contain an id (limits, aliases, offsets) must be the same in both.
 */
export const Id = z.uuid().toLowerCase();
export type Id = z.infer<typeof Id>;

/** Source of randomness. Passed as an argument so that a seed can drive a whole run. */
export interface Random {
  uuid(): Id;
  /** Returns cryptographically strong bytes as lower-case hexadecimal, two characters per byte. */
  hex(bytes: number): string;
  /** Returns a whole number n with 0 <= n < limit. */
  below(limit: number): number;
}
