import { and, asc, eq, gt, isNotNull, lte, not, or, sql } from 'drizzle-orm';
import { campaign, type CampaignRow } from '#campaigns/server/tables.ts';
import { addMilliseconds } from '#kernel/time.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { ADDRESS_KEPT_MS } from '../../kit-contract.ts';
import { application, type ApplicationRow, kit, type KitRow, matchUntold } from '../tables.ts';

export interface KitOfPlace {
  application: ApplicationRow;
  campaign: CampaignRow;
  kit: KitRow | null;
}

const ofPlace = (reader: Reader) =>
  reader
    .select({ application, campaign, kit })
    .from(application)
    .innerJoin(campaign, eq(campaign.id, application.campaignId))
    .leftJoin(kit, eq(kit.applicationId, application.id));

export async function findKitOfPlace(reader: Reader, applicationId: string): Promise<KitOfPlace | undefined> {
  const [found] = await ofPlace(reader).where(eq(application.id, applicationId));
  return found;
}

/** Omits places whose approval can still be undone at this time. */
export async function listKitsOfCampaign(
  reader: Reader,
  campaignId: string,
  now: Date,
): Promise<KitOfPlace[]> {
  return ofPlace(reader)
    .where(
      and(eq(application.campaignId, campaignId), eq(application.status, 'approved'), not(matchUntold(now))),
    )
    .orderBy(asc(application.approvedAt), asc(application.id));
}

export async function upsertKit(
  tx: Tx,
  applicationId: string,
  changes: Partial<Omit<KitRow, 'applicationId'>>,
): Promise<void> {
  await tx
    .insert(kit)
    .values({ applicationId, ...changes })
    .onConflictDoUpdate({ target: kit.applicationId, set: changes });
}

/** Due 14 days after the parcel or the work, when the campaign is completed, and when the place is lost. */
export async function eraseDueAddresses(tx: Tx, now: Date): Promise<number> {
  const due = tx
    .select({ id: application.id })
    .from(application)
    .innerJoin(campaign, eq(campaign.id, application.campaignId))
    .where(
      or(
        sql`${application.status} <> 'approved'`,
        eq(campaign.status, 'completed'),
        lte(campaign.closesAt, addMilliseconds(now, -ADDRESS_KEPT_MS)),
      ),
    );
  const erased = await tx
    .update(kit)
    .set({ addressSealed: null })
    .where(
      and(
        isNotNull(kit.addressSealed),
        or(lte(kit.addressUntil, now), sql`${kit.applicationId} in (${due})`),
      ),
    )
    .returning({ id: kit.applicationId });
  return erased.length;
}

export async function listSealed(
  reader: Reader,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const rows = await reader
    .select({ id: kit.applicationId })
    .from(kit)
    .where(and(isNotNull(kit.addressSealed), after === null ? undefined : gt(kit.applicationId, after)))
    .orderBy(asc(kit.applicationId))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function lockKit(tx: Tx, applicationId: string): Promise<KitRow | undefined> {
  const [found] = await tx.select().from(kit).where(eq(kit.applicationId, applicationId)).for('update');
  return found;
}

export async function listKitsOfMarketer(reader: Reader, marketerId: string): Promise<KitRow[]> {
  const rows = await reader
    .select({ kit })
    .from(kit)
    .innerJoin(application, eq(application.id, kit.applicationId))
    .where(eq(application.marketerId, marketerId))
    .orderBy(asc(application.appliedAt));
  return rows.map((row) => row.kit);
}

export async function eraseKitsOfMarketer(tx: Tx, marketerId: string): Promise<void> {
  await tx
    .update(kit)
    .set({ addressSealed: null, size: null, trackingNumber: null })
    .where(
      sql`${kit.applicationId} in (select ${application.id} from ${application} where ${application.marketerId} = ${marketerId})`,
    );
}
