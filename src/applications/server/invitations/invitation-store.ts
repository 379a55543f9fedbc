import { and, count, desc, eq, sql } from 'drizzle-orm';
import { campaign } from '#campaigns/server/tables.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { campaignInvitation, type CampaignInvitationRow } from '../tables.ts';

export async function listOfCampaign(reader: Reader, campaignId: string): Promise<CampaignInvitationRow[]> {
  return reader
    .select()
    .from(campaignInvitation)
    .where(eq(campaignInvitation.campaignId, campaignId))
    .orderBy(desc(campaignInvitation.invitedAt), desc(campaignInvitation.id));
}

export async function listOpenOfMarketer(
  reader: Reader,
  marketerId: string,
  limit: number,
): Promise<CampaignInvitationRow[]> {
  const rows = await reader
    .select({ invitation: campaignInvitation })
    .from(campaignInvitation)
    .innerJoin(campaign, eq(campaign.id, campaignInvitation.campaignId))
    .where(
      and(
        eq(campaignInvitation.marketerId, marketerId),
        eq(campaignInvitation.status, 'open'),
        eq(campaign.isOpen, true),
      ),
    )
    .orderBy(desc(campaignInvitation.invitedAt), desc(campaignInvitation.id))
    .limit(limit);
  return rows.map(({ invitation }) => invitation);
}

export async function listAllOfMarketer(
  reader: Reader,
  marketerId: string,
): Promise<CampaignInvitationRow[]> {
  return reader.select().from(campaignInvitation).where(eq(campaignInvitation.marketerId, marketerId));
}

export async function findInvitation(reader: Reader, id: string): Promise<CampaignInvitationRow | undefined> {
  const [found] = await reader.select().from(campaignInvitation).where(eq(campaignInvitation.id, id));
  return found;
}

export async function lockInvitation(tx: Tx, id: string): Promise<CampaignInvitationRow | undefined> {
  const [found] = await tx
    .select()
    .from(campaignInvitation)
    .where(eq(campaignInvitation.id, id))
    .for('update');
  return found;
}

export async function countInvitations(
  reader: Reader,
  campaignId: string,
  since: Date,
): Promise<{ all: number; recent: number }> {
  const [row] = await reader
    .select({
      all: count(),
      recent: sql<number>`count(*) filter (where ${campaignInvitation.invitedAt} > ${since.toISOString()}::timestamptz)::int`,
    })
    .from(campaignInvitation)
    .where(eq(campaignInvitation.campaignId, campaignId));
  return row ?? { all: 0, recent: 0 };
}

export async function insertInvitation(
  tx: Tx,
  values: typeof campaignInvitation.$inferInsert,
): Promise<CampaignInvitationRow | null> {
  const [inserted] = await tx.insert(campaignInvitation).values(values).onConflictDoNothing().returning();
  return inserted ?? null;
}

type Answer = Pick<CampaignInvitationRow, 'status' | 'answeredAt'> & { reason?: string | null };

/** Returns null if it was answered before, also at the same moment. */
export async function answerInvitation(
  tx: Tx,
  id: string,
  answer: Answer,
): Promise<CampaignInvitationRow | null> {
  const [answered] = await tx
    .update(campaignInvitation)
    .set(answer)
    .where(and(eq(campaignInvitation.id, id), eq(campaignInvitation.status, 'open')))
    .returning();
  return answered ?? null;
}

export async function acceptOpen(
  tx: Tx,
  campaignId: string,
  marketerId: string,
  now: Date,
): Promise<CampaignInvitationRow | null> {
  const [accepted] = await tx
    .update(campaignInvitation)
    .set({ status: 'accepted', answeredAt: now })
    .where(
      and(
        eq(campaignInvitation.campaignId, campaignId),
        eq(campaignInvitation.marketerId, marketerId),
        eq(campaignInvitation.status, 'open'),
      ),
    )
    .returning();
  return accepted ?? null;
}

export async function deleteOfMarketer(tx: Tx, marketerId: string): Promise<void> {
  await tx.delete(campaignInvitation).where(eq(campaignInvitation.marketerId, marketerId));
}
