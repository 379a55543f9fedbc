import { and, asc, count, desc, eq, gt, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { isAmong } from '#platform/server/db/is-among.ts';
import type { Period } from '#kernel/calendar.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { numberPeriod } from '#platform/server/db/periods.ts';
import { isAfterRow, type TimePage } from '#platform/server/time-cursor.ts';
import type { ContentType, SocialPlatform, Tier } from '../fields-contract.ts';
import {
  campaign,
  type CampaignRow,
  type CampaignSummary,
  type NewCampaign,
  pricingTier,
  type PricingTierRow,
  summaryColumns,
} from './tables.ts';

export async function findCampaign(reader: Reader, id: string): Promise<CampaignRow | undefined> {
  const [found] = await reader.select().from(campaign).where(eq(campaign.id, id));
  return found;
}

/**
 * Lock it before anything that belongs to it (decision 24). Inserting a row that references the campaign, such as a
 * session's first live position, does not wait for this lock: its writer may hold a lock that this transaction needs
 * next.
 */
export async function lockCampaign(tx: Tx, id: string): Promise<CampaignRow | undefined> {
  const [found] = await tx.select().from(campaign).where(eq(campaign.id, id)).for('no key update');
  return found;
}

export async function listSummaries(reader: Reader, ids: readonly string[]): Promise<CampaignSummary[]> {
  if (ids.length === 0) return [];
  return reader
    .select(summaryColumns)
    .from(campaign)
    .where(sql`${campaign.id} = any(${sql.param([...ids])}::uuid[])`);
}

export async function listCampaignsByAdvertisers(
  reader: Reader,
  advertiserIds: readonly string[],
  { limit, after }: TimePage,
): Promise<CampaignRow[]> {
  const behind = isAfterRow({ at: campaign.createdAt, id: campaign.id }, after, 'falling');
  return reader
    .select()
    .from(campaign)
    .where(and(isAmong(campaign.advertiserId, advertiserIds), behind))
    .orderBy(desc(campaign.createdAt), desc(campaign.id))
    .limit(limit);
}

export async function countByStatus(
  reader: Reader,
  advertiserId: string,
): Promise<ReadonlyMap<CampaignRow['status'], number>> {
  const rows = await reader
    .select({ status: campaign.status, campaigns: count() })
    .from(campaign)
    .where(eq(campaign.advertiserId, advertiserId))
    .groupBy(campaign.status);
  return new Map(rows.map(({ status, campaigns }) => [status, campaigns]));
}

export async function listCampaignsWithAsset(
  reader: Reader,
  advertiserId: string,
  address: string,
): Promise<CampaignRow[]> {
  const assets = sql`jsonb_each_text(${campaign.brandAssets})`;
  return reader
    .select()
    .from(campaign)
    .where(
      and(
        eq(campaign.advertiserId, advertiserId),
        sql`exists (select from ${assets} as asset where asset.value = ${address})`,
      ),
    );
}

export async function listCampaignIdsByAdvertisers(
  reader: Reader,
  advertiserIds: readonly string[],
): Promise<string[]> {
  const rows = await reader
    .select({ id: campaign.id })
    .from(campaign)
    .where(and(isAmong(campaign.advertiserId, advertiserIds), ne(campaign.status, 'draft')));
  return rows.map(({ id }) => id);
}

export async function countCampaigns(reader: Reader): Promise<{ total: number; active: number }> {
  const [row] = await reader
    .select({ total: count(), active: sql<number>`count(*) filter (where ${campaign.status} = 'active')` })
    .from(campaign);
  return row ?? { total: 0, active: 0 };
}

export async function countNewCampaigns(reader: Reader, periods: readonly Period[]) {
  const period = numberPeriod(sql`${campaign.createdAt}`, periods);
  return reader
    .select({ period, campaigns: count() })
    .from(campaign)
    .where(and(ne(campaign.status, 'draft'), sql`${campaign.createdAt} >= ${periods[0]?.start}`))
    .groupBy(sql`1`);
}

const AT_ONCE = 500;

/** The sweep gets any beyond the limit a minute later. */
export async function listDueIds(reader: Reader, now: Date): Promise<string[]> {
  const rows = await reader
    .select({ id: campaign.id })
    .from(campaign)
    .where(
      and(
        eq(campaign.status, 'active'),
        isNull(campaign.closingSince),
        or(eq(campaign.released, campaign.needed), lt(campaign.proofDueAt, now)),
      ),
    )
    .limit(AT_ONCE);
  return rows.map(({ id }) => id);
}

export async function listClosingIds(reader: Reader, after: string | undefined): Promise<string[]> {
  const rows = await reader
    .select({ id: campaign.id })
    .from(campaign)
    .where(
      and(
        eq(campaign.status, 'active'),
        isNotNull(campaign.closingSince),
        after === undefined ? undefined : gt(campaign.id, after),
      ),
    )
    .orderBy(asc(campaign.id))
    .limit(AT_ONCE);
  return rows.map(({ id }) => id);
}

export async function filterClosed(reader: Reader, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await reader
    .select({ id: campaign.id })
    .from(campaign)
    .where(and(isAmong(campaign.id, ids), isNotNull(campaign.closingSince)));
  return rows.map(({ id }) => id);
}

/** For orders without a campaign id. */
export async function listCompleteDrafts(reader: Reader, advertiserId: string): Promise<CampaignRow[]> {
  return reader
    .select()
    .from(campaign)
    .where(
      and(
        eq(campaign.advertiserId, advertiserId),
        eq(campaign.status, 'draft'),
        eq(campaign.isComplete, true),
      ),
    );
}

/**
 * Returns null if a campaign with this submission key exists. Waits for a concurrent insert of the same key.
 */
export async function insertCampaign(tx: Tx, values: NewCampaign): Promise<CampaignRow | null> {
  const [inserted] = await tx
    .insert(campaign)
    .values(values)
    .onConflictDoNothing({
      target: [campaign.advertiserId, campaign.submissionKey],
      where: isNotNull(campaign.submissionKey),
    })
    .returning();
  return inserted ?? null;
}

export async function findBySubmissionKey(
  tx: Tx,
  advertiserId: string,
  submissionKey: string,
): Promise<string> {
  const [made] = await tx
    .select({ id: campaign.id })
    .from(campaign)
    .where(and(eq(campaign.advertiserId, advertiserId), eq(campaign.submissionKey, submissionKey)));
  if (!made) throw new Error('no campaign has this submission key');
  return made.id;
}

export async function updateCampaign(
  tx: Tx,
  id: string,
  changes: Partial<NewCampaign>,
): Promise<CampaignRow> {
  const [updated] = await tx.update(campaign).set(changes).where(eq(campaign.id, id)).returning();
  if (!updated) throw new Error(`campaign ${id} vanished inside a transaction`);
  return updated;
}

/**
 * Atomic, so that places never exceed the limit. Returns false if the campaign is full, closing, paused or not active.
 */
export async function addHired(tx: Tx, id: string): Promise<boolean> {
  const changed = await tx
    .update(campaign)
    .set({ hired: sql`${campaign.hired} + 1` })
    .where(
      and(
        eq(campaign.id, id),
        eq(campaign.status, 'active'),
        isNull(campaign.closingSince),
        isNull(campaign.chargebackSince),
        isNull(campaign.pausedSince),
        lt(campaign.hired, campaign.needed),
      ),
    )
    .returning({ id: campaign.id });
  return changed.length > 0;
}

/** Returns false if every hired place is already paid, or none is hired. */
export async function subtractHired(tx: Tx, id: string): Promise<boolean> {
  const changed = await tx
    .update(campaign)
    .set({ hired: sql`${campaign.hired} - 1` })
    .where(and(eq(campaign.id, id), gt(campaign.hired, campaign.released)))
    .returning({ id: campaign.id });
  return changed.length > 0;
}

export async function addApplication(tx: Tx, id: string): Promise<void> {
  await tx
    .update(campaign)
    .set({ applicationsCount: sql`${campaign.applicationsCount} + 1` })
    .where(eq(campaign.id, id));
}

export function sendReleased(tx: Tx, id: string): void {
  tx.send(
    tx
      .update(campaign)
      .set({ released: sql`${campaign.released} + 1` })
      .where(eq(campaign.id, id)),
  );
}

export async function listPricingTiers(reader: Reader): Promise<PricingTierRow[]> {
  return reader
    .select()
    .from(pricingTier)
    .orderBy(pricingTier.platform, pricingTier.contentType, pricingTier.minCents);
}

export async function findPricingTier(
  reader: Reader,
  key: { platform: SocialPlatform; contentType: ContentType; tier: Tier },
): Promise<PricingTierRow | undefined> {
  const [found] = await reader
    .select()
    .from(pricingTier)
    .where(
      and(
        eq(pricingTier.platform, key.platform),
        eq(pricingTier.contentType, key.contentType),
        eq(pricingTier.tier, key.tier),
      ),
    );
  return found;
}
