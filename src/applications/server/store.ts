import {
  and,
  asc,
  countDistinct,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  max,
  ne,
  type SQL,
  sql,
} from 'drizzle-orm';
import { campaign } from '#campaigns/server/tables.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { isBehind, type MomentPage } from '#platform/server/moment-page.ts';
import type { ApplicationState } from '../contract.ts';
import { application, type ApplicationRow } from './tables.ts';

export async function findApplication(reader: Reader, id: string): Promise<ApplicationRow | undefined> {
  const [found] = await reader.select().from(application).where(eq(application.id, id));
  return found;
}

export async function lockApplication(tx: Tx, id: string): Promise<ApplicationRow | undefined> {
  const [found] = await tx.select().from(application).where(eq(application.id, id)).for('update');
  return found;
}

/** Those that wait for a decision about this campaign, locked in the order in which they came. */
export async function lockPending(tx: Tx, campaignId: string): Promise<ApplicationRow[]> {
  return tx
    .select()
    .from(application)
    .where(and(eq(application.campaignId, campaignId), eq(application.status, 'pending')))
    .orderBy(asc(application.appliedAt), asc(application.id))
    .for('update');
}

export async function findApplicationOf(
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
  filter: ApplicationFilter,
  { limit, after }: MomentPage,
): Promise<ApplicationRow[]> {
  return reader
    .select()
    .from(application)
    .where(
      and(eq(application.marketerId, marketerId), ...conditionsOf(filter), isBehind(place, after, 'falling')),
    )
    .orderBy(...newestFirst)
    .limit(limit);
}

/** Those to the campaigns of these advertisers. */
export async function listApplicationsOfAdvertisers(
  reader: Reader,
  advertiserIds: readonly string[],
  filter: ApplicationFilter,
  { limit, after }: MomentPage,
): Promise<ApplicationRow[]> {
  const rows = await reader
    .select({ application })
    .from(application)
    .innerJoin(campaign, eq(campaign.id, application.campaignId))
    .where(
      and(
        inArray(campaign.advertiserId, [...advertiserIds]),
        ...conditionsOf(filter),
        isBehind(place, after, 'falling'),
      ),
    )
    .orderBy(...newestFirst)
    .limit(limit);
  return rows.map((row) => row.application);
}

function conditionsOf(filter: ApplicationFilter): SQL[] {
  return [
    ...(filter.campaignId ? [eq(application.campaignId, filter.campaignId)] : []),
    ...(filter.status ? [eq(application.status, filter.status)] : []),
  ];
}

/** By application: who is first on the bench of its campaign, second and so on, from 1. */
export async function listBenchPositions(
  reader: Reader,
  campaignIds: readonly string[],
): Promise<Map<string, number>> {
  if (campaignIds.length === 0) return new Map();
  const rows = await reader
    .select({
      id: application.id,
      position: sql<number>`row_number() over (partition by ${application.campaignId} order by ${application.benchTurn})::int`,
    })
    .from(application)
    .where(and(inArray(application.campaignId, [...new Set(campaignIds)]), isNotNull(application.benchTurn)));
  return new Map(rows.map(({ id, position }) => [id, position]));
}

/** The turn behind all others on the bench; the campaign is locked. */
export async function nextBenchTurn(tx: Tx, campaignId: string): Promise<number> {
  const [row] = await tx
    .select({ last: max(application.benchTurn) })
    .from(application)
    .where(eq(application.campaignId, campaignId));
  return (row?.last ?? 0) + 1;
}

/** A page of those on the bench, in their order; turns count from 1. The campaign is locked, so that none comes or goes. */
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

/** These of one campaign's bench, in its order, locked. */
export async function lockOnBench(tx: Tx, rows: readonly { id: string }[]): Promise<ApplicationRow[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  return tx
    .select()
    .from(application)
    .where(and(inArray(application.id, ids), isNotNull(application.benchTurn)))
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
 * Two campaigns may approve the same person in the same moment, each under its own campaign's lock. This lock, taken
 * after those of the campaign and of its application, lets the second one see what the first one did.
 */
export async function lockMarketers(tx: Tx, marketerIds: readonly string[]): Promise<void> {
  if (marketerIds.length === 0) return;
  const names = marketerIds.map((marketerId) => `application of ${marketerId}`);
  // Several at once in one order everywhere, so that two campaigns with the same people on their benches do not wait for each other.
  await tx.execute(sql`
    select pg_advisory_xact_lock(key) from (
      select hashtextextended(name, 0) as key from unnest(${sql.param(names)}::text[]) as name order by key
    ) keys`);
}

export interface HeldTime {
  marketerId: string;
  startTime: Date;
  durationMinutes: number;
}

/** When these marketers are taken by approved wearable campaigns that still run, other than this one. */
export async function listHeldTimes(
  reader: Reader,
  marketerIds: readonly string[],
  exceptCampaignId: string,
): Promise<HeldTime[]> {
  if (marketerIds.length === 0) return [];
  const rows = await reader
    .select({
      marketerId: application.marketerId,
      startTime: campaign.startTime,
      durationMinutes: campaign.durationMinutes,
    })
    .from(application)
    .innerJoin(campaign, eq(campaign.id, application.campaignId))
    .where(
      and(
        inArray(application.marketerId, [...marketerIds]),
        eq(application.status, 'approved'),
        eq(campaign.campaignType, 'wearable'),
        eq(campaign.status, 'active'),
        ne(campaign.id, exceptCampaignId),
      ),
    );
  return rows.flatMap(({ marketerId, startTime, durationMinutes }) =>
    startTime && durationMinutes !== null ? [{ marketerId, startTime, durationMinutes }] : [],
  );
}

/** Different people who hold or held a place; who withdrew from it was not engaged. */
export async function countApprovedMarketersOf(
  reader: Reader,
  advertiserIds: readonly string[],
): Promise<number> {
  const [row] = await reader
    .select({ marketers: countDistinct(application.marketerId) })
    .from(application)
    .innerJoin(campaign, eq(campaign.id, application.campaignId))
    .where(and(inArray(campaign.advertiserId, [...advertiserIds]), eq(application.status, 'approved')));
  return row?.marketers ?? 0;
}

export async function listHolders(reader: Reader, campaignId: string): Promise<string[]> {
  const rows = await reader
    .select({ marketerId: application.marketerId })
    .from(application)
    .where(and(eq(application.campaignId, campaignId), eq(application.status, 'approved')))
    .orderBy(asc(application.appliedAt), asc(application.id));
  return rows.map(({ marketerId }) => marketerId);
}
