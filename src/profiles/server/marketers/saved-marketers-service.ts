import type { ErasePerson, ExportPart, UndoRole } from '#auth/server/ports.ts';
import { msg } from '#kernel/text.ts';
import { isForeignKeyViolation } from '#platform/server/db/constraint-errors.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { refuse } from '#profiles/domain.ts';
import { MAX_SAVED_MARKETERS } from '#profiles/marketers-contract.ts';
import type { Deps } from '../ports.ts';
import { lockProfile } from '../store.ts';
import { requireBusiness } from './business-access.ts';
import { findShownAccount } from './marketers-store.ts';
import * as store from './saved-marketers-store.ts';

export async function listSavedMarketers(
  deps: Deps,
  actor: Actor,
  advertiserId = actor.userId,
): Promise<string[]> {
  await requireBusiness(deps.db, deps, actor, advertiserId, 'read');
  return (await store.listSaved(deps.db, advertiserId)).map(({ listingId }) => listingId);
}

/** Idempotent, also if the marketer has hidden since. */
export async function saveMarketer(
  deps: Deps,
  actor: Actor,
  listingId: string,
  advertiserId = actor.userId,
): Promise<void> {
  try {
    await transact(deps.db, async (tx) => {
      await requireBusiness(tx, deps, actor, advertiserId, 'decide');
      const savedAt = deps.clock.now();
      // Otherwise two calls could both find room for one more.
      await lockProfile(tx, advertiserId, savedAt);
      const saved = await store.listSaved(tx, advertiserId);
      if (saved.some((row) => row.listingId === listingId)) return;
      if (!(await findShownAccount(tx, listingId))) throw refuse('listing/not-found');
      if (saved.length >= MAX_SAVED_MARKETERS) throw refuse('listing/too-many-saved');
      await store.insertSaved(tx, { advertiserId, listingId, savedAt });
    });
  } catch (error) {
    // The marketer deleted the account after the check.
    if (isForeignKeyViolation(error, 'saved_marketer_listing_id_fkey')) throw refuse('listing/not-found');
    throw error;
  }
}

/** Idempotent. Works for hidden marketers too. */
export async function removeSavedMarketer(
  deps: Deps,
  actor: Actor,
  listingId: string,
  advertiserId = actor.userId,
): Promise<void> {
  await transact(deps.db, async (tx) => {
    await requireBusiness(tx, deps, actor, advertiserId, 'decide');
    if (!(await store.hasListing(tx, listingId))) throw refuse('listing/not-found');
    await store.deleteSaved(tx, advertiserId, listingId);
  });
}

export const eraseSavedMarketers: ErasePerson = async (tx, _deps, userId) => {
  await store.deleteSaved(tx, userId);
};

export const undoSavedMarketers: UndoRole = async (tx, _deps, userId) => {
  const count = await store.deleteSaved(tx, userId);
  return count > 0 ? [msg('Your saved marketers are removed.')] : [];
};

export const savedMarketersExport: ExportPart = {
  name: 'savedMarketers',
  tables: ['saved_marketer'],
  read: (db, _deps, userId) => store.listSaved(db, userId),
};
