import { slot } from '#platform/server/slots.ts';
import type { FollowerTier } from '#profiles/marketers-contract.ts';

/** The tier of campaigns in which a number of followers lies; null below the first. */
export const tierOfFollowers = slot<(followers: number) => FollowerTier | null>('tier of followers');
