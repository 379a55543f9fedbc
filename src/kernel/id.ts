import { z } from 'zod';

/**
 * Every id that leaves the server is a UUID string (decisions.md 11). In small letters: the database takes both, but keys
 * made from an id (limits, aliases, offsets) must not differ by how somebody writes it.
 */
export const Id = z.uuid().toLowerCase();
export type Id = z.infer<typeof Id>;

/** Where randomness comes from. Passed in as an argument, so that a seed can drive a whole run. */
export interface Random {
  uuid(): Id;
  /** Cryptographically strong bytes as lower-case hexadecimal, two characters a byte. */
  hex(bytes: number): string;
  /** A whole number, 0 <= n < limit. */
  below(limit: number): number;
}
