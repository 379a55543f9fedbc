import { loadSummaries } from '#campaigns/server/service.ts';
import { type Dispute, disputeProcess } from '#disputes/contract.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { loadNames } from '#profiles/server/service.ts';
import type { DisputeRow } from './tables.ts';

/** Returns disputes for both sides and admins, with what this viewer may do. */
export async function toDisputes(
  reader: Reader,
  rows: readonly DisputeRow[],
  viewer: Pick<Actor, 'role'>,
): Promise<Dispute[]> {
  const campaigns = await loadSummaries(
    reader,
    rows.map(({ campaignId }) => campaignId),
  );
  const people = await loadNames(reader, [...new Set(rows.map(({ openedBy }) => openedBy))]);
  return rows.map((row) => ({
    id: row.id,
    proofId: row.proofId,
    campaignId: row.campaignId,
    campaignTitle: campaigns.get(row.campaignId)?.title ?? '',
    marketerName: people.get(row.openedBy)?.name ?? '',
    status: row.state,
    reason: row.reason,
    note: row.note,
    openedAt: row.openedAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    can: { decide: viewer.role === 'admin' && disputeProcess.open(row.state, 'admin').length > 0 },
  }));
}
