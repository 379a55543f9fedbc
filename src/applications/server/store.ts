import { and, asc, countDistinct, desc, eq, ne, type SQL, sql } from 'drizzle-orm';
import { campaign } from '#campaigns/server/tables.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
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

export async function listApplicationsOfMarketer(
  reader: Reader,
  marketerId: string,
  filter: ApplicationFilter,
): Promise<ApplicationRow[]> {
  return reader
    .select()
    .from(application)
    .where(and(eq(application.marketerId, marketerId), ...conditionsOf(filter)))
    .orderBy(...newestFirst);
}

/** Those to an advertiser's own campaigns. */
export async function listApplicationsOfAdvertiser(
  reader: Reader,
  advertiserId: string,
  filter: ApplicationFilter,
): Promise<ApplicationRow[]> {
  const rows = await reader
    .select({ application })
    .from(application)
    .innerJoin(campaign, eq(campaign.id, application.campaignId))
    .where(and(eq(campaign.advertiserId, advertiserId), ...conditionsOf(filter)))
    .orderBy(...newestFirst);
  return rows.map((row) => row.application);
}

function conditionsOf(filter: ApplicationFilter): SQL[] {
  return [
    ...(filter.campaignId ? [eq(application.campaignId, filter.campaignId)] : []),
    ...(filter.status ? [eq(application.status, filter.status)] : []),
  ];
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
  changes: Pick<ApplicationRow, 'status' | 'decidedAt' | 'reason'>,
): Promise<ApplicationRow> {
  const [updated] = await tx.update(application).set(changes).where(eq(application.id, id)).returning();
  if (!updated) throw new Error(`application ${id} vanished inside a transaction`);
  return updated;
}

/**
 * Two campaigns may approve the same person in the same moment, each under its own campaign's lock. This lock, taken
 * after those of the campaign and of its application, lets the second one see what the first one did.
 */
export async function lockMarketer(tx: Tx, marketerId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`application of ${marketerId}`}, 0))`);
}

export interface HeldTime {
  startTime: Date;
  durationMinutes: number;
}

/** When the marketer is taken by approved wearable campaigns that still run, other than this one. */
export async function listHeldTimes(
  reader: Reader,
  marketerId: string,
  exceptCampaignId: string,
): Promise<HeldTime[]> {
  const rows = await reader
    .select({ startTime: campaign.startTime, durationMinutes: campaign.durationMinutes })
    .from(application)
    .innerJoin(campaign, eq(campaign.id, application.campaignId))
    .where(
      and(
        eq(application.marketerId, marketerId),
        eq(application.status, 'approved'),
        eq(campaign.campaignType, 'wearable'),
        eq(campaign.status, 'active'),
        ne(campaign.id, exceptCampaignId),
      ),
    );
  return rows.flatMap(({ startTime, durationMinutes }) =>
    startTime && durationMinutes !== null ? [{ startTime, durationMinutes }] : [],
  );
}

/** Different people who hold or held a place; who withdrew from it was not engaged. */
export async function countApprovedMarketersOf(reader: Reader, advertiserId: string): Promise<number> {
  const [row] = await reader
    .select({ marketers: countDistinct(application.marketerId) })
    .from(application)
    .innerJoin(campaign, eq(campaign.id, application.campaignId))
    .where(and(eq(campaign.advertiserId, advertiserId), eq(application.status, 'approved')));
  return row?.marketers ?? 0;
}
