import { and, asc, eq, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm';
import { isAmong } from '#platform/server/db/is-among.ts';
import { campaign } from '#campaigns/server/tables.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import type { SocialPlatform } from '#profiles/social-handle-contract.ts';
import type { PostLooker, PostSeen } from '#proofs/post-contract.ts';
import { postCheck, type PostCheckRow, proof } from '../tables.ts';

export async function insertPostChecks(tx: Tx, rows: (typeof postCheck.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await tx.insert(postCheck).values(rows);
}

export async function listPostChecks(reader: Reader, proofIds: readonly string[]): Promise<PostCheckRow[]> {
  if (proofIds.length === 0) return [];
  return reader
    .select()
    .from(postCheck)
    .where(isAmong(postCheck.proofId, proofIds))
    .orderBy(asc(postCheck.dueAt));
}

export async function findPostCheck(
  reader: Reader,
  { proofId, reason }: Pick<PostCheckRow, 'proofId' | 'reason'>,
): Promise<PostCheckRow | undefined> {
  const [found] = await reader
    .select()
    .from(postCheck)
    .where(and(eq(postCheck.proofId, proofId), eq(postCheck.reason, reason)));
  return found;
}

export async function updatePostCheck(
  tx: Tx,
  { proofId, reason }: Pick<PostCheckRow, 'proofId' | 'reason'>,
  changes: Partial<PostCheckRow>,
): Promise<void> {
  await tx
    .update(postCheck)
    .set(changes)
    .where(and(eq(postCheck.proofId, proofId), eq(postCheck.reason, reason)));
}

/**
 * Makes all looks at the proof's post due again, not before `firstAt`. What the server saw of the other post is gone.
 */
export async function resetPostChecks(
  tx: Tx,
  proofId: string,
  { firstAt, looker }: { firstAt: Date; looker: PostLooker },
): Promise<void> {
  await tx
    .update(postCheck)
    .set({
      state: 'due',
      checkedAt: null,
      checkedBy: null,
      looker,
      askedAt: null,
      seen: null,
      seenAt: null,
      dueAt: sql`greatest(${postCheck.dueAt}, ${firstAt}::timestamptz)`,
    })
    .where(eq(postCheck.proofId, proofId));
}

/** A look, with the time when it is due: another post of the same proof has another time. */
export type LookKey = Pick<PostCheckRow, 'proofId' | 'reason' | 'dueAt'>;

const MOST_ASKED = 200;

export async function markAsked(tx: Tx, now: Date): Promise<(LookKey & { platform: SocialPlatform })[]> {
  const due = await tx
    .select({
      proofId: postCheck.proofId,
      reason: postCheck.reason,
      dueAt: postCheck.dueAt,
      platform: sql<SocialPlatform>`${campaign.socialPlatform}`,
    })
    .from(postCheck)
    .innerJoin(proof, eq(proof.id, postCheck.proofId))
    .innerJoin(campaign, eq(campaign.id, proof.campaignId))
    .where(
      and(
        eq(postCheck.looker, 'server'),
        eq(postCheck.state, 'due'),
        isNull(postCheck.askedAt),
        lte(postCheck.dueAt, now),
        ne(proof.status, 'rejected'),
      ),
    )
    .orderBy(asc(postCheck.dueAt), asc(postCheck.proofId), asc(postCheck.reason))
    .limit(MOST_ASKED)
    .for('update', { of: postCheck, skipLocked: true });
  for (const { proofId, reason } of due) await updatePostCheck(tx, { proofId, reason }, { askedAt: now });
  return due;
}

const isAsked = ({ proofId, reason, dueAt }: LookKey) =>
  and(
    eq(postCheck.proofId, proofId),
    eq(postCheck.reason, reason),
    eq(postCheck.dueAt, dueAt),
    eq(postCheck.state, 'due'),
    isNull(postCheck.seen),
  );

export async function findAsked(
  reader: Reader,
  key: LookKey,
): Promise<{ postUrl: string | null; marketerId: string } | undefined> {
  const [found] = await reader
    .select({ postUrl: proof.postUrl, marketerId: proof.marketerId })
    .from(postCheck)
    .innerJoin(proof, eq(proof.id, postCheck.proofId))
    .where(and(isAsked(key), ne(proof.status, 'rejected')));
  return found;
}

/** Changes nothing if a person has answered, or if the post is another one since. */
export async function recordSeen(
  tx: Tx,
  key: LookKey,
  { seen, at }: { seen: PostSeen; at: Date },
): Promise<void> {
  const decided = seen === 'live' ? { state: seen, checkedAt: at } : {};
  await tx
    .update(postCheck)
    .set({ seen, seenAt: at, ...decided })
    .where(isAsked(key));
}

const MOST_DUE = 100;

/**
 * Returns the checks of these advertisers' campaigns that a person should do, longest due first. Those of the server
 * are among them if it did not find the post as it should be, or were due before `serverDueBefore`. Rejected proofs are
 * not looked at again.
 */
export async function listDue(
  reader: Reader,
  advertiserIds: readonly string[],
  { now, serverDueBefore }: { now: Date; serverDueBefore: Date },
) {
  return reader
    .select({
      proofId: postCheck.proofId,
      reason: postCheck.reason,
      dueAt: postCheck.dueAt,
      seen: postCheck.seen,
      seenAt: postCheck.seenAt,
      postUrl: proof.postUrl,
      marketerId: proof.marketerId,
      campaignId: campaign.id,
      campaignTitle: campaign.title,
      advertiserId: campaign.advertiserId,
    })
    .from(postCheck)
    .innerJoin(proof, eq(proof.id, postCheck.proofId))
    .innerJoin(campaign, eq(campaign.id, proof.campaignId))
    .where(
      and(
        eq(postCheck.state, 'due'),
        lte(postCheck.dueAt, now),
        or(
          eq(postCheck.looker, 'business'),
          isNotNull(postCheck.seen),
          lte(postCheck.dueAt, serverDueBefore),
        ),
        ne(proof.status, 'rejected'),
        isAmong(campaign.advertiserId, advertiserIds),
      ),
    )
    .orderBy(asc(postCheck.dueAt), asc(postCheck.proofId))
    .limit(MOST_DUE);
}

export async function listOtherPostUrls(
  reader: Reader,
  work: { campaignId: string; marketerId: string; applicationId: string },
  contained: string,
): Promise<string[]> {
  const rows = await reader
    .select({ postUrl: proof.postUrl })
    .from(proof)
    .where(
      and(
        or(eq(proof.campaignId, work.campaignId), eq(proof.marketerId, work.marketerId)),
        ne(proof.applicationId, work.applicationId),
        sql`strpos(${proof.postUrl}, ${contained}) > 0`,
      ),
    );
  return rows.flatMap(({ postUrl }) => postUrl ?? []);
}
