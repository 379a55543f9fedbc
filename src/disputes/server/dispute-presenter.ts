import { type CampaignSummary, loadSummaries } from '#campaigns/server/service.ts';
import type { Dispute, DisputeStep } from '#disputes/contract.ts';
import type { DisputeSide } from '#disputes/process-contract.ts';
import { type Cents, calculateFeeShare, toDecimal } from '#kernel/money.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import type { Actor } from '#platform/server/security/session.ts';
import type { Deps } from '#proofs/server/ports.ts';
import { loadNames } from '#profiles/server/service.ts';
import { listTeamOwners, loadStandings } from '#teams/server/service.ts';
import { fileUrl } from '#uploads/contract.ts';
import { listAllowed, toOutcome } from './rules.ts';
import { listEntries, listFiles, loadMarketerIds } from './store.ts';
import type { DisputeEntryRow, DisputeFileRow, DisputeRow } from './tables.ts';

type Viewer = Pick<Actor, 'userId' | 'role'>;

export async function toDisputes(
  reader: Reader,
  deps: Pick<Deps, 'clock'>,
  rows: readonly DisputeRow[],
  viewer: Viewer,
): Promise<Dispute[]> {
  const ids = rows.map(({ id }) => id);
  const campaigns = await loadSummaries(
    reader,
    rows.map(({ campaignId }) => campaignId),
  );
  const marketers = await loadMarketerIds(reader, ids);
  const people = await loadNames(reader, [...new Set(marketers.values())]);
  const entries = await listEntries(reader, ids);
  const files = await listFiles(reader, ids);
  const standings = await loadStandings(reader, viewer);
  const ownTeams = viewer.role === 'admin' ? await listTeamOwners(reader, viewer.userId) : [];
  const now = deps.clock.now();
  return rows.map((row) => {
    const campaign = campaigns.get(row.campaignId);
    if (!campaign) throw new Error(`dispute ${row.id} has no campaign`);
    const own = entries.filter(({ disputeId }) => disputeId === row.id);
    const marketerId = marketers.get(row.id) ?? '';
    const stake = { payCents: row.payCents, feeCents: getFee(row, campaign) };
    const mayDecide = standings.with(campaign.advertiserId).rights.decide;
    const party: DisputeSide | null =
      viewer.userId === marketerId ? 'marketer' : mayDecide ? 'advertiser' : null;
    const isAdmin = viewer.role === 'admin' && party === null && !ownTeams.includes(campaign.advertiserId);
    return {
      id: row.id,
      proofId: row.proofId,
      applicationId: row.applicationId,
      campaignId: row.campaignId,
      campaignTitle: campaign.title,
      marketerName: people.get(marketerId)?.name ?? '',
      side: row.side,
      isByAdmin: row.isByAdmin,
      status: row.state,
      reason: row.reason,
      note: row.note,
      pay: toDecimal(stake.payCents),
      fee: toDecimal(stake.feeCents),
      openedAt: row.openedAt.toISOString(),
      dueAt: row.dueAt?.toISOString() ?? null,
      decidedAt: row.decidedAt?.toISOString() ?? null,
      outcome: row.awardCents === null ? null : toOutcome(stake, row.awardCents),
      steps: listSteps(row, {
        entries: own,
        files: files.filter(({ disputeId }) => disputeId === row.id),
        stake,
      }),
      can: listAllowed(
        { ...row, proposals: own.filter(({ kind }) => kind === 'proposed') },
        { party, isAdmin },
        now,
      ),
    };
  });
}

/** The fee on a place that is not paid yet is the one of the next place to be paid. */
function getFee(row: DisputeRow, { feeCents, needed, released }: CampaignSummary): Cents {
  const isPaidLater = row.side === 'marketer' && row.awardCents === null;
  if (!isPaidLater || feeCents === null || needed === null || released >= needed) return row.feeCents;
  return calculateFeeShare(feeCents, released + 1, needed);
}

function listSteps(
  row: DisputeRow,
  more: {
    entries: readonly DisputeEntryRow[];
    files: readonly DisputeFileRow[];
    stake: { payCents: Cents; feeCents: Cents };
  },
): DisputeStep[] {
  const filesAt = (at: number) =>
    more.files
      .filter(({ turn }) => turn === at)
      .map(({ uploadId, contentType }) => ({ uploadId, contentType, url: fileUrl(uploadId) }));
  const opened: DisputeStep = {
    kind: 'opened',
    side: row.isByAdmin ? 'admin' : row.side,
    text: row.reason,
    outcome: null,
    files: filesAt(0),
    at: row.openedAt.toISOString(),
  };
  const said = more.entries.map(({ kind, side, text, awardCents, turn, at }): DisputeStep => ({
    kind,
    side,
    text,
    outcome: awardCents === null ? null : toOutcome(more.stake, awardCents),
    files: filesAt(turn),
    at: at.toISOString(),
  }));
  if (row.note === null || row.decidedAt === null) return [opened, ...said];
  const decided: DisputeStep = {
    kind: 'decided',
    side: 'admin',
    text: row.note,
    outcome: null,
    files: [],
    at: row.decidedAt.toISOString(),
  };
  return [opened, ...said, decided];
}

export async function toDispute(
  reader: Reader,
  deps: Pick<Deps, 'clock'>,
  row: DisputeRow,
  viewer: Viewer,
): Promise<Dispute> {
  const [dispute] = await toDisputes(reader, deps, [row], viewer);
  if (!dispute) throw new Error(`dispute ${row.id} has no answer`);
  return dispute;
}
