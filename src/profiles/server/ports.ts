import type { SQL, SQLWrapper } from 'drizzle-orm';
import type { Reader } from '#platform/server/db/open-database.ts';
import type { Actor } from '#platform/server/security/session.ts';
import type { PlatformPorts } from '#platform/server/ports.ts';
import type { Deps as PlatformDeps } from '#platform/server/deps.ts';
import type { FollowerTier, Punctuality } from '#profiles/marketers-contract.ts';

export interface RatingFigures {
  /** The average of the public ratings to one decimal. */
  rating: number;
  ratingCount: number;
}

/** The specification's default, with a count that tells screens not to show it. */
export const noRatings: RatingFigures = { rating: 5, ratingCount: 0 };

export interface ProfilesPorts extends PlatformPorts {
  /** Returns the campaign tier for a follower count, or null below the first tier. */
  findTier: (followers: number) => FollowerTier | null;
  /** Answered by ratings. The returned function has an answer for every account. */
  loadRatingFigures: (
    reader: Reader,
    accountIds: readonly string[],
    now: Date,
  ) => Promise<(accountId: string) => RatingFigures>;
  /** Answered by ratings: the SQL condition that an account has no average below this one. */
  isRatedAtLeast: (accountId: SQLWrapper, average: number, now: Date) => SQL;
  /** Answered by proofs. The returned function has an answer for every account. */
  loadPunctuality: (
    reader: Reader,
    marketerIds: readonly string[],
  ) => Promise<(marketerId: string) => Punctuality>;
  /** Answered by teams: what the caller may do for the business of this owner. */
  loadBusinessRights: (
    reader: Reader,
    caller: Actor,
    ownerId: string,
  ) => Promise<Record<'read' | 'decide', boolean>>;
  /** Answered by applications: the number of strikes that count. Marketers without any are missing. */
  countStrikes: (
    reader: Reader,
    marketerIds: readonly string[],
    now: Date,
  ) => Promise<ReadonlyMap<string, number>>;
}
export type Deps = PlatformDeps<ProfilesPorts>;
