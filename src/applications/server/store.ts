import { and, asc, desc, eq, gt, isNotNull, ne, type SQL, sql } from 'drizzle-orm';
import { isAmong } from '#platform/server/db/is-among.ts';
import { campaign, type CampaignSummary, summaryColumns } from '#campaigns/server/tables.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { isAfterRow, type TimePage } from '#platform/server/time-cursor.ts';
import type { ApplicationState } from '../contract.ts';
import { application, type ApplicationRow, campaignInvitation, matchUntold } from './tables.ts';

export async function findApplication(reader: Reader, id: string): Promise<ApplicationRow | undefined> {
  const [found] = await reader.select().from(application).where(eq(application.id, id));
  return found;
}

export interface AppliedWork {
  campaign: CampaignSummary;
  isInvited: boolean;
}

export async function loadWork(
  reader: Reader,
  applications: readonly { id: string }[],
): Promise<ReadonlyMap<string, AppliedWork>> {
  if (applications.length === 0) return new Map();
  const ids = applications.map(({ id }) => id);
  const rows = await reader
    .select({
      id: application.id,
      campaign: summaryColumns,
      isInvited: sql<boolean>`exists (
        select from ${campaignInvitation} where ${campaignInvitation.campaignId} = ${application.campaignId}
          and ${campaignInvitation.marketerId} = ${application.marketerId} and ${campaignInvitation.status} = 'accepted')`,
    })
    .from(application)
    .innerJoin(campaign, eq(campaign.id, application.campaignId))
    // One parameter, so that a list of any length is the same prepared statement.
    .where(sql`${application.id} = any(${sql.param(ids)}::uuid[])`);
  return new Map(rows.map(({ id, ...work }) => [id, work]));
}

export async function lockApplication(tx: Tx, id: string): Promise<ApplicationRow | undefined> {
  const [found] = await tx.select().from(application).where(eq(application.id, id)).for('update');
  return found;
}

export async function lockPending(tx: Tx, campaignId: string): Promise<ApplicationRow[]> {
  return tx
    .select()
    .from(application)
    .where(and(eq(application.campaignId, campaignId), eq(application.status, 'pending')))
    .orderBy(asc(application.appliedAt), asc(application.id))
    .for('update');
}

export async function findMarketerApplication(
  reader: Reader,
  campaignId: string,
  marketerId: string,
): Promise<ApplicationRow | undefined> {
  const [found] = await reader
    .select()
    .from(application)
    .where(and(eq(application.campaignId, campaignId), eq(application.marketerId, marketerId)));
  return found;
}

export interface ApplicationFilter {
  campaignId?: string | undefined;
  status?: ApplicationState | undefined;
}

const newestFirst = [desc(application.appliedAt), desc(application.id)];
const place = { at: application.appliedAt, id: application.id };

export async function listApplicationsOfMarketer(
  reader: Reader,
  marketerId: string,
  { campaignId, status }: ApplicationFilter,
  { limit, after, now }: TimePage & { now: Date },
): Promise<ApplicationRow[]> {
  // The marketer does not know of a decision that can be undone.
  const seenStatus = sql`case when ${matchUntold(now)} then 'pending' else ${application.status} end`;
  return reader
    .select()
    .from(application)
    .where(
      and(
        eq(application.marketerId, marketerId),
        ...toConditions({ campaignId }),
        ...(status ? [sql`${seenStatus} = ${status}`] : []),
        isAfterRow(place, after, 'falling'),
      ),
    )
    .orderBy(...newestFirst)
    .limit(limit);
}

export async function listApplicationsOfAdvertisers(
  reader: Reader,
  advertiserIds: readonly string[],
  filter: ApplicationFilter,
  { limit, after }: TimePage,
): Promise<ApplicationRow[]> {
  const rows = await reader
    .select({ application })
    .from(application)
    .innerJoin(campaign, eq(campaign.id, application.campaignId))
    .where(
      and(
        isAmong(campaign.advertiserId, advertiserIds),
        ...toConditions(filter),
        isAfterRow(place, after, 'falling'),
      ),
    )
    .orderBy(...newestFirst)
    .limit(limit);
  return rows.map((row) => row.application);
}

function toConditions(filter: ApplicationFilter): SQL[] {
  return [
    ...(filter.campaignId ? [eq(application.campaignId, filter.campaignId)] : []),
    ...(filter.status ? [eq(application.status, filter.status)] : []),
  ];
}

/** From 1. A rejection that can be undone leaves the position unchanged. */
export async function listBenchPositions(
  reader: Reader,
  campaignIds: readonly string[],
  now: Date,
): Promise<Map<string, number>> {
  if (campaignIds.length === 0) return new Map();
  const turn = sql`coalesce(${application.benchTurn},
    case when ${matchUntold(now)} then ${application.undoBenchTurn} end)`;
  const rows = await reader
    .select({
      id: application.id,
      position: sql<number>`row_number() over (partition by ${application.campaignId} order by ${turn})::int`,
    })
    .from(application)
    .where(and(isAmong(application.campaignId, [...new Set(campaignIds)]), sql`${turn} is not null`));
  return new Map(rows.map(({ id, position }) => [id, position]));
}

