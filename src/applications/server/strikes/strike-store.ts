import { and, asc, desc, eq, type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import { campaign } from '#campaigns/server/tables.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { isAfterRow, type TimePage } from '#platform/server/time-cursor.ts';
import type { StrikeState } from '../../strike-contract.ts';
import { application, strike, type StrikeRow } from '../tables.ts';

export interface StrikeOfCampaign {
  strike: StrikeRow;
  campaignId: string;
  campaignTitle: string;
}

/** Returns false if the application already has a strike. */
export async function insertStrike(tx: Tx, values: typeof strike.$inferInsert): Promise<boolean> {
  const added = await tx
    .insert(strike)
    .values(values)
    .onConflictDoNothing({ target: strike.applicationId })
    .returning({ id: strike.id });
  return added.length > 0;
}

export async function lockStrike(tx: Tx, id: string): Promise<StrikeRow | undefined> {
  const [found] = await tx.select().from(strike).where(eq(strike.id, id)).for('update');
  return found;
}

export async function updateStrike(
  tx: Tx,
  id: string,
  changes: Partial<typeof strike.$inferInsert>,
): Promise<StrikeRow> {
  const [updated] = await tx.update(strike).set(changes).where(eq(strike.id, id)).returning();
  if (!updated) throw new Error(`strike ${id} vanished inside a transaction`);
  return updated;
}

/** Includes expired ones, which the pause depends on. */
export async function listStrikesByMarketer(reader: Reader, marketerId: string): Promise<StrikeRow[]> {
  return reader.select().from(strike).where(eq(strike.marketerId, marketerId)).orderBy(desc(strike.at));
}

/** Counts as `isCounted` does. */
export function countedStrikesSql(marketerId: SQLWrapper, now: SQLWrapper): SQL<number> {
  return sql<number>`(
    select count(*)::int from strike s
    where s.marketer_id = ${marketerId} and s.status <> 'lifted' and s.expires_at > ${now})`;
}

const withCampaign = (reader: Reader) =>
  reader
    .select({ strike, campaignId: campaign.id, campaignTitle: campaign.title })
    .from(strike)
    .innerJoin(application, eq(application.id, strike.applicationId))
    .innerJoin(campaign, eq(campaign.id, application.campaignId));

export async function getStrikeOfCampaign(reader: Reader, id: string): Promise<StrikeOfCampaign> {
  const [found] = await withCampaign(reader).where(eq(strike.id, id));
  if (!found) throw new Error(`strike ${id} vanished`);
  return found;
}

export async function listWithCampaigns(reader: Reader, marketerId: string): Promise<StrikeOfCampaign[]> {
  return withCampaign(reader)
    .where(eq(strike.marketerId, marketerId))
    .orderBy(desc(strike.at), desc(strike.id));
}

/** Newest first. With status 'appealed', the oldest appeal comes first. */
export async function listStrikes(
  reader: Reader,
  { status, limit, after }: TimePage & { status?: StrikeState | undefined },
): Promise<StrikeOfCampaign[]> {
  const isQueue = status === 'appealed';
  const at = isQueue ? strike.appealedAt : strike.at;
  const order = isQueue ? asc : desc;
  const behind = isAfterRow({ at, id: strike.id }, after, isQueue ? 'rising' : 'falling');
  return withCampaign(reader)
    .where(and(status ? eq(strike.status, status) : undefined, behind))
    .orderBy(order(at), order(strike.id))
    .limit(limit);
}
