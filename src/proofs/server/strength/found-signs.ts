import type { Tx } from '#platform/server/db/open-database.ts';
import { loadSignsOfWork } from '#tracking/server/service.ts';
import { lockProof } from '../deciding-service.ts';
import type { Deps } from '../ports.ts';
import * as store from '../store.ts';
import { updateStrength } from './strength-service.ts';

/** The figures stay as they were sent. Changes nothing once the proof is decided. */
export async function addFoundSigns(tx: Tx, deps: Deps, sessionId: string): Promise<void> {
  const { signals, ...work } = await loadSignsOfWork(tx, deps, sessionId);
  const pending = await store.findPendingOfWork(tx, work);
  if (!pending) return;
  const { campaign, proof } = await lockProof(tx, pending.id);
  if (proof.status !== 'pending' || !proof.presence) return;
  const presence = { ...proof.presence, signals };
  await updateStrength(tx, deps, campaign, { ...proof, presence });
}