/** Turns of undoable rejections stay theirs. The caller must lock the campaign. */
export async function nextBenchTurn(tx: Tx, campaignId: string): Promise<number> {
  const [row] = await tx
    .select({
      last: sql<number | null>`max(greatest(${application.benchTurn}, ${application.undoBenchTurn}))`,
    })
    .from(application)
    .where(eq(application.campaignId, campaignId));
  return (row?.last ?? 0) + 1;
}

/** Turns start at 1. The caller must lock the campaign, which keeps the bench stable. */
export async function listBench(
  tx: Tx,
  campaignId: string,
  afterTurn: number,
  limit: number,
): Promise<ApplicationRow[]> {
  return tx
    .select()
    .from(application)
    .where(and(eq(application.campaignId, campaignId), gt(application.benchTurn, afterTurn)))
    .orderBy(asc(application.benchTurn))
    .limit(limit);
}

export async function lockOnBench(tx: Tx, rows: readonly { id: string }[]): Promise<ApplicationRow[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  return tx
    .select()
    .from(application)
    .where(and(isAmong(application.id, ids), isNotNull(application.benchTurn)))
    .orderBy(asc(application.benchTurn))
    .for('update');
}

export async function insertApplication(
  tx: Tx,
  values: typeof application.$inferInsert,
): Promise<ApplicationRow> {
  const [inserted] = await tx.insert(application).values(values).returning();
  if (!inserted) throw new Error('an insert returned no row');
  return inserted;
}

export async function updateApplication(
  tx: Tx,
  id: string,
  changes: Partial<typeof application.$inferInsert>,
): Promise<ApplicationRow> {
  const [updated] = await tx.update(application).set(changes).where(eq(application.id, id)).returning();
  if (!updated) throw new Error(`application ${id} vanished inside a transaction`);
  return updated;
}

/**
 * Two campaigns may approve the same marketer at the same moment, each under its own lock. This lock lets the second
 * see what the first did. Take it after the locks of the campaign and the application.
 */
export async function lockMarketers(tx: Tx, marketerIds: readonly string[]): Promise<void> {
  if (marketerIds.length === 0) return;
  const names = marketerIds.map((marketerId) => `application of ${marketerId}`); // not for users
  // In the same order everywhere: otherwise two campaigns with the same marketers on the bench could deadlock.
  await tx.execute(sql`
    select pg_advisory_xact_lock(key) from (
      select hashtextextended(name, 0) as key from unnest(${sql.param(names)}::text[]) as name order by key
    ) keys`);
}

export interface HeldTime {
  marketerId: string;
  startTime: Date;
  durationMinutes: number;
  /** True if the marketer does not know of the place yet. */
  isUntold: boolean;
}

export async function listHeldTimes(
  reader: Reader,
  marketerIds: readonly string[],
  exceptCampaignId: string,
  now: Date,
): Promise<HeldTime[]> {
  if (marketerIds.length === 0) return [];
  const rows = await reader
    .select({
      marketerId: application.marketerId,
      startTime: campaign.startTime,
      durationMinutes: campaign.durationMinutes,
      isUntold: matchUntold(now),
    })
    .from(application)
    .innerJoin(campaign, eq(campaign.id, application.campaignId))
    .where(
      and(
        isAmong(application.marketerId, marketerIds),
        eq(application.status, 'approved'),
        eq(campaign.campaignType, 'wearable'),
        eq(campaign.status, 'active'),
        ne(campaign.id, exceptCampaignId),
      ),
    );
  return rows.flatMap(({ startTime, durationMinutes, ...row }) =>
    startTime && durationMinutes !== null ? [{ ...row, startTime, durationMinutes }] : [],
  );
}

/**
 * The SQL expression for the number of different marketers with an approved application. Withdrawn ones don't count.
 */
export function hiredMarketersSql(advertiserIds: SQL): SQL<number> {
  return sql<number>`(
    select count(distinct a.marketer_id)::int from application a join campaign c on c.id = a.campaign_id
    where c.advertiser_id = any(${advertiserIds}) and a.status = 'approved')`;
}

export async function listHolders(reader: Reader, campaignId: string): Promise<string[]> {
  const rows = await reader
    .select({ marketerId: application.marketerId })
    .from(application)
    .where(and(eq(application.campaignId, campaignId), eq(application.status, 'approved')))
    .orderBy(asc(application.appliedAt), asc(application.id));
  return rows.map(({ marketerId }) => marketerId);
}
