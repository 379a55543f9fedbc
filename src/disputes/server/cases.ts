import type { CampaignRow } from '#campaigns/server/tables.ts';
import { refuse } from '#disputes/domain.ts';
import type { DisputeSide } from '#disputes/process-contract.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { lockProof } from '#proofs/server/deciding-service.ts';
import type { ProofRow } from '#proofs/server/tables.ts';
import { requireTeamPermission } from '#teams/server/service.ts';
import { claimUpload } from '#uploads/server/service.ts';
import * as store from './store.ts';
import type { DisputeEntryRow, DisputeRow } from './tables.ts';

export interface Case {
  row: DisputeRow;
  campaign: CampaignRow;
  proof: ProofRow;
  /** Oldest first. */
  entries: readonly DisputeEntryRow[];
}

/** Locks the campaign, the proof and the dispute, in this order. Refuses 'dispute/not-found'. */
export async function lockCase(tx: Tx, id: string): Promise<Case> {
  const known = await store.findDispute(tx, id);
  if (!known) throw refuse('dispute/not-found');
  const { campaign, proof } = await lockProof(tx, known.proofId);
  const row = await store.lockDispute(tx, id);
  if (!row) throw refuse('dispute/not-found');
  return { row, campaign, proof, entries: await store.listEntries(tx, [id]) };
}

/** Refuses 'dispute/not-found' to other users, and 'team/not-allowed' to team members who only read. */
export async function requireParty(
  reader: Reader,
  actor: Actor,
  { campaign, proof }: Pick<Case, 'campaign' | 'proof'>,
): Promise<DisputeSide> {
  if (proof.marketerId === actor.userId) return 'marketer';
  await requireTeamPermission(reader, actor, campaign.advertiserId, 'decide', () =>
    refuse('dispute/not-found'),
  );
  return 'advertiser';
}

export const listProposals = ({ entries }: Pick<Case, 'entries'>) =>
  entries.filter(({ kind }) => kind === 'proposed');

export async function claimFiles(
  tx: Tx,
  actor: Actor,
  about: { disputeId: string; turn: number; files: readonly string[]; at: Date },
): Promise<void> {
  const { disputeId, turn, files, at } = about;
  const rows = [];
  for (const [position, uploadId] of files.entries()) {
    const { contentType } = await claimUpload(tx, {
      uploadId,
      ownerId: actor.userId,
      purposes: ['proof'],
      at,
    });
    rows.push({ uploadId, disputeId, turn, contentType: contentType ?? '', position });
  }
  await store.insertFiles(tx, rows);
}

export function toEventPayload(
  { id: disputeId, proofId, campaignId, side }: DisputeRow,
  { proof, campaign }: { proof: Pick<ProofRow, 'marketerId'>; campaign: Pick<CampaignRow, 'advertiserId'> },
) {
  const { marketerId } = proof;
  return { disputeId, proofId, campaignId, marketerId, advertiserId: campaign.advertiserId, side };
}

export const toAuditObject = ({ id }: Pick<DisputeRow, 'id'>) => ({ kind: 'dispute', id });
