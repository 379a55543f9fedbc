import type { SQL, SQLWrapper } from 'drizzle-orm';
import type { Reader } from '#platform/server/db/open-database.ts';
import type { Actor } from '#platform/server/security/session.ts';
import type { PlatformPorts } from '#platform/server/ports.ts';
import type { Deps as PlatformDeps } from '#platform/server/deps.ts';
import type { FollowerTier, Punctuality } from '#profiles/marketers-contract.ts';
import type { SocialPlatform } from '#profiles/social-handle-contract.ts';
import type { MarketerListingRow, NamedProfile } from './tables.ts';

export interface RatingFigures {
  /** The average of the public ratings to one decimal. */
  rating: number;
  ratingCount: number;
}

/** The specification's default, with a count that tells screens not to show it. */
export const noRatings: RatingFigures = { rating: 5, ratingCount: 0 };

/** A social account whose followers an admin confirmed within the last 90 days. */
export interface ConfirmedFollowers {
  platform: SocialPlatform;
  handle: string;
  followers: number;
}

/** What lists say about a marketer. */
export interface MarketerFacts {
  /** Null without a profile. */
  profile: NamedProfile | null;
  /** Null without an entry in the list of marketers, hidden ones included. */
  listing: Pick<MarketerListingRow, 'id' | 'isShown' | 'finishedWork' | 'identityVerified'> | null;
  ratings: RatingFigures;
  /** The number of strikes that count. */
  strikes: number;
  punctuality: Punctuality;
  /** Most followers first. */
  accounts: readonly ConfirmedFollowers[];
}

export interface ProfilesPorts extends PlatformPorts {
  /** Returns the campaign tier for a follower count, or null below the first tier. */
  findTier: (followers: number) => FollowerTier | null;
  /** Answered by main, from several domains. Ids of no account are missing. */
  loadMarketerFacts: (
    reader: Reader,
    marketerIds: readonly string[],
    now: Date,
  ) => Promise<ReadonlyMap<string, MarketerFacts>>;
  /** Answered by ratings: the SQL condition that an account has no average below this one. */
  isRatedAtLeast: (accountId: SQLWrapper, average: number, now: Date) => SQL;
  /** Answered by teams: what the caller may do for the business of this owner. */
  loadBusinessRights: (
    reader: Reader,
    caller: Actor,
    ownerId: string,
  ) => Promise<Record<'read' | 'decide', boolean>>;
}
export type Deps = PlatformDeps<ProfilesPorts>;
