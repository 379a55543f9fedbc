import {
  type DisputableApproval,
  listDisputableApprovals as listContract,
} from '#disputes/support-contract.ts';
import type { QueryOf } from '#kernel/endpoint.ts';
import { toDecimal } from '#kernel/money.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { linkToNext, parseTimePage } from '#platform/server/time-cursor.ts';
import { loadNames } from '#profiles/server/service.ts';
import type { Deps } from '#proofs/server/ports.ts';
import { listTeamOwners, loadBusinessNames } from '#teams/server/service.ts';
import { listApprovalsWithPay } from './store.ts';

/** Leaves out the admin's own work and that of their teams. */
export async function listDisputableApprovals(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  query: QueryOf<typeof listContract>,
): Promise<DisputableApproval[]> {
  const search = {
    words: query.q.split(/\s+/).filter(Boolean),
    exceptMarketer: actor.userId,
    exceptOwners: await listTeamOwners(db, actor.userId),
  };
  const rows = await listApprovalsWithPay(db, search, parseTimePage(query));
  const people = await loadNames(db, [...new Set(rows.map(({ marketerId }) => marketerId))]);
  const businesses = await loadBusinessNames(db, [...new Set(rows.map(({ ownerId }) => ownerId))]);
  return rows.map(({ proofId, campaignId, title, marketerId, ownerId, payCents, approvedAt }) => ({
    proofId,
    campaignId,
    campaignTitle: title,
    marketerName: people.get(marketerId)?.name ?? '',
    businessName: businesses.get(ownerId) ?? '',
    pay: toDecimal(payCents),
    approvedAt: approvedAt.toISOString(),
  }));
}

export function linkToNextApprovals(
  approvals: readonly DisputableApproval[],
  query: QueryOf<typeof listContract>,
): string | null {
  const last = approvals.at(-1);
  const place = last && { at: last.approvedAt, id: last.proofId };
  return linkToNext(listContract.path, query, approvals.length, place);
}
