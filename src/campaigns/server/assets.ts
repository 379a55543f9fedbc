import { and, eq, inArray } from 'drizzle-orm';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import type { Actor } from '#platform/server/session.ts';
import { claimUpload } from '#uploads/server/service.ts';
import type { UploadRow } from '#uploads/server/tables.ts';
import { maySee } from './rules.ts';
import { findCampaign } from './store.ts';
import { campaignAsset, type CampaignRow } from './tables.ts';

const FILE_ADDRESS = /^\/api\/files\/([0-9a-f-]{36})$/;

/** The uploaded files among a campaign's brand assets, by the names of their fields. */
function uploadsOf(brandAssets: CampaignRow['brandAssets']): Map<string, string> {
  const uploads = new Map<string, string>();
  for (const [name, address] of Object.entries(brandAssets)) {
    const uploadId = FILE_ADDRESS.exec(address ?? '')?.[1];
    if (uploadId) uploads.set(uploadId, name);
  }
  return uploads;
}

/**
 * Makes uploaded artwork the campaign's own, so that it stays and whoever sees the campaign sees it. Refuses
 * 'upload/not-found' for a file of somebody else's or one that another campaign uses, and what claimUpload refuses.
 */
export async function takeAssets(tx: Tx, row: CampaignRow, at: Date): Promise<void> {
  const uploads = uploadsOf(row.brandAssets);
  if (uploads.size === 0) return;
  const ids = [...uploads.keys()];
  const own = await tx
    .select({ uploadId: campaignAsset.uploadId })
    .from(campaignAsset)
    .where(and(eq(campaignAsset.campaignId, row.id), inArray(campaignAsset.uploadId, ids)));
  const taken = new Set(own.map(({ uploadId }) => uploadId));
  for (const uploadId of ids.filter((id) => !taken.has(id)).toSorted()) {
    await claimUpload(tx, { uploadId, ownerId: row.advertiserId, purposes: ['brand-asset'], at });
    await tx.insert(campaignAsset).values({ uploadId, campaignId: row.id });
  }
}

/** Fills a slot of uploads: artwork is read by whoever may see the campaign that shows it. */
export async function mayReadCampaignFile(
  reader: Reader,
  file: UploadRow,
  viewer: Actor | null,
): Promise<boolean> {
  const [asset] = await reader.select().from(campaignAsset).where(eq(campaignAsset.uploadId, file.id));
  const row = asset && (await findCampaign(reader, asset.campaignId));
  return row !== undefined && uploadsOf(row.brandAssets).has(file.id) && maySee(row, viewer);
}
