import { and, asc, eq, gt, isNotNull, isNull, lte, notExists, sql } from 'drizzle-orm';
import { isAmong } from '#platform/server/db/is-among.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { savedSearch, savedSearchMail, savedSearchMatch, type SavedSearchRow } from '../tables.ts';

export async function listSavedSearches(reader: Reader, accountId: string): Promise<SavedSearchRow[]> {
  return reader
    .select()
    .from(savedSearch)
    .where(eq(savedSearch.accountId, accountId))
    .orderBy(asc(savedSearch.createdAt), asc(savedSearch.place));
}

/** Compares in the database, because JavaScript lowercases some letters differently. */
export async function findNamedSearch(
  reader: Reader,
  accountId: string,
  name: string,
): Promise<SavedSearchRow | undefined> {
  const [found] = await reader
    .select()
    .from(savedSearch)
    .where(and(eq(savedSearch.accountId, accountId), sql`lower(${savedSearch.name}) = lower(${name})`));
  return found;
}

export async function lockSavedSearch(
  tx: Tx,
  id: string,
  accountId: string,
): Promise<SavedSearchRow | undefined> {
  const [found] = await tx
    .select()
    .from(savedSearch)
    .where(and(eq(savedSearch.id, id), eq(savedSearch.accountId, accountId)))
    .for('update');
  return found;
}

export async function insertSavedSearch(
  tx: Tx,
  values: typeof savedSearch.$inferInsert,
): Promise<SavedSearchRow> {
  const [row] = await tx.insert(savedSearch).values(values).returning();
  if (!row) throw new Error('Bug: an insert answered no row');
  return row;
}

export async function updateSavedSearch(
  tx: Tx,
  id: string,
  changes: Partial<typeof savedSearch.$inferInsert>,
): Promise<SavedSearchRow> {
  const [row] = await tx.update(savedSearch).set(changes).where(eq(savedSearch.id, id)).returning();
  if (!row) throw new Error(`Bug: the locked search ${id} has gone`);
  return row;
}

/** Deletes the search and its matches. Returns false if it isn't the user's. */
export async function deleteSavedSearch(tx: Tx, id: string, accountId: string): Promise<boolean> {
  const rows = await tx
    .delete(savedSearch)
    .where(and(eq(savedSearch.id, id), eq(savedSearch.accountId, accountId)))
    .returning({ id: savedSearch.id });
  return rows.length > 0;
}

const AT_ONCE = 500;

/** Those whose alerts were on at the given moment. */
export async function listAlerting(
  reader: Reader,
  moment: Date,
  after: string | undefined,
): Promise<SavedSearchRow[]> {
  return reader
    .select()
    .from(savedSearch)
    .where(
      and(
        isNotNull(savedSearch.alertingSince),
        lte(savedSearch.alertingSince, moment),
        after === undefined ? undefined : gt(savedSearch.id, after),
      ),
    )
    .orderBy(asc(savedSearch.id))
    .limit(AT_ONCE);
}

export interface Match extends Record<string, unknown> {
  searchId: string;
  accountId: string;
  version: number;
}

/**
 * Returns the first matching search of each marketer who was not notified about the campaign before. Skips searches
 * that were deleted or changed in the meantime. Safe without further locks: a campaign becomes active once, and the
 * event's consumer holds a lock on that event.
 */
export async function insertMatches(
  tx: Tx,
  campaignId: string,
  searches: readonly Pick<SavedSearchRow, 'id' | 'version'>[],
  foundAt: Date,
): Promise<Match[]> {
  // Two array parameters, because a statement takes at most 65,535 parameters.
  const ids = sql.param(searches.map(({ id }) => id));
  const versions = sql.param(searches.map(({ version }) => version));
  const { rows } = await tx.execute<Match>(sql`
    with present as (
      select s.id, s.account_id, s.version, s.created_at, s.place from saved_search s
      join unnest(${ids}::uuid[], ${versions}::int[]) as fitting (id, version) on fitting.id = s.id and fitting.version = s.version
      order by s.created_at, s.place for key share of s
    ), added as (
      insert into saved_search_match (search_id, account_id, campaign_id, found_at, version)
      select id, account_id, ${campaignId}::uuid, ${foundAt}::timestamptz, version from present
      on conflict do nothing
      returning search_id
    )
    select distinct on (p.account_id) p.id as "searchId", p.account_id as "accountId", p.version
    from added join present p on p.id = added.search_id
    -- As it was before this statement.
    where not exists (select from saved_search_match m where m.account_id = p.account_id and m.campaign_id = ${campaignId}::uuid)
    order by p.account_id, p.created_at, p.place`);
  return rows;
}

