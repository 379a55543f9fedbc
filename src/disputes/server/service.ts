import { listAdminIds } from '#auth/server/service.ts';
import { loadSummaries } from '#campaigns/server/service.ts';
import type { DisputeHold } from '#campaigns/server/ports.ts';
import {
  APPROVAL_DISPUTE_PERIOD_MS,
  DISPUTE_PERIOD_MS,
  type Dispute,
  listDisputes as listContract,
} from '#disputes/contract.ts';
import { refuse } from '#disputes/domain.ts';
import type { QueryOf } from '#kernel/endpoint.ts';
import { toDecimal } from '#kernel/money.ts';
import { addMilliseconds } from '#kernel/time.ts';
import { listHoldable } from '#payments/server/service.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { linkToNext, parseTimePage } from '#platform/server/time-cursor.ts';
import type { Proof } from '#proofs/contract.ts';
import type { Deps } from '#proofs/server/ports.ts';
import { listLiveProofs } from '#proofs/server/service.ts';
import type { ProofRow } from '#proofs/server/tables.ts';
import { loadStandings, hasTeamPermission } from '#teams/server/service.ts';
import type { UploadRow } from '#uploads/server/tables.ts';
import { toDispute, toDisputes } from './dispute-presenter.ts';
import { checkApprovalDisputable, checkDisputable } from './rules.ts';
import * as store from './store.ts';

/** Refuses 'dispute/not-found' unless the user is on a side, on the advertiser's team, or an admin. */
export async function getDispute(deps: Deps, actor: Actor, id: string): Promise<Dispute> {
  const found = await store.findDisputeWithSides(deps.db, id);
  if (!found || !(await maySee(deps.db, found, actor))) throw refuse('dispute/not-found');
  return toDispute(deps.db, deps, found.dispute, actor);
}

async function maySee(
  reader: Reader,
  { marketerId, advertiserId }: store.DisputeWithSides,
  viewer: Actor,
): Promise<boolean> {
  if (viewer.role === 'admin' || marketerId === viewer.userId) return true;
  return hasTeamPermission(reader, viewer, advertiserId, 'read');
}

/** Answers a port of uploads: users who may see a dispute may read its files. */
export async function mayReadDisputeFile(
  reader: Reader,
  file: UploadRow,
  viewer: Actor | null,
): Promise<boolean> {
  if (!viewer) return false;
  const found = await store.findDisputeOfFile(reader, file.id);
  return found !== undefined && maySee(reader, found, viewer);
}

export async function listDisputes(
  deps: Deps,
  actor: Actor,
  query: QueryOf<typeof listContract>,
): Promise<Dispute[]> {
  const rows = await store.listDisputes(deps.db, query.view, parseTimePage(query));
  return toDisputes(deps.db, deps, rows, actor);
}

export function linkToNextDisputes(
  disputes: readonly Dispute[],
  query: QueryOf<typeof listContract>,
): string | null {
  const last = disputes.at(-1);
  const at = last?.dueAt ?? last?.decidedAt;
  return linkToNext(listContract.path, query, disputes.length, last && at ? { at, id: last.id } : undefined);
}

/** Answers a port of proofs. The outcome does not matter. */
export async function listDisputedApplications(
  reader: Reader,
  applicationIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await store.listByApplications(reader, applicationIds);
  return new Set(rows.map(({ applicationId }) => applicationId));
}

/** Answers a port of tracking. Locks the dispute. */
export async function isWorkInDispute(
  tx: Tx,
  { disputeId, applicationId }: { disputeId: string; applicationId: string },
): Promise<boolean> {
  const row = await store.lockDispute(tx, disputeId);
  return row?.applicationId === applicationId && row.dueAt !== null;
}

