import type { BodyOf } from '#kernel/endpoint.ts';
import { t } from '#kernel/text.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { refuse } from '#proofs/domain.ts';
import * as contract from '#proofs/figures-contract.ts';
import { fileUrl } from '#uploads/contract.ts';
import { claimUpload } from '#uploads/server/service.ts';
import type { Deps } from '../ports.ts';
import { lockProof } from '../store.ts';
import type { PostFiguresRow } from '../tables.ts';
import * as store from './figures-store.ts';

/** The caller has checked that the viewer may see the proof. */
export async function listPostFigures(reader: Reader, proofId: string): Promise<contract.PostFigures[]> {
  return (await store.listCurrentFigures(reader, [proofId])).map(toFigures);
}

export async function loadNewestFigures(
  reader: Reader,
  proofIds: readonly string[],
): Promise<ReadonlyMap<string, contract.PostFigures>> {
  const rows = await store.listCurrentFigures(reader, proofIds);
  return new Map(rows.toReversed().map((row) => [row.proofId, toFigures(row)]));
}

export async function reportPostFigures(
  deps: Deps,
  actor: Actor,
  id: string,
  { uploadId, ...figures }: BodyOf<typeof contract.reportPostFigures>,
): Promise<contract.PostFigures[]> {
  return transact(deps.db, async (tx) => {
    // The lock makes the limit hold for calls at the same moment.
    const proof = await lockProof(tx, id);
    if (proof?.marketerId !== actor.userId) throw refuse('proof/not-found');
    const known = await store.listFigures(tx, [id]);
    if (known.some((row) => row.uploadId === uploadId)) return listPostFigures(tx, id);
    if (proof.postUrl === null || proof.status === 'rejected') throw refuse('proof/no-post');
    const current = known.filter(({ postUrl }) => postUrl === proof.postUrl);
    if (current.length >= contract.MAX_FIGURES_REPORTS) throw refuse('proof/figures-limit');
    const now = deps.clock.now();
    const { contentType } = await claimUpload(tx, {
      uploadId,
      ownerId: actor.userId,
      purposes: ['proof'],
      at: now,
    });
    if (!contentType?.startsWith('image/')) {
      const message = t('Add a screenshot as a picture.');
      throw refuse('upload/wrong-type', { message, fields: { uploadId: message } });
    }
    await store.insertFigures(tx, {
      uploadId,
      proofId: id,
      postUrl: proof.postUrl,
      ...figures,
      reportedAt: now,
    });
    return listPostFigures(tx, id);
  });
}

function toFigures({ uploadId, views, likes, comments, reportedAt }: PostFiguresRow): contract.PostFigures {
  return {
    views,
    likes,
    comments,
    reportedAt: reportedAt.toISOString(),
    screenshotUrl: fileUrl(uploadId),
  };
}
