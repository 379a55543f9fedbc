import { z } from 'zod';
import { endpoint } from './domain.ts';

export const MIN_FEE_PERCENT = 10;
export const MAX_FEE_PERCENT = 15;

/** Settings that the browser needs. None of them is secret. */
export const PublicConfig = z.object({
  /** URL of the maps' vector style, or null if the map draws the boundaries that ship with the app. */
  mapStyleUrl: z.string().nullable(),
  googleSignIn: z.boolean(),
  /** If true, sent mail can be read at /dev/mailbox. */
  developmentMailbox: z.boolean(),
  demoAccounts: z.boolean(),
  /** How much of the demo world exists while the server is creating it, otherwise null. */
  demoWorldPercent: z.number().nullable(),
  walletSimulator: z.boolean(),
  feePercent: z.number(),
  taxThresholdDollars: z.number(),
  contactEmail: z.string().nullable(),
});
export type PublicConfig = z.infer<typeof PublicConfig>;

export const getPublicConfig = endpoint({
  name: 'getPublicConfig',
  method: 'GET',
  path: '/api/config',
  summary: 'Returns the settings of this installation that the browser needs',
  who: 'anyone',
  response: PublicConfig,
});
