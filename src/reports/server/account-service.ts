import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { ErasePerson, ExportPart } from '#auth/server/ports.ts';
import { campaign } from '#campaigns/server/tables.ts';
import { campaignFootfall, reportLink } from './tables.ts';

export const eraseReports: ErasePerson = async (tx, deps, userId) => {
  const own = tx.select({ id: campaign.id }).from(campaign).where(eq(campaign.advertiserId, userId));
  await tx.delete(campaignFootfall).where(inArray(campaignFootfall.campaignId, own));
  await tx.update(reportLink).set({ label: '' }).where(inArray(reportLink.campaignId, own));
  await tx
    .update(reportLink)
    .set({ revokedAt: deps.clock.now() })
    .where(and(inArray(reportLink.campaignId, own), isNull(reportLink.revokedAt)));
};

export const reportsExport: readonly ExportPart[] = [
  {
    name: 'reportLinks',
    tables: ['report_link'],
    read: (db, _deps, userId) =>
      db
        .select({
          campaignId: reportLink.campaignId,
          label: reportLink.label,
          withPhotos: reportLink.withPhotos,
          createdAt: reportLink.createdAt,
          expiresAt: reportLink.expiresAt,
          revokedAt: reportLink.revokedAt,
        })
        .from(reportLink)
        .where(eq(reportLink.createdBy, userId))
        .orderBy(asc(reportLink.createdAt)),
  },
  {
    name: 'footfall',
    tables: ['campaign_footfall'],
    read: (db, _deps, userId) =>
      db
        .select()
        .from(campaignFootfall)
        .where(eq(campaignFootfall.setBy, userId))
        .orderBy(asc(campaignFootfall.setAt)),
  },
];
