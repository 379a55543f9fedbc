import { eq } from 'drizzle-orm';
import { isAmong } from '#platform/server/db/is-among.ts';
import { campaign } from '#campaigns/server/tables.ts';
import { dispute } from '#disputes/server/tables.ts';
import { Id } from '#kernel/id.ts';
import { payout } from '#payments/server/tables.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import { proof } from '#proofs/server/tables.ts';
import { reportLink } from '#reports/server/tables.ts';

/** Whom and what an entry of the audit log is about, beside the object that it names. */
export interface AuditSubject {
  personId?: string;
  campaign?: { id: string; title: string };
}

export async function loadAuditSubjects(
  reader: Reader,
  objects: readonly { kind: string; id: string }[],
): Promise<Map<string, AuditSubject>> {
  const list = (kind: string) => [
    ...new Set(
      objects.filter((one) => one.kind === kind && Id.safeParse(one.id).success).map(({ id }) => id),
    ),
  ];
  const about = { campaign: { id: campaign.id, title: campaign.title } };
  const found = await Promise.all([
    loadAny(list('campaign'), (ids) =>
      reader
        .select({ id: campaign.id, ...about })
        .from(campaign)
        .where(isAmong(campaign.id, ids)),
    ),
    loadAny(list('proof'), (ids) =>
      reader
        .select({ id: proof.id, personId: proof.marketerId, ...about })
        .from(proof)
        .innerJoin(campaign, eq(campaign.id, proof.campaignId))
        .where(isAmong(proof.id, ids)),
    ),
    loadAny(list('dispute'), (ids) =>
      reader
        .select({ id: dispute.id, personId: proof.marketerId, ...about })
        .from(dispute)
        .innerJoin(proof, eq(proof.id, dispute.proofId))
        .innerJoin(campaign, eq(campaign.id, dispute.campaignId))
        .where(isAmong(dispute.id, ids)),
    ),
    loadAny(list('report-link'), (ids) =>
      reader
        .select({ id: reportLink.id, ...about })
        .from(reportLink)
        .innerJoin(campaign, eq(campaign.id, reportLink.campaignId))
        .where(isAmong(reportLink.id, ids)),
    ),
    loadAny(list('payout'), (ids) =>
      reader
        .select({ id: payout.id, personId: payout.marketerId })
        .from(payout)
        .where(isAmong(payout.id, ids)),
    ),
  ]);
  return new Map(found.flat().map(({ id, ...subject }) => [id, subject]));
}

async function loadAny<Row>(ids: string[], load: (ids: string[]) => PromiseLike<Row[]>): Promise<Row[]> {
  return ids.length === 0 ? [] : load(ids);
}
