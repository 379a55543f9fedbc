import type { SQL, SQLWrapper } from 'drizzle-orm';
import type { Reader } from '#platform/server/db/open-database.ts';
import type { Actor } from '#platform/server/security/session.ts';
import type { PlatformPorts } from '#platform/server/ports.ts';
import type { Deps as PlatformDeps } from '#platform/server/deps.ts';
import type { FollowerTier, Punctuality } from '#profiles/marketers-contract.ts';
import type { SocialPlatform } from '#profiles/social-handle-contract.ts';
import type { MarketerListingRow, NamedProfile } from './tables.ts';

export interface RatingFigures {
  /** To one decimal. */
  rating: number;
  ratingCount: number;
}

/** The specification's default. The count tells screens not to show it. */
export const noRatings: RatingFigures = { rating: 5, ratingCount: 0 };

/** Confirmed by an admin within the last 90 days. */
export interface ConfirmedFollowers {
  platform: SocialPlatform;
  handle: string;
  followers: number;
}

export interface MarketerFacts {
  /** Null without a profile. */
  profile: NamedProfile | null;
  /** Hidden entries count too. */
  listing: Pick<MarketerListingRow, 'id' | 'isShown' | 'finishedWork' | 'identityVerified'> | null;
  ratings: RatingFigures;
  strikes: number;
  punctuality: Punctuality;
  /** Most followers first. */
  accounts: readonly ConfirmedFollowers[];
}

export interface ProfilesPorts extends PlatformPorts {
  findTier: (followers: number) => FollowerTier | null;
  /** Answered by main, from several domains. Ids of no account are missing. */
  loadMarketerFacts: (
    reader: Reader,
    marketerIds: readonly string[],
    now: Date,
  ) => Promise<ReadonlyMap<string, MarketerFacts>>;
  /** Answered by ratings: the account has no average below this one. */
  isRatedAtLeast: (accountId: SQLWrapper, average: number, now: Date) => SQL;
  loadBusinessRights: (
    reader: Reader,
    caller: Actor,
    ownerId: string,
  ) => Promise<Record<'read' | 'decide', boolean>>;
}
export type Deps = PlatformDeps<ProfilesPorts>;
