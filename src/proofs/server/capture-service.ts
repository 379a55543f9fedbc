import { and, desc, eq, gt, inArray } from 'drizzle-orm';
import { findApproved } from '#applications/server/service.ts';
import { getPublicCampaign } from '#campaigns/server/service.ts';
import { addMilliseconds, HOUR } from '#kernel/time.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { refuse } from '#proofs/domain.ts';
import type { CapturePermit } from '#proofs/media-contract.ts';
import type { Deps } from './ports.ts';
import { capturePermit, type CapturePermitRow } from './tables.ts';

/** A page asks each time it opens. Two pages that ask at once may get one each, which changes nothing. */
const REUSED_FOR_MS = 12 * HOUR;

/** Returns the permission to take files in the page for the marketer's proof. It counts until the proof is sent. */
export async function issueCapturePermit(
  deps: Deps,
  actor: Actor,
  campaignId: string,
): Promise<CapturePermit> {
  const now = deps.clock.now();
  const permit = await transact(deps.db, async (tx) => {
    await getPublicCampaign(tx, campaignId);
    const application = await findApproved(tx, campaignId, actor.userId);
    if (!application) throw refuse('proof/not-approved');
    const [recent] = await tx
      .select()
      .from(capturePermit)
      .where(
        and(
          eq(capturePermit.applicationId, application.id),
          gt(capturePermit.issuedAt, addMilliseconds(now, -REUSED_FOR_MS)),
        ),
      )
      .orderBy(desc(capturePermit.issuedAt))
      .limit(1);
    if (recent) return recent;
    const added = { id: deps.random.uuid(), applicationId: application.id, issuedAt: now };
    await tx.insert(capturePermit).values(added);
    return added;
  });
  return { id: permit.id, issuedAt: permit.issuedAt.toISOString(), now: now.toISOString() };
}

/** Returns those of the permits that were issued for this application, by id. */
export async function loadPermits(
  reader: Reader,
  applicationId: string,
  ids: readonly string[],
): Promise<Map<string, CapturePermitRow>> {
  if (ids.length === 0) return new Map();
  const rows = await reader
    .select()
    .from(capturePermit)
    .where(and(eq(capturePermit.applicationId, applicationId), inArray(capturePermit.id, [...ids])));
  return new Map(rows.map((row) => [row.id, row]));
}