/** Answers a port of campaigns. Oldest first. */
export async function listDisputeHolds(reader: Reader, campaignId: string): Promise<DisputeHold[]> {
  const rows = await store.listOpenByCampaign(reader, campaignId);
  return rows.map(({ id, payCents, openedAt, side }) => ({
    disputeId: id,
    pay: toDecimal(payCents),
    since: openedAt.toISOString(),
    by: side,
  }));
}

/** Answers a port of proofs. */
export async function loadProofDisputes(
  reader: Reader,
  deps: Pick<Deps, 'clock'>,
  viewer: Pick<Actor, 'userId' | 'role'>,
  proofs: readonly ProofRow[],
): Promise<Map<string, Pick<Proof, 'dispute' | 'disputableUntil'>>> {
  const decided = proofs.filter(({ status }) => status !== 'pending');
  const disputes = await store.listByApplications(
    reader,
    decided.map(({ applicationId }) => applicationId),
  );
  const disputed = new Set(disputes.map(({ applicationId }) => applicationId));
  const free = decided.filter(({ applicationId }) => !disputed.has(applicationId));
  const until = new Map([
    ...(await listDisputableRejections(reader, deps, viewer, free)),
    ...(await listDisputableApprovals(reader, deps, viewer, free)),
  ]);
  return new Map(
    decided.map(({ id }) => {
      const row = disputes.find(({ proofId }) => proofId === id);
      const dispute = row
        ? { id: row.id, isOpen: row.dueAt !== null, openedAt: row.openedAt.toISOString() }
        : null;
      return [id, { dispute, disputableUntil: until.get(id)?.toISOString() ?? null }];
    }),
  );
}

async function listDisputableRejections(
  reader: Reader,
  deps: Pick<Deps, 'clock'>,
  viewer: Pick<Actor, 'userId'>,
  proofs: readonly ProofRow[],
): Promise<[string, Date][]> {
  const own = proofs.filter(
    ({ marketerId, status }) => status === 'rejected' && marketerId === viewer.userId,
  );
  if (own.length === 0) return [];
  const live = await listLiveProofs(
    reader,
    own.map(({ applicationId }) => applicationId),
  );
  const campaigns = await loadSummaries(
    reader,
    own.map(({ campaignId }) => campaignId),
  );
  const now = deps.clock.now();
  return own.flatMap(({ id, applicationId, campaignId, decidedAt: rejectedAt }) => {
    const isOver = campaigns.get(campaignId)?.status === 'completed';
    const facts = { rejectedAt, hasLiveProof: live.has(applicationId), isOver };
    if (rejectedAt === null || checkDisputable(facts, now)) return [];
    return [[id, addMilliseconds(rejectedAt, DISPUTE_PERIOD_MS)]];
  });
}

async function listDisputableApprovals(
  reader: Reader,
  deps: Pick<Deps, 'clock'>,
  viewer: Pick<Actor, 'userId' | 'role'>,
  proofs: readonly ProofRow[],
): Promise<[string, Date][]> {
  const now = deps.clock.now();
  const recent = proofs.filter(
    ({ status, decidedAt }) =>
      status === 'approved' &&
      !checkApprovalDisputable({ approvedAt: decidedAt, isApprovedByAdmin: false }, now),
  );
  if (recent.length === 0 || viewer.role !== 'advertiser') return [];
  const campaigns = await loadSummaries(
    reader,
    recent.map(({ campaignId }) => campaignId),
  );
  const standings = await loadStandings(reader, viewer);
  const holdable = await listHoldable(
    reader,
    recent.map(({ id }) => id),
  );
  const admins = new Set<string | null>(await listAdminIds(reader));
  return recent.flatMap(({ id, campaignId, decidedAt, decidedBy }) => {
    const campaign = campaigns.get(campaignId);
    const mayDecide = campaign !== undefined && standings.with(campaign.advertiserId).rights.decide;
    if (!mayDecide || !holdable.has(id) || admins.has(decidedBy) || decidedAt === null) return [];
    return [[id, addMilliseconds(decidedAt, APPROVAL_DISPUTE_PERIOD_MS)]];
  });
}
