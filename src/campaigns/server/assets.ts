import { and, eq, ne } from 'drizzle-orm';
import { isAmong } from '#platform/server/db/is-among.ts';
import { refuse } from '#campaigns/domain.ts';
import { msg, t } from '#kernel/text.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { loadStanding } from '#teams/server/service.ts';
import { fileUrl } from '#uploads/contract.ts';
import { claimUpload } from '#uploads/server/service.ts';
import { upload, type UploadRow } from '#uploads/server/tables.ts';
import { canSee } from './rules.ts';
import { listCampaignsWithAsset } from './store.ts';
import { campaign, campaignAsset, type CampaignRow } from './tables.ts';

const FILE_ADDRESS = /^\/api\/files\/([0-9a-f-]{36})$/;

export function parseUploadFields(brandAssets: CampaignRow['brandAssets']): Map<string, string> {
  const uploads = new Map<string, string>();
  for (const [name, address] of Object.entries(brandAssets)) {
    const uploadId = FILE_ADDRESS.exec(address ?? '')?.[1];
    if (uploadId) uploads.set(uploadId, name);
  }
  return uploads;
}

/**
 * Uploaded artwork is kept, and visible to everyone who sees the campaign. Accepts files uploaded by the user who saves
 * the form, and files of this or another campaign of the advertiser (the form may be a copy). Refuses
 * 'upload/not-found' on the field of any other file, and whatever claimUpload refuses.
 */
export async function claimAssets(tx: Tx, row: CampaignRow, actor: Actor, at: Date): Promise<void> {
  const uploads = parseUploadFields(row.brandAssets);
  if (uploads.size === 0) return;
  const ids = [...uploads.keys()].toSorted();
  const claimed = await tx
    .select({ uploadId: campaignAsset.uploadId, advertiserId: campaign.advertiserId })
    .from(campaignAsset)
    .innerJoin(campaign, eq(campaign.id, campaignAsset.campaignId))
    .where(isAmong(campaignAsset.uploadId, ids));
  const theirs = new Set(
    claimed.filter(({ advertiserId }) => advertiserId === row.advertiserId).map(({ uploadId }) => uploadId),
  );
  const fresh = ids.filter((id) => !theirs.has(id));
  await refuseUnknown(tx, fresh, uploads, actor);
  for (const uploadId of fresh) {
    await claimUpload(tx, { uploadId, ownerId: actor.userId, purposes: ['brand-asset'], at });
    await tx.insert(campaignAsset).values({ uploadId, campaignId: row.id });
  }
}

async function refuseUnknown(
  tx: Tx,
  ids: readonly string[],
  names: ReadonlyMap<string, string>,
  actor: Actor,
): Promise<void> {
  if (ids.length === 0) return;
  const known = await tx
    .select({ id: upload.id })
    .from(upload)
    .where(and(isAmong(upload.id, ids), eq(upload.ownerId, actor.userId), ne(upload.state, 'claimed')));
  const unknown = ids.filter((id) => !known.some((row) => row.id === id));
  if (unknown.length === 0) return;
  const fields = Object.fromEntries(unknown.map((id) => [`brandAssets.${names.get(id)}`, t(FILE_GONE)]));
  throw refuse('upload/not-found', { fields });
}

const FILE_GONE = msg('This file can no longer be used here. Remove it and choose it again.');

/** Answers a port of uploads. */
export async function mayReadCampaignFile(
  reader: Reader,
  file: UploadRow,
  actor: Actor | null,
): Promise<boolean> {
  const [found] = await reader
    .select({ home: campaign })
    .from(campaignAsset)
    .innerJoin(campaign, eq(campaign.id, campaignAsset.campaignId))
    .where(eq(campaignAsset.uploadId, file.id));
  if (!found) return false;
  const { home } = found;
  const standing = await loadStanding(reader, actor, home.advertiserId);
  const shows = (row: CampaignRow) =>
    parseUploadFields(row.brandAssets).has(file.id) && canSee(row, standing);
  if (shows(home)) return true;
  // A copied campaign shows the file of the original.
  const copies = await listCampaignsWithAsset(reader, home.advertiserId, fileUrl(file.id));
  return copies.some(shows);
}
