import { z } from 'zod';
import type { ErasePerson, ExportPart, UndoRole } from '#auth/server/ports.ts';
import { Id } from '#kernel/id.ts';
import { decodeCursor, encodeCursor } from '#kernel/page.ts';
import { t } from '#kernel/text.ts';
import { audit } from '#platform/server/security/audit.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps, MarketerFacts } from '../ports.ts';
import { formatOutlineName } from '../service.ts';
import { linkToPage } from '#platform/server/http/page-link.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { refuse } from '#profiles/domain.ts';
import {
  type ListedMarketer,
  type Listing,
  listMarketers as listContract,
  type MarketerQuery,
} from '#profiles/marketers-contract.ts';
import { fileUrl } from '#uploads/contract.ts';
import { requireBusiness } from './business-access.ts';
import * as store from './marketers-store.ts';
import { findProfile, lockProfile } from '../store.ts';
import { marketerListing } from '../tables.ts';

export interface MarketerPage {
  marketers: ListedMarketer[];
  link: string | null;
}

/** Throws 'request/invalid' for an unknown cursor. */
export async function listMarketers(deps: Deps, actor: Actor, query: MarketerQuery): Promise<MarketerPage> {
  const now = deps.clock.now();
  const { city, platform, minRating, limit } = query;
  const { accountId } = marketerListing;
  const isRated = minRating === undefined ? undefined : deps.ports.isRatedAtLeast(accountId, minRating, now);
  const after = query.cursor === undefined ? null : readCursor(query.cursor);
  const { savedBy } = query;
  if (savedBy !== undefined) await requireBusiness(deps.db, deps, actor, savedBy, 'read');
  const rows = await store.listShown(deps.db, { city, platform, isRated, savedBy, limit, after }, now);
  return { marketers: await presentMarketers(deps, rows, now), link: linkToNextPage(rows, query) };
}

/** Throws 'listing/not-found' unless advertisers may find the marketer. */
export async function getMarketer(deps: Deps, listingId: string): Promise<ListedMarketer> {
  const row = await store.findShown(deps.db, listingId);
  const [marketer] = row ? await presentMarketers(deps, [row], deps.clock.now()) : [];
  if (!marketer) throw refuse('listing/not-found');
  return marketer;
}

async function presentMarketers(
  deps: Deps,
  rows: readonly store.ShownMarketer[],
  now: Date,
): Promise<ListedMarketer[]> {
  const ids = rows.map(({ listing }) => listing.accountId);
  const facts = await deps.ports.loadMarketerFacts(deps.db, ids, now);
  return rows.flatMap((row) => {
    const found = facts.get(row.listing.accountId);
    return found ? [toListed(deps, row, found)] : [];
  });
}

function toListed(
  deps: Deps,
  { listing, firstName, lastName, city, state, imageUploadId, gpsVerifiedAt }: store.ShownMarketer,
  { ratings, strikes, punctuality, accounts }: MarketerFacts,
): ListedMarketer {
  const getTier = deps.ports.findTier;
  return {
    id: listing.id,
    name: formatOutlineName({ firstName, lastName }) ?? '',
    imageUrl: imageUploadId ? fileUrl(imageUploadId) : null,
    city,
    state,
    ...ratings,
    activeStrikes: strikes,
    punctuality,
    finishedWork: listing.finishedWork,
    isIdentityVerified: listing.identityVerified,
    isLocationVerified: gpsVerifiedAt !== null,
    platforms: accounts.map(({ platform, followers }) => ({ platform, tier: getTier(followers) })),
  };
}

function linkToNextPage(rows: readonly store.ShownMarketer[], query: MarketerQuery): string | null {
  const last = rows.length < query.limit ? undefined : rows.at(-1)?.listing;
  if (!last) return null;
  const cursor = encodeCursor({ sortedBy: String(last.finishedWork), id: last.id });
  return linkToPage(listContract.path, query, cursor);
}

const SortedBy = z.coerce.number().int().min(0).max(2_147_483_647);

function readCursor(text: string): store.After {
  const cursor = decodeCursor(text);
  const id = Id.safeParse(cursor?.id);
  const finishedWork = SortedBy.safeParse(cursor?.sortedBy || undefined);
  if (!id.success || !finishedWork.success) {
    throw refuse('request/invalid', { fields: { cursor: t('This page does not exist') } });
  }
  return { id: id.data, finishedWork: finishedWork.data };
}

export async function getListing(deps: Deps, actor: Actor): Promise<Listing> {
  return loadListing(deps.db, actor.userId);
}

export async function setListing(
  deps: Deps,
  actor: Actor,
  { isHidden, takesInvitations }: { isHidden?: boolean | undefined; takesInvitations?: boolean | undefined },
): Promise<Listing> {
  return transact(deps.db, async (tx) => {
    await lockProfile(tx, actor.userId, deps.clock.now());
    const present = await store.findListing(tx, actor.userId);
    const own = { id: deps.random.uuid(), accountId: actor.userId };
    if (takesInvitations !== undefined) await store.upsertListing(tx, { ...own, takesInvitations });
    if (isHidden !== undefined && (present?.isHidden ?? false) !== isHidden) {
      await store.upsertListing(tx, { ...own, isHidden });
      await audit(tx, deps, {
        actor,
        action: isHidden ? 'listing.hidden' : 'listing.shown',
        object: { kind: 'account', id: actor.userId },
      });
    }
    return loadListing(tx, actor.userId);
  });
}

async function loadListing(reader: Reader, userId: string): Promise<Listing> {
  const row = await store.findListing(reader, userId);
  const profile = await findProfile(reader, userId);
  return {
    isHidden: row?.isHidden ?? false,
    takesInvitations: row?.takesInvitations ?? true,
    isKnown: row !== undefined && (row.identityVerified || row.finishedWork > 0),
    isNamed: Boolean(profile?.firstName),
  };
}

/** Idempotent. Does nothing for other roles. */
export async function updateMarketerListing(
  tx: Tx,
  deps: Deps,
  userId: string,
  standing: Omit<store.ListingChanges, 'isHidden' | 'takesInvitations'>,
): Promise<void> {
  if (!(await store.isMarketer(tx, userId))) return;
  await store.upsertListing(tx, { id: deps.random.uuid(), accountId: userId, ...standing });
}

/** Null unless advertisers can find the listing now. */
export const findListedAccount = store.findShownAccount;

export const { confirmedFollowersSql, findInvitableAccount } = store;

export const eraseListing: ErasePerson = async (tx, _deps, userId) => {
  await store.deleteListing(tx, userId);
};

export const undoListing: UndoRole = async (tx, _deps, userId) => {
  await store.deleteListing(tx, userId);
  return [];
};

export const listingExport: ExportPart = {
  name: 'listing',
  tables: ['marketer_listing'],
  read: async (db, _deps, userId) => (await store.findListing(db, userId)) ?? null,
};
