import { isDeepStrictEqual } from 'node:util';
import { asc, eq } from 'drizzle-orm';
import { refuse } from '#applications/domain.ts';
import type { ErasePerson, ExportPart, UndoRole } from '#auth/server/ports.ts';
import type { BodyOf } from '#kernel/endpoint.ts';
import { msg } from '#kernel/text.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import { isUniqueViolation } from '#platform/server/db/constraint-errors.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { Actor } from '#platform/server/security/session.ts';
import * as contract from '../../saved-search-contract.ts';
import * as store from './saved-search-store.ts';
import { savedSearch, savedSearchMail, savedSearchMatch, type SavedSearchRow } from '../tables.ts';

export async function listSavedSearches(deps: Deps, actor: Actor): Promise<contract.SavedSearch[]> {
  return (await store.listSavedSearches(deps.db, actor.userId)).map(toSavedSearch);
}

/**
 * Returns the existing one if the same filters are already saved under the same name. Throws 'search/name-taken' and
 * 'search/too-many'.
 */
export async function saveSearch(
  deps: Deps,
  actor: Actor,
  { name, filters, isAlerting }: BodyOf<typeof contract.saveSearch>,
): Promise<contract.SavedSearch> {
  // Two concurrent calls may choose the same place or name. The second one retries and finds the first one's row.
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transact(deps.db, async (tx) => {
        const present = await store.listSavedSearches(tx, actor.userId);
        const named = await store.findNamedSearch(tx, actor.userId, name);
        if (named && !isDeepStrictEqual(named.filters, plain(filters))) throw refuse('search/name-taken');
        if (named) return toSavedSearch(named);
        const now = deps.clock.now();
        const row = await store.insertSavedSearch(tx, {
          id: deps.random.uuid(),
          accountId: actor.userId,
          place: freePlaceAmong(present),
          name,
          filters: plain(filters),
          alertingSince: isAlerting ? now : null,
          createdAt: now,
        });
        return toSavedSearch(row);
      });
    } catch (error) {
      if (attempt >= MOST_ATTEMPTS || !isUniqueViolation(error)) throw error;
    }
  }
}

/** In the worst case, concurrent calls take all of the marketer's places one by one. */
const MOST_ATTEMPTS = contract.MAX_SAVED_SEARCHES + 1;

/** Throws 'search/not-found', also for another user's search, and 'search/name-taken'. */
export async function changeSavedSearch(
  deps: Deps,
  actor: Actor,
  id: string,
  { name, filters, isAlerting }: BodyOf<typeof contract.changeSavedSearch>,
): Promise<contract.SavedSearch> {
  try {
    return await transact(deps.db, async (tx) => {
      const present = await store.lockSavedSearch(tx, id, actor.userId);
      if (!present) throw refuse('search/not-found');
      const isOn = isAlerting ?? present.alertingSince !== null;
      const hasOthers = filters !== undefined && !isDeepStrictEqual(present.filters, plain(filters));
      // Campaigns from before the alert or its filters changed are not news.
      const since = present.alertingSince === null || hasOthers ? deps.clock.now() : present.alertingSince;
      const row = await store.updateSavedSearch(tx, id, {
        name: name ?? present.name,
        // A new version also drops matches of the old filters that were not emailed yet.
        ...(hasOthers && { filters: plain(filters), version: present.version + 1 }),
        alertingSince: isOn ? since : null,
      });
      return toSavedSearch(row);
    });
  } catch (error) {
    if (isUniqueViolation(error, 'saved_search_name')) throw refuse('search/name-taken');
    throw error;
  }
}

/** Throws 'search/not-found'. */
export async function deleteSavedSearch(deps: Deps, actor: Actor, id: string): Promise<void> {
  await transact(deps.db, async (tx) => {
    if (!(await store.deleteSavedSearch(tx, id, actor.userId))) throw refuse('search/not-found');
  });
}

/** Omits searches that were deleted, have other filters by now, or no longer send alerts. */
export async function loadAlertingNames(
  reader: Reader,
  asked: readonly { searchId: string; version: number }[],
): Promise<Map<string, string>> {
  const versions = new Map(asked.map(({ searchId, version }) => [searchId, version]));
  const rows = await store.listAlertingById(reader, [...versions.keys()]);
  return new Map(rows.flatMap(({ id, name, version }) => (versions.get(id) === version ? [[id, name]] : [])));
}

export const eraseSavedSearches: ErasePerson = async (tx, _deps, userId) => {
  await tx.delete(savedSearch).where(eq(savedSearch.accountId, userId));
  await tx.delete(savedSearchMail).where(eq(savedSearchMail.accountId, userId));
};

/** Deletes the searches when a marketer becomes an advertiser, who has no use for them. */
export const undoSavedSearches: UndoRole = async (tx, _deps, userId) => {
  const gone = await tx
    .delete(savedSearch)
    .where(eq(savedSearch.accountId, userId))
    .returning({ id: savedSearch.id });
  return gone.length > 0 ? [msg('Your saved searches are deleted.')] : [];
};

export const savedSearchesExport: ExportPart = {
  name: 'savedSearches',
  tables: ['saved_search', 'saved_search_match', 'saved_search_mail'],
  read: async (db, _deps, userId) => {
    const [searches, matches, mails] = await Promise.all([
      store.listSavedSearches(db, userId),
      db
        .select()
        .from(savedSearchMatch)
        .where(eq(savedSearchMatch.accountId, userId))
        .orderBy(asc(savedSearchMatch.foundAt)),
      db.select().from(savedSearchMail).where(eq(savedSearchMail.accountId, userId)),
    ]);
    return {
      lastMailAt: mails[0]?.mailedAt ?? null,
      searches: searches.map(({ accountId: _own, place: _place, version: _version, ...search }) => ({
        ...search,
        found: matches
          .filter(({ searchId }) => searchId === search.id)
          .map(({ campaignId, foundAt }) => ({ campaignId, foundAt })),
      })),
    };
  },
};

function toSavedSearch(row: SavedSearchRow): contract.SavedSearch {
  return {
    id: row.id,
    name: row.name,
    filters: row.filters,
    isAlerting: row.alertingSince !== null,
    createdAt: row.createdAt.toISOString(),
  };
}

function freePlaceAmong(present: readonly SavedSearchRow[]): number {
  const taken = new Set(present.map(({ place }) => place));
  for (let place = 1; place <= contract.MAX_SAVED_SEARCHES; place += 1) if (!taken.has(place)) return place;
  throw refuse('search/too-many');
}

/** Drops undefined fields, so that the filters compare equal to those from the database. */
function plain(filters: contract.SavedFilters): contract.SavedFilters {
  return JSON.parse(JSON.stringify(filters)) as contract.SavedFilters;
}
