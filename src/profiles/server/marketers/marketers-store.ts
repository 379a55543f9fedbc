import { and, desc, eq, isNotNull, isNull, type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import { account } from '#auth/server/tables.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import type { SocialPlatform } from '#profiles/social-handle-contract.ts';
import type { ConfirmedFollowers } from '../ports.ts';
import {
  marketerListing,
  type MarketerListingRow,
  profile,
  savedMarketer,
  socialAccount,
} from '../tables.ts';

export interface After {
  finishedWork: number;
  id: string;
}

export interface ShownMarketer {
  listing: MarketerListingRow;
  firstName: string | null;
  lastName: string | null;
  city: string | null;
  state: string | null;
  imageUploadId: string | null;
  gpsVerifiedAt: Date | null;
}

interface Filter {
  city: string | undefined;
  platform: SocialPlatform | undefined;
  isRated: SQL | undefined;
  savedBy: string | undefined;
  limit: number;
  after: After | null;
}

export async function listShown(reader: Reader, filter: Filter, now: Date): Promise<ShownMarketer[]> {
  const { city, platform, isRated, savedBy, after } = filter;
  return selectShown(reader)
    .where(
      and(
        isFound,
        city ? beginsWith(city) : undefined,
        platform ? hasFollowersOn(platform, now) : undefined,
        isRated,
        savedBy ? isSavedBy(savedBy) : undefined,
        after
          ? sql`(${marketerListing.finishedWork}, ${marketerListing.id}) < (${after.finishedWork}::int, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(marketerListing.finishedWork), desc(marketerListing.id))
    .limit(filter.limit);
}

export async function findShown(reader: Reader, listingId: string): Promise<ShownMarketer | undefined> {
  const [found] = await selectShown(reader).where(and(eq(marketerListing.id, listingId), isFound));
  return found;
}

const selectShown = (reader: Reader) =>
  reader
    .select({
      listing: marketerListing,
      firstName: profile.firstName,
      lastName: profile.lastName,
      city: profile.city,
      state: profile.state,
      imageUploadId: profile.imageUploadId,
      gpsVerifiedAt: profile.gpsVerifiedAt,
    })
    .from(marketerListing)
    .innerJoin(profile, eq(profile.accountId, marketerListing.accountId))
    .innerJoin(account, eq(account.id, marketerListing.accountId));

export async function findShownAccount(reader: Reader, listingId: string): Promise<string | null> {
  return (await findInvitableAccount(reader, listingId))?.accountId ?? null;
}

/** The same, and whether the marketer takes invitations. */
export async function findInvitableAccount(
  reader: Reader,
  listingId: string,
): Promise<Pick<MarketerListingRow, 'accountId' | 'takesInvitations'> | null> {
  const [found] = await reader
    .select({ accountId: marketerListing.accountId, takesInvitations: marketerListing.takesInvitations })
    .from(marketerListing)
    .innerJoin(profile, eq(profile.accountId, marketerListing.accountId))
    .innerJoin(account, eq(account.id, marketerListing.accountId))
    .where(and(eq(marketerListing.id, listingId), isFound));
  return found ?? null;
}

const isFound = and(
  sql`${marketerListing.isShown}`,
  eq(account.role, 'marketer'),
  isNull(account.deletedAt),
  isNull(account.suspendedAt),
  isNotNull(profile.firstName),
);

function beginsWith(city: string): SQL {
  return sql`lower(${profile.city}) like lower(${city.replaceAll(/[!%_]/g, '!$&')}) || '%' escape '!'`;
}

function hasFollowersOn(platform: SocialPlatform, now: Date): SQL {
  return sql`exists (
    select from ${socialAccount} where ${socialAccount.accountId} = ${marketerListing.accountId}
      and ${socialAccount.platform} = ${platform} and ${socialAccount.verifiedUntil} > ${now.toISOString()}::timestamptz)`;
}

function isSavedBy(advertiserId: string): SQL {
  return sql`exists (
    select from ${savedMarketer} where ${savedMarketer.listingId} = ${marketerListing.id}
      and ${savedMarketer.advertiserId} = ${advertiserId})`;
}

export function confirmedFollowersSql(accountId: SQLWrapper, now: SQLWrapper): SQL<ConfirmedFollowers[]> {
  return sql<ConfirmedFollowers[]>`(
    select coalesce(jsonb_agg(
      jsonb_build_object('platform', s.platform, 'handle', s.handle, 'followers', s.verified_followers)
      order by s.verified_followers desc, s.platform), '[]')
    from social_account s where s.account_id = ${accountId} and s.verified_until > ${now})`;
}

/** The result stays true until the transaction ends. */
export async function isMarketer(tx: Tx, accountId: string): Promise<boolean> {
  const found = await tx
    .select({ id: account.id })
    .from(account)
    .where(and(eq(account.id, accountId), eq(account.role, 'marketer'), isNull(account.deletedAt)))
    .for('key share');
  return found.length > 0;
}

export async function findListing(
  reader: Reader,
  accountId: string,
): Promise<MarketerListingRow | undefined> {
  const [found] = await reader.select().from(marketerListing).where(eq(marketerListing.accountId, accountId));
  return found;
}

/** `id` is used only for a new row. */
export async function upsertListing(
  tx: Tx,
  { id, accountId, ...changes }: Pick<MarketerListingRow, 'id' | 'accountId'> & ListingChanges,
): Promise<MarketerListingRow> {
  const [written] = await tx
    .insert(marketerListing)
    .values({ id, accountId, ...changes })
    .onConflictDoUpdate({ target: marketerListing.accountId, set: changes })
    .returning();
  if (!written) throw new Error('a listing that was just written is missing');
  return written;
}

export type ListingChanges = Partial<
  Pick<MarketerListingRow, 'isHidden' | 'takesInvitations' | 'identityVerified' | 'finishedWork'>
>;

export async function deleteListing(tx: Tx, accountId: string): Promise<void> {
  await tx.delete(marketerListing).where(eq(marketerListing.accountId, accountId));
}
