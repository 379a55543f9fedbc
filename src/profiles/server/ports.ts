import type { PlatformPorts } from '#platform/server/ports.ts';
import type { Deps as PlatformDeps } from '#platform/server/deps.ts';
import type { FollowerTier } from '#profiles/marketers-contract.ts';

export interface ProfilesPorts extends PlatformPorts {
  /** Returns the campaign tier for a follower count, or null below the first tier. */
  findTier: (followers: number) => FollowerTier | null;
}
export type Deps = PlatformDeps<ProfilesPorts>;
