import type { Tx } from '#platform/server/db/open-database.ts';
import { loadSignsOfWork } from '#tracking/server/service.ts';
import { getReviewDueAt } from './amendment-rules.ts';
import { findAmendment } from './amendment-store.ts';
import { lockProof } from './deciding-service.ts';
import type { Deps } from './ports.ts';
import { toStrength } from './rules.ts';
import * as store from './store.ts';

/**
 * Adds the signs that were found after a proof was sent, in any of its sessions, and computes its strength again.
 * The figures stay as they were sent. Changes nothing once the proof is decided.
 */
export async function addFoundSigns(tx: Tx, deps: Deps, sessionId: string): Promise<void> {
  const { signals, ...work } = await loadSignsOfWork(tx, deps, sessionId);
  const pending = await store.findPendingOfWork(tx, work);
  if (!pending) return;
  const { campaign, proof } = await lockProof(tx, pending.id);
  if (proof.status !== 'pending' || !proof.presence) return;
  const presence = { ...proof.presence, signals };
  const strength = toStrength({
    isWearable: campaign.campaignType === 'wearable',
    requiresLocationCheck: campaign.requiresLocationCheck,
    durationMinutes: campaign.durationMinutes,
    presence,
    mediaSigns: proof.signs,
    isMediaMeasured: proof.isMediaMeasured,
  });
  const reviewDueAt = getReviewDueAt(proof, strength, await findAmendment(tx, proof.id));
  await store.updateProof(tx, proof.id, { presence, strength, reviewDueAt });
}
