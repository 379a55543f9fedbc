import { z } from 'zod';
import { endpoint } from '#kernel/endpoint.ts';

/** What the browser must know about this installation; nothing in it is secret. */
export const PublicConfig = z.object({
  /** Vector style of the maps, or null for the shipped boundaries. */
  mapStyleUrl: z.string().nullable(),
  googleSignIn: z.boolean(),
  /** Mail can be read at /dev/mailbox. */
  developmentMailbox: z.boolean(),
  demoAccounts: z.boolean(),
  walletSimulator: z.boolean(),
  feePercent: z.number(),
  taxThresholdDollars: z.number(),
});
export type PublicConfig = z.infer<typeof PublicConfig>;

export const getPublicConfig = endpoint({
  name: 'getPublicConfig',
  method: 'GET',
  path: '/api/config',
  summary: 'What the browser must know about this installation',
  who: 'anyone',
  response: PublicConfig,
});
