import type { Reader } from '#platform/server/db/open-database.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { refuse } from '#proofs/domain.ts';
import { hasTeamPermission } from '#teams/server/service.ts';
import type { UploadRow } from '#uploads/server/tables.ts';
import type { ProofRow } from '../tables.ts';
import { findProofWithOwner, findSidesOfFile, type ProofSides } from './sides-store.ts';

/** Refuses 'proof/not-found' unless the user is the marketer, on the advertiser's team, or an admin. */
export async function getVisibleProof(reader: Reader, actor: Actor, id: string): Promise<ProofRow> {
  const found = await findProofWithOwner(reader, id);
  if (!found) throw refuse('proof/not-found');
  const { proof, advertiserId } = found;
  if (!(await maySee(reader, { marketerId: proof.marketerId, advertiserId }, actor)))
    throw refuse('proof/not-found');
  return proof;
}

async function maySee(
  reader: Reader,
  { marketerId, advertiserId }: ProofSides,
  viewer: Actor,
): Promise<boolean> {
  if (marketerId === viewer.userId || viewer.role === 'admin') return true;
  return hasTeamPermission(reader, viewer, advertiserId, 'read');
}

/** Answers a port of uploads: users who may see a proof may read its files. */
export async function mayReadProofFile(
  reader: Reader,
  file: UploadRow,
  viewer: Actor | null,
): Promise<boolean> {
  if (!viewer) return false;
  const sides = await findSidesOfFile(reader, file.id);
  return sides !== undefined && maySee(reader, sides, viewer);
}
