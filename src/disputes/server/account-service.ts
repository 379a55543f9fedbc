import { asc, eq, or, sql } from 'drizzle-orm';
import type { AccountTie, ExportPart } from '#auth/server/ports.ts';
import { campaign } from '#campaigns/server/tables.ts';
import { msg } from '#kernel/text.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import { proof } from '#proofs/server/tables.ts';
import { fileUrl } from '#uploads/contract.ts';
import { countHeldPlacesByMarketer } from './held-places-service.ts';
import { listEntries, listFiles } from './store.ts';
import { dispute } from './tables.ts';

export async function disputeTies(reader: Reader, userId: string, now: Date): Promise<AccountTie[]> {
  const held = await countHeldPlacesByMarketer(reader, userId, now);
  const { rows } = await reader.execute<{ open: number }>(sql`
    select count(*)::int as open from (
      select award_cents from proof p join dispute d on d.proof_id = p.id where p.marketer_id = ${userId}
      union all
      select award_cents from campaign c join dispute d on d.campaign_id = c.id where c.advertiser_id = ${userId}
    ) own where award_cents is null`);
  const open = rows[0]?.open ?? 0;
  return [
    ...(held > 0
      ? [
          {
            text: msg(
              'You hold a place in {held, plural, one {# campaign} other {# campaigns}} in which you can still work or be paid.',
              { held },
            ),
            isOpen: true,
            href: '/marketer',
          },
        ]
      : []),
    ...(open > 0 ? [{ text: msg('A dispute about your work or campaign is open.'), isOpen: true }] : []),
  ];
}

export const disputesExport: ExportPart = {
  name: 'disputes',
  tables: ['dispute', 'dispute_entry', 'dispute_file'],
  read: async (db, _deps, userId) => {
    const rows = await db
      .select({ dispute })
      .from(dispute)
      .innerJoin(proof, eq(proof.id, dispute.proofId))
      .innerJoin(campaign, eq(campaign.id, dispute.campaignId))
      .where(or(eq(proof.marketerId, userId), eq(campaign.advertiserId, userId)))
      .orderBy(asc(dispute.openedAt));
    const ids = rows.map((row) => row.dispute.id);
    const entries = await listEntries(db, ids);
    const files = await listFiles(db, ids);
    return rows.map(({ dispute: { decidedBy: _decider, openedBy: _opener, ...row } }) => ({
      ...row,
      steps: entries
        .filter(({ disputeId }) => disputeId === row.id)
        .map(({ kind, side, text, awardCents, at }) => ({ kind, side, text, awardCents, at })),
      files: files
        .filter(({ disputeId }) => disputeId === row.id)
        .map(({ uploadId, contentType }) => ({ contentType, address: fileUrl(uploadId) })),
    }));
  },
};
