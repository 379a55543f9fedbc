import {
  and,
  asc,
  count,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  notInArray,
  type SQL,
  sql,
} from 'drizzle-orm';
import { isAmong } from '#platform/server/db/is-among.ts';
import { alias } from 'drizzle-orm/pg-core';
import { account } from '#auth/server/tables.ts';
import { campaign } from '#campaigns/server/tables.ts';
import { isHoldable } from '#payments/server/service.ts';
import { payment } from '#payments/server/tables.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { proof } from '#proofs/server/tables.ts';
import { isAfterRow, type TimePage } from '#platform/server/time-cursor.ts';
import {
  dispute,
  disputeEntry,
  type DisputeEntryRow,
  disputeFile,
  type DisputeFileRow,
  type DisputeRow,
} from './tables.ts';

export async function findDispute(reader: Reader, id: string): Promise<DisputeRow | undefined> {
  const [found] = await reader.select().from(dispute).where(eq(dispute.id, id));
  return found;
}

export interface DisputeWithSides {
  dispute: DisputeRow;
  marketerId: string;
  advertiserId: string;
}

const selectWithSides = (reader: Reader) =>
  reader
    .select({ dispute, marketerId: proof.marketerId, advertiserId: campaign.advertiserId })
    .from(dispute)
    .innerJoin(proof, eq(proof.id, dispute.proofId))
    .innerJoin(campaign, eq(campaign.id, dispute.campaignId));

export async function findDisputeWithSides(
  reader: Reader,
  id: string,
): Promise<DisputeWithSides | undefined> {
  const [found] = await selectWithSides(reader).where(eq(dispute.id, id));
  return found;
}

export async function findDisputeOfFile(
  reader: Reader,
  uploadId: string,
): Promise<DisputeWithSides | undefined> {
  const [found] = await selectWithSides(reader)
    .innerJoin(disputeFile, eq(disputeFile.disputeId, dispute.id))
    .where(eq(disputeFile.uploadId, uploadId));
  return found;
}

export async function lockDispute(tx: Tx, id: string): Promise<DisputeRow | undefined> {
  const [found] = await tx.select().from(dispute).where(eq(dispute.id, id)).for('update');
  return found;
}

export async function findDisputeByApplication(
  reader: Reader,
  applicationId: string,
): Promise<DisputeRow | undefined> {
  const [found] = await reader.select().from(dispute).where(eq(dispute.applicationId, applicationId));
  return found;
}

export async function listByApplications(
  reader: Reader,
  applicationIds: readonly string[],
): Promise<DisputeRow[]> {
  if (applicationIds.length === 0) return [];
  return reader.select().from(dispute).where(isAmong(dispute.applicationId, applicationIds));
}

export async function loadMarketerIds(reader: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await reader
    .select({ id: dispute.id, marketerId: proof.marketerId })
    .from(dispute)
    .innerJoin(proof, eq(proof.id, dispute.proofId))
    .where(isAmong(dispute.id, ids));
  return new Map(rows.map(({ id, marketerId }) => [id, marketerId]));
}

const isUndecided = sql`${dispute.dueAt} is not null`;

const views = {
  escalated: { where: eq(dispute.state, 'escalated'), at: dispute.dueAt, order: 'rising' },
  open: {
    where: sql`${isUndecided} and ${dispute.state} <> 'escalated'`,
    at: dispute.dueAt,
    order: 'rising',
  },
  ended: { where: isNotNull(dispute.decidedAt), at: dispute.decidedAt, order: 'falling' },
} as const satisfies Record<string, { where: SQL; at: unknown; order: 'rising' | 'falling' }>;
export type DisputeView = keyof typeof views;

export async function listDisputes(
  reader: Reader,
  view: DisputeView,
  { limit, after }: TimePage,
): Promise<DisputeRow[]> {
  const { where, at, order } = views[view];
  const by = order === 'rising' ? asc : desc;
  return reader
    .select()
    .from(dispute)
    .where(and(where, isAfterRow({ at, id: dispute.id }, after, order)))
    .orderBy(by(at), by(dispute.id))
    .limit(limit);
}

export async function listOpenByCampaign(reader: Reader, campaignId: string): Promise<DisputeRow[]> {
  return reader
    .select()
    .from(dispute)
    .where(and(eq(dispute.campaignId, campaignId), isUndecided))
    .orderBy(asc(dispute.openedAt), asc(dispute.id));
}