/** Returns marketers with unsent matches and no email since `before`, page by page by id. */
export async function listToMail(reader: Reader, before: Date, after: string | undefined): Promise<string[]> {
  const rows = await reader
    .selectDistinct({ accountId: savedSearchMatch.accountId })
    .from(savedSearchMatch)
    .where(
      and(
        isNull(savedSearchMatch.mailedAt),
        after === undefined ? undefined : gt(savedSearchMatch.accountId, after),
        notExists(
          reader
            .select({ found: sql`1` })
            .from(savedSearchMail)
            .where(
              and(
                eq(savedSearchMail.accountId, savedSearchMatch.accountId),
                gt(savedSearchMail.mailedAt, before),
              ),
            ),
        ),
      ),
    )
    .orderBy(asc(savedSearchMatch.accountId))
    .limit(AT_ONCE);
  return rows.map(({ accountId }) => accountId);
}

/**
 * The lock keeps other processes from creating an email. Returns undefined if the account is deleted or no marketer.
 * Waits for an account deletion in progress.
 */
export async function lockLastEmail(
  tx: Tx,
  accountId: string,
): Promise<{ mailedAt: Date | null } | undefined> {
  await tx.execute(sql`
    insert into saved_search_mail (account_id)
    select id from account where id = ${accountId} and deleted_at is null and role = 'marketer' for key share
    on conflict do nothing`);
  const [found] = await tx
    .select({ mailedAt: savedSearchMail.mailedAt })
    .from(savedSearchMail)
    .where(eq(savedSearchMail.accountId, accountId))
    .for('update');
  return found;
}

export async function updateLastEmail(tx: Tx, accountId: string, mailedAt: Date): Promise<void> {
  await tx.update(savedSearchMail).set({ mailedAt }).where(eq(savedSearchMail.accountId, accountId));
}

export interface Found extends Record<string, unknown> {
  searchId: string;
  version: number;
  campaignId: string;
}

/**
 * Returns those whose searches still send alerts and are unchanged, newest first, at most `limit`. A campaign found by
 * several searches is returned for the first.
 */
export async function claimUnmailed(
  tx: Tx,
  accountId: string,
  mailedAt: Date,
  limit: number,
): Promise<Found[]> {
  const { rows } = await tx.execute<Found>(sql`
    with taken as (
      update saved_search_match set mailed_at = ${mailedAt}
      where account_id = ${accountId} and mailed_at is null
      returning search_id, version, campaign_id, found_at
    ), told as (
      select distinct on (t.campaign_id) t.*
      from taken t join saved_search s on s.id = t.search_id and s.version = t.version
      where s.alerting_since is not null
      order by t.campaign_id, s.created_at, s.place
    )
    select search_id as "searchId", version, campaign_id as "campaignId"
    from told order by found_at desc, campaign_id limit ${limit}`);
  return rows;
}

export async function deleteMatchesBefore(tx: Tx, moment: Date, limit: number): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    delete from saved_search_match where (search_id, campaign_id) in (
      select search_id, campaign_id from saved_search_match where found_at < ${moment}
      order by found_at limit ${limit} for update skip locked)`);
  return rowCount ?? 0;
}

export async function listAlertingById(reader: Reader, ids: readonly string[]): Promise<SavedSearchRow[]> {
  if (ids.length === 0) return [];
  return reader
    .select()
    .from(savedSearch)
    .where(and(isAmong(savedSearch.id, ids), isNotNull(savedSearch.alertingSince)));
}
