import { z } from 'zod';

/** Every id that leaves the server is a UUID string (decisions.md 11). */
export const Id = z.uuid();
export type Id = z.infer<typeof Id>;

/** Where randomness comes from. Passed in as an argument, so that a seed can drive a whole run. */
export interface Random {
  uuid(): Id;
  /** Cryptographically strong bytes as lower-case hexadecimal, two characters a byte. */
  hex(bytes: number): string;
  /** A whole number, 0 <= n < limit. */
  below(limit: number): number;
}