export async function listApprovalsWithPay(
  reader: Reader,
  search: { words: readonly string[]; exceptMarketer: string; exceptOwners: readonly string[] },
  { limit, after }: TimePage,
) {
  const [marketer, owner] = [alias(account, 'marketer'), alias(account, 'owner')];
  const text = sql`lower(concat_ws(' ', ${campaign.title}, ${marketer.searchText}, ${owner.searchText}))`;
  return reader
    .select({
      proofId: proof.id,
      campaignId: proof.campaignId,
      marketerId: proof.marketerId,
      ownerId: campaign.advertiserId,
      title: campaign.title,
      payCents: payment.amountCents,
      approvedAt: payment.createdAt,
    })
    .from(payment)
    .innerJoin(proof, eq(proof.id, payment.sourceId))
    .innerJoin(campaign, eq(campaign.id, proof.campaignId))
    .innerJoin(marketer, eq(marketer.id, proof.marketerId))
    .innerJoin(owner, eq(owner.id, campaign.advertiserId))
    .leftJoin(dispute, eq(dispute.applicationId, proof.applicationId))
    .where(
      and(
        isHoldable,
        eq(proof.status, 'approved'),
        // The joined column, so that the planner sees an anti-join.
        isNull(dispute.applicationId),
        ne(proof.marketerId, search.exceptMarketer),
        notInArray(campaign.advertiserId, [...search.exceptOwners]),
        ...search.words.map((word) => sql`strpos(${text}, ${word.toLowerCase()}) > 0`),
        isAfterRow({ at: payment.createdAt, id: payment.sourceId }, after, 'falling'),
      ),
    )
    .orderBy(desc(payment.createdAt), desc(payment.sourceId))
    .limit(limit);
}

export type ExpiredDispute = Pick<DisputeRow, 'id' | 'dueAt'>;

export async function listExpired(
  reader: Reader,
  { now, limit, after }: { now: Date; limit: number; after: ExpiredDispute | undefined },
): Promise<ExpiredDispute[]> {
  const last = after?.dueAt ? { at: after.dueAt, id: after.id } : null;
  const behind = isAfterRow({ at: dispute.dueAt, id: dispute.id }, last, 'rising');
  return reader
    .select({ id: dispute.id, dueAt: dispute.dueAt })
    .from(dispute)
    .where(and(lte(dispute.dueAt, now), inArray(dispute.state, ['open', 'answered', 'proposed']), behind))
    .orderBy(asc(dispute.dueAt), asc(dispute.id))
    .limit(limit);
}

export async function markReminded(
  tx: Tx,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<DisputeRow[]> {
  const due = tx
    .select({ id: dispute.id })
    .from(dispute)
    .where(and(sql`${dispute.dueAt} > ${now}`, lte(dispute.dueAt, until), isNull(dispute.remindedAt)))
    .orderBy(asc(dispute.dueAt), asc(dispute.id))
    .limit(limit)
    .for('update', { skipLocked: true });
  return tx.update(dispute).set({ remindedAt: now }).where(inArray(dispute.id, due)).returning();
}

export async function insertDispute(tx: Tx, values: typeof dispute.$inferInsert): Promise<DisputeRow> {
  const [inserted] = await tx.insert(dispute).values(values).returning();
  if (!inserted) throw new Error('an insert returned no row');
  return inserted;
}

export async function updateDispute(
  tx: Tx,
  id: string,
  changes: Partial<
    Pick<
      DisputeRow,
      'state' | 'decidedBy' | 'decidedAt' | 'note' | 'awardCents' | 'feeCents' | 'dueAt' | 'remindedAt'
    >
  >,
): Promise<DisputeRow> {
  const [updated] = await tx.update(dispute).set(changes).where(eq(dispute.id, id)).returning();
  if (!updated) throw new Error(`dispute ${id} vanished inside a transaction`);
  return updated;
}

/** The dispute must be locked. Returns the step's turn. */
export async function insertEntry(
  tx: Tx,
  row: Omit<typeof disputeEntry.$inferInsert, 'turn'>,
): Promise<number> {
  const [known] = await tx
    .select({ rows: count() })
    .from(disputeEntry)
    .where(eq(disputeEntry.disputeId, row.disputeId));
  const turn = (known?.rows ?? 0) + 1;
  await tx.insert(disputeEntry).values({ ...row, turn });
  return turn;
}

export async function listEntries(reader: Reader, disputeIds: readonly string[]): Promise<DisputeEntryRow[]> {
  if (disputeIds.length === 0) return [];
  return reader
    .select()
    .from(disputeEntry)
    .where(isAmong(disputeEntry.disputeId, disputeIds))
    .orderBy(asc(disputeEntry.disputeId), asc(disputeEntry.turn));
}

export async function insertFiles(tx: Tx, rows: (typeof disputeFile.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await tx.insert(disputeFile).values(rows);
}

export async function listFiles(reader: Reader, disputeIds: readonly string[]): Promise<DisputeFileRow[]> {
  if (disputeIds.length === 0) return [];
  return reader
    .select()
    .from(disputeFile)
    .where(isAmong(disputeFile.disputeId, disputeIds))
    .orderBy(asc(disputeFile.turn), asc(disputeFile.position));
}
