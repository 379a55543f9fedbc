import { and, eq, inArray, lt, notExists } from 'drizzle-orm';
import { isAmong } from '#platform/server/db/is-among.ts';
import { findApproved } from '#applications/server/service.ts';
import { getPublicCampaign } from '#campaigns/server/service.ts';
import { addMilliseconds, DAY } from '#kernel/time.ts';
import { deleteInBatches } from '#platform/server/db/delete-in-batches.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { refuse } from '#proofs/domain.ts';
import type { CapturePermit } from '#proofs/media-contract.ts';
import type { Deps } from '../ports.ts';
import { capturePermit, type CapturePermitRow, proofMedia } from '../tables.ts';

/** Longer than a draft of a proof is kept in the browser, because the camera also works offline with an old permit. */
const UNUSED_KEPT_MS = 90 * DAY;

/**
 * Returns a permission to take files in the page for the marketer's proof. It counts until a proof that uses it is
 * sent. Each call adds one, because two devices of a marketer may send different proofs.
 */
export async function issueCapturePermit(
  deps: Deps,
  actor: Actor,
  campaignId: string,
): Promise<CapturePermit> {
  const now = deps.clock.now();
  const permit = await transact(deps.db, async (tx) => {
    await getPublicCampaign(tx, campaignId);
    const application = await findApproved(tx, deps, campaignId, actor.userId);
    if (!application) throw refuse('proof/not-approved');
    const added = { id: deps.random.uuid(), applicationId: application.id, issuedAt: now };
    await tx.insert(capturePermit).values(added);
    return added;
  });
  return { id: permit.id, issuedAt: permit.issuedAt.toISOString(), now: now.toISOString() };
}

/**
 * Returns those that were issued for this application and that no earlier proof has used. Locks them, so that the sweep
 * does not delete them before the proof is saved.
 */
export async function loadPermits(
  tx: Tx,
  applicationId: string,
  ids: readonly string[],
): Promise<Map<string, CapturePermitRow>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select()
    .from(capturePermit)
    .where(and(eq(capturePermit.applicationId, applicationId), isAmong(capturePermit.id, ids), isUnused(tx)))
    .for('key share');
  return new Map(rows.map((row) => [row.id, row]));
}

export async function deleteUnusedPermits({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const before = addMilliseconds(clock.now(), -UNUSED_KEPT_MS);
  await deleteInBatches((limit) => {
    const old = db
      .select({ id: capturePermit.id })
      .from(capturePermit)
      .where(and(lt(capturePermit.issuedAt, before), isUnused(db)))
      .limit(limit)
      .for('update', { skipLocked: true });
    return db.delete(capturePermit).where(inArray(capturePermit.id, old));
  });
}

const isUnused = (reader: Reader) =>
  notExists(reader.select().from(proofMedia).where(eq(proofMedia.permitId, capturePermit.id)));
