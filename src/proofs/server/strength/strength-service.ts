import type { CampaignRow } from '#campaigns/server/tables.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import type { ProofStrength } from '#proofs/decision-contract.ts';
import type { MediaSign } from '#proofs/media-contract.ts';
import { listAskedChecks } from '#tracking/server/spot-checks/spot-check-service.ts';
import { getReviewDueAt } from '../amending/amendment-rules.ts';
import { findAmendment } from '../amending/amendment-store.ts';
import type { Deps } from '../ports.ts';
import { toStrength } from '../rules.ts';
import { listPhotos } from '../spot-checks/spot-check-store.ts';
import * as store from '../store.ts';
import type { ProofRow } from '../tables.ts';

type Facts = Pick<ProofRow, 'applicationId' | 'presence' | 'signs' | 'isMediaMeasured'> & {
  /** Checks that are asked later do not count for it. */
  submittedAt: Date;
};

/** Returns the strength of a proof and the signs of all its files, including the photos of its checks. */
export async function measureStrength(
  reader: Reader,
  deps: Pick<Deps, 'clock'>,
  campaign: CampaignRow,
  { applicationId, submittedAt, presence, signs, isMediaMeasured }: Facts,
): Promise<{ strength: ProofStrength; signs: MediaSign[] }> {
  const asked = await listAskedChecks(reader, deps, campaign.spotChecks > 0 ? [applicationId] : []);
  const checks = asked.filter(({ askAt }) => askAt <= submittedAt);
  const photos = await listPhotos(
    reader,
    checks.map(({ id }) => id),
  );
  const allSigns = [
    ...signs.filter(({ check }) => check === undefined),
    ...photos.flatMap((photo) => photo.signs),
  ];
  const strength = toStrength({
    isWearable: campaign.campaignType === 'wearable',
    requiresLocationCheck: campaign.requiresLocationCheck,
    durationMinutes: campaign.durationMinutes,
    presence,
    mediaSigns: allSigns,
    isMediaMeasured,
    // A check that can still be answered counts as missed until then, so that no proof is approved as strong before.
    areChecksPassed: checks.every(({ state }) => state === 'passed'),
  });
  return { strength, signs: allSigns };
}

/** The proof must be locked. */
export async function updateStrength(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  campaign: CampaignRow,
  proof: ProofRow,
): Promise<void> {
  const { strength, signs } = await measureStrength(tx, deps, campaign, proof);
  const reviewDueAt = getReviewDueAt(proof, strength, await findAmendment(tx, proof.id));
  await store.updateProof(tx, proof.id, { presence: proof.presence, signs, strength, reviewDueAt });
}
