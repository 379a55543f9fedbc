import { asc, eq, sql } from 'drizzle-orm';
import type { AccountTies, ExportPart } from '#auth/server/ports.ts';
import { msg } from '#kernel/text.ts';
import { toPostCheck } from './posts/post-presenter.ts';
import { listFigures } from './posts/figures-store.ts';
import { listPostChecks } from './posts/post-store.ts';
import { listAmendments } from './amending/amendment-store.ts';
import { listPhotosOfMarketer } from './spot-checks/spot-check-store.ts';
import { listAllMedia } from './store.ts';
import { proof } from './tables.ts';

export const proofAccountTies: AccountTies = async (reader, userId) => {
  const { rows } = await reader.execute<{ sent: number; waiting: number }>(sql`
    select
      (select count(*)::int from proof where marketer_id = ${userId} and status = 'pending') as sent,
      (select count(*)::int from proof p join campaign c on c.id = p.campaign_id
        where c.advertiser_id = ${userId} and p.status = 'pending') as waiting`);
  const { sent = 0, waiting = 0 } = rows[0] ?? {};
  return [
    ...(sent > 0
      ? [{ text: msg('A proof you sent is waiting for review.'), isOpen: true, href: '/marketer' }]
      : []),
    ...(waiting > 0
      ? [{ text: msg('A proof is waiting for your review.'), isOpen: true, href: '/proof-review' }]
      : []),
  ];
};

export const spotCheckPhotosExport: ExportPart = {
  name: 'spotCheckPhotos',
  tables: ['spot_check_photo'],
  read: async (db, _deps, userId) =>
    (await listPhotosOfMarketer(db, userId)).map(({ uploadId, ...row }) => ({
      ...row,
      address: `/api/files/${uploadId}`,
    })),
};

export const proofsExport: ExportPart = {
  name: 'proofs',
  tables: ['proof', 'proof_media', 'post_check', 'post_figures', 'proof_amendment'],
  read: async (db, _deps, userId) => {
    const rows = await db
      .select()
      .from(proof)
      .where(eq(proof.marketerId, userId))
      .orderBy(asc(proof.submittedAt));
    const ids = rows.map(({ id }) => id);
    const media = await listAllMedia(db, ids);
    const checks = await listPostChecks(db, ids);
    const figures = await listFigures(db, ids);
    const amendments = await listAmendments(db, ids);
    return rows.map(({ decidedBy, ...row }) => ({
      ...row,
      // A code like the other values of the file: not for users.
      decidedBy: row.decidedAt === null ? null : decidedBy === null ? 'the platform' : 'a reviewer',
      postChecks: checks.filter(({ proofId }) => proofId === row.id).map(toPostCheck),
      postFigures: figures
        .filter(({ proofId }) => proofId === row.id)
        .map(({ postUrl, views, likes, comments, reportedAt, uploadId }) => ({
          postUrl,
          views,
          likes,
          comments,
          reportedAt,
          address: `/api/files/${uploadId}`,
        })),
      sentAgain: amendments
        .filter(({ proofId }) => proofId === row.id)
        .map(({ askedAt, reasons, note, dueAt, amendedAt, answer, firstPostUrl }) => ({
          askedAt,
          reasons,
          note,
          dueAt,
          amendedAt,
          answer,
          firstPostUrl,
        })),
      files: media
        .filter(({ proofId }) => proofId === row.id)
        .map(({ kind, contentType, uploadId, takenAt, durationMs, replacedAt }) => ({
          kind,
          contentType,
          takenAt,
          durationMs,
          replacedAt,
          address: `/api/files/${uploadId}`,
        })),
    }));
  },
};
