import { and, desc, eq, isNull, lte, type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import { isAmong } from '#platform/server/db/is-among.ts';
import { application } from '#applications/server/tables.ts';
import { campaign } from '#campaigns/server/tables.ts';
import { milliseconds } from '#platform/server/db/milliseconds.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { isAfterRow, type TimePage } from '#platform/server/time-cursor.ts';
import { noRatings, type RatingFigures } from '#profiles/server/ports.ts';
import { RATING_PERIOD_MS, type RatingSide } from '#ratings/contract.ts';
import { rating, type RatingRow } from './tables.ts';

export interface RatingOfWork {
  rating: RatingRow;
  campaignId: string;
  campaignTitle: string;
  company: string | null;
  marketerId: string;
}

const withWork = (reader: Reader) =>
  reader
    .select({
      rating,
      campaignId: campaign.id,
      campaignTitle: campaign.title,
      company: campaign.company,
      marketerId: application.marketerId,
    })
    .from(rating)
    .innerJoin(application, eq(application.id, rating.applicationId))
    .innerJoin(campaign, eq(campaign.id, application.campaignId));

export async function listByApplications(
  reader: Reader,
  applicationIds: readonly string[],
): Promise<RatingOfWork[]> {
  if (applicationIds.length === 0) return [];
  return withWork(reader).where(isAmong(rating.applicationId, applicationIds));
}

export async function listReceived(
  reader: Reader,
  ratedId: string,
  now: Date,
  limit: number,
): Promise<RatingOfWork[]> {
  return withWork(reader)
    .where(and(eq(rating.ratedId, ratedId), lte(rating.publishedAt, now)))
    .orderBy(desc(rating.publishedAt), desc(rating.id))
    .limit(limit);
}

export async function listAll(reader: Reader, { limit, after }: TimePage): Promise<RatingOfWork[]> {
  return withWork(reader)
    .where(isAfterRow({ at: rating.sentAt, id: rating.id }, after, 'falling'))
    .orderBy(desc(rating.sentAt), desc(rating.id))
    .limit(limit);
}

export async function getRatingOfWork(reader: Reader, id: string): Promise<RatingOfWork> {
  const [found] = await withWork(reader).where(eq(rating.id, id));
  if (!found) throw new Error(`rating ${id} vanished`);
  return found;
}

export async function lockRating(tx: Tx, id: string): Promise<RatingRow | undefined> {
  const [found] = await tx.select().from(rating).where(eq(rating.id, id)).for('update');
  return found;
}

export async function insertRating(tx: Tx, values: typeof rating.$inferInsert): Promise<void> {
  await tx.insert(rating).values(values);
}

export async function updateRating(
  tx: Tx,
  id: string,
  changes: Partial<typeof rating.$inferInsert>,
): Promise<void> {
  await tx.update(rating).set(changes).where(eq(rating.id, id));
}

export async function listUnannounced(reader: Reader, now: Date, limit: number): Promise<string[]> {
  const rows = await reader
    .select({ id: rating.id })
    .from(rating)
    .where(and(isNull(rating.announcedAt), lte(rating.publishedAt, now)))
    .orderBy(rating.publishedAt)
    .limit(limit);
  return rows.map(({ id }) => id);
}

interface Figures {
  accountId: string;
  average: number;
  count: number;
}

/** Accounts without public ratings are missing. */
export async function listFigures(
  reader: Reader,
  accountIds: readonly string[],
  now: Date,
): Promise<Figures[]> {
  if (accountIds.length === 0) return [];
  return reader
    .select({
      accountId: rating.ratedId,
      average: sql<number>`round(avg(${rating.stars}), 1)::float8`,
      count: sql<number>`count(*)::int`,
    })
    .from(rating)
    .where(and(isAmong(rating.ratedId, accountIds), lte(rating.publishedAt, now)))
    .groupBy(rating.ratedId);
}

/** 5 and 0 without public ratings. */
export function ratingFiguresSql(accountId: SQLWrapper, now: SQLWrapper): SQL<RatingFigures> {
  return sql<RatingFigures>`(
    select json_build_object('rating', coalesce(round(avg(${rating.stars}), 1), ${noRatings.rating}), 'ratingCount', count(*))
    from ${rating} where ${rating.ratedId} = ${accountId} and ${rating.publishedAt} <= ${now})`;
}

/** The SQL condition that an account has no average below this one. */
export function isRatedAtLeast(accountId: SQLWrapper, average: number, now: Date): SQL {
  return sql`not exists (
    select from ${rating} where ${rating.ratedId} = ${accountId} and ${rating.publishedAt} <= ${now.toISOString()}::timestamptz
    having round(avg(${rating.stars}), 1) < ${average})`;
}

export interface OpenedWork {
  applicationId: string;
  campaignId: string;
  campaignTitle: string;
  company: string | null;
  marketerId: string;
  advertiserId: string;
  openedAt: Date;
}

interface OpenedFilter {
  side: RatingSide;
  /** The marketer, or the owners of the businesses. */
  accountIds: readonly string[];
  campaignId?: string | undefined;
  ratableAt?: Date | undefined;
}

/**
 * The payment or the decision of the dispute opens work, whichever is first. A payment that came back does not close
 * what was already rated.
 */
const openedWork = sql`
  select a.id as "applicationId", c.id as "campaignId", c.title as "campaignTitle", c.company,
    a.marketer_id as "marketerId", c.advertiser_id as "advertiserId", opened.at as "openedAt"
  from application a
  join campaign c on c.id = a.campaign_id
  cross join lateral (
    select least(
      (select min(m.completed_at) from proof p join payment m on m.source_id = p.id where p.application_id = a.id),
      (select d.decided_at from dispute d where d.application_id = a.id),
      (select min(r.sent_at) from rating r where r.application_id = a.id)) as at
  ) opened`;

/** Returns null if it cannot be rated yet. */
export async function findOpenedWork(reader: Reader, applicationId: string): Promise<OpenedWork | null> {
  const { rows } = await reader.execute<OpenedWork & Record<string, unknown>>(
    sql`${openedWork} where a.id = ${applicationId} and opened.at is not null`,
  );
  return rows[0] ?? null;
}

export async function listOpenedWork(
  reader: Reader,
  filter: OpenedFilter,
  { limit, after }: TimePage,
): Promise<OpenedWork[]> {
  const { side, accountIds, campaignId, ratableAt } = filter;
  if (accountIds.length === 0) return [];
  const party = side === 'marketer' ? sql`a.marketer_id` : sql`c.advertiser_id`;
  const conditions = [
    sql`${party} in ${accountIds}`,
    // A withdrawn or rejected application was never work.
    sql`a.status = 'approved'`,
    sql`opened.at is not null`,
    ...(campaignId ? [sql`c.id = ${campaignId}`] : []),
    ...(ratableAt ? [isRatable(side, ratableAt)] : []),
    ...(after ? [sql`(opened.at, a.id) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`] : []),
  ];
  const { rows } = await reader.execute<OpenedWork & Record<string, unknown>>(
    sql`${openedWork} where ${sql.join(conditions, sql` and `)} order by opened.at desc, a.id desc limit ${limit}`,
  );
  return rows;
}

/** The same rule as `checkRatable`. */
function isRatable(side: RatingSide, now: Date): SQL {
  return sql`not exists (select from rating own where own.application_id = a.id and own.author_side = ${side})
    and coalesce(
      (select min(other.published_at) from rating other where other.application_id = a.id),
      opened.at + ${milliseconds(RATING_PERIOD_MS)}) > ${now.toISOString()}::timestamptz`;
}
