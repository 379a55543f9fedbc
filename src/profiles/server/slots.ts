import { slot } from '#platform/server/slots.ts';
import type { FollowerTier } from '#profiles/marketers-contract.ts';

/** Returns the campaign tier for a follower count, or null below the first tier. */
export const tierOfFollowers = slot<(followers: number) => FollowerTier | null>('tier of followers');
