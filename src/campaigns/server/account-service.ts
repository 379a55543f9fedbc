import { and, asc, eq, getTableColumns, ne } from 'drizzle-orm';
import { isAmong } from '#platform/server/db/is-among.ts';
import type { AccountTies, ErasePerson, ExportPart } from '#auth/server/ports.ts';
import { msg } from '#kernel/text.ts';
import { campaignsWithOrders } from '#payments/server/account-service.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import { discardUpload } from '#uploads/server/removal-service.ts';
import { upload } from '#uploads/server/tables.ts';
import { parseUploadFields } from './assets.ts';
import { countByStatus } from './store.ts';
import { campaign, campaignAsset, type CampaignRow } from './tables.ts';

export const campaignTies: AccountTies = async (reader, userId) => {
  const counts = await countByStatus(reader, userId);
  const count = (status: CampaignRow['status']) => counts.get(status) ?? 0;
  const href = '/advertiser';
  return [
    {
      number: count('active'),
      text: msg('You have {count, plural, one {# running campaign} other {# running campaigns}}.', {
        count: count('active'),
      }),
      isOpen: true,
    },
    {
      number: count('draft'),
      text: msg('You have {count, plural, one {# draft campaign} other {# draft campaigns}}.', {
        count: count('draft'),
      }),
      isOpen: false,
    },
    {
      number: count('completed'),
      text: msg('You have {count, plural, one {# finished campaign} other {# finished campaigns}}.', {
        count: count('completed'),
      }),
      isOpen: false,
    },
  ]
    .filter(({ number }) => number > 0)
    .map(({ text, isOpen }) => ({ text, isOpen, href }));
};

const nothing = Object.fromEntries(
  Object.entries(getTableColumns(campaign))
    .filter(([, column]) => !column.notNull && !column.generated)
    .map(([name]) => [name, null]),
);

/**
 * A draft with a wallet order stays as an empty row, because the wallet may still send events about it. Published
 * campaigns stay without the company name.
 */
export const eraseCampaigns: ErasePerson = async (tx, deps, userId) => {
  const drafts = await tx
    .select({ id: campaign.id })
    .from(campaign)
    .where(and(eq(campaign.advertiserId, userId), eq(campaign.status, 'draft')));
  const ids = drafts.map(({ id }) => id);
  if (ids.length > 0) {
    await moveAssetsToPublishedCopies(tx, userId, ids);
    for (const file of await dropAssets(tx, ids)) await discardUpload(tx, deps, file);
    const ordered = await campaignsWithOrders(tx, ids);
    const unordered = ids.filter((id) => !ordered.has(id));
    if (unordered.length > 0) await tx.delete(campaign).where(isAmong(campaign.id, unordered));
    if (ordered.size > 0) {
      const changes = {
        ...nothing,
        title: 'Deleted draft', // not for users
        brandAssets: {},
        customRequirements: '',
        isComplete: false,
      };
      await tx
        .update(campaign)
        .set(changes)
        .where(isAmong(campaign.id, [...ordered]));
    }
  }
  await tx
    .update(campaign)
    // not for users: other people read it, so it has one language
    .set({ company: 'Deleted company' })
    .where(and(eq(campaign.advertiserId, userId), ne(campaign.status, 'draft')));
};

/** A published copy that shows the draft's artwork keeps it. */
async function moveAssetsToPublishedCopies(
  tx: Tx,
  userId: string,
  draftIds: readonly string[],
): Promise<void> {
  const lent = await tx.select().from(campaignAsset).where(isAmong(campaignAsset.campaignId, draftIds));
  if (lent.length === 0) return;
  const published = await tx
    .select()
    .from(campaign)
    .where(and(eq(campaign.advertiserId, userId), ne(campaign.status, 'draft')));
  for (const { uploadId } of lent) {
    const heir = published.find((row) => parseUploadFields(row.brandAssets).has(uploadId));
    if (!heir) continue;
    await tx.update(campaignAsset).set({ campaignId: heir.id }).where(eq(campaignAsset.uploadId, uploadId));
  }
}

async function dropAssets(
  tx: Tx,
  campaignIds: readonly string[],
): Promise<{ uploadId: string; ownerId: string }[]> {
  const dropped = await tx
    .delete(campaignAsset)
    .where(isAmong(campaignAsset.campaignId, campaignIds))
    .returning({ uploadId: campaignAsset.uploadId });
  if (dropped.length === 0) return [];
  return tx
    .select({ uploadId: upload.id, ownerId: upload.ownerId })
    .from(upload)
    .where(
      isAmong(
        upload.id,
        dropped.map(({ uploadId }) => uploadId),
      ),
    );
}

/** The artwork itself is in the files export; brandAssets has its URLs. */
export const campaignsExport: ExportPart = {
  name: 'campaigns',
  tables: ['campaign', 'campaign_asset'],
  read: (db, _deps, userId) =>
    db.select().from(campaign).where(eq(campaign.advertiserId, userId)).orderBy(asc(campaign.createdAt)),
};
