import { refuse } from '#applications/domain.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { slot } from '#platform/server/slots.ts';
import * as store from './store.ts';
import type { ApplicationRow } from './tables.ts';

/**
 * The interface for later domains. In a transaction, lock the campaign first, then the application, then what
 * belongs to it (sessions, proofs).
 */

/**
 * Returns which of these applications have a session or proof. Filled by main from tracking and proofs. It is
 * called with the application locked before a place is taken away. Starting a session and sending proof must
 * lock the application first, so that a withdrawal and a start can't both succeed.
 */
export const begunAmong =
  slot<(reader: Reader, applicationIds: readonly string[]) => Promise<ReadonlySet<string>>>('begun among');

export async function hasBegun(reader: Reader, deps: Pick<Deps, 'slots'>, id: string): Promise<boolean> {
  return (await deps.slots.get(begunAmong)(reader, [id])).has(id);
}

export async function findApproved(
  reader: Reader,
  campaignId: string,
  marketerId: string,
): Promise<ApplicationRow | null> {
  const found = await store.findMarketerApplication(reader, campaignId, marketerId);
  return found?.status === 'approved' ? found : null;
}

/** Returns an application without checking permissions. */
export async function findApplication(reader: Reader, id: string): Promise<ApplicationRow | undefined> {
  return store.findApplication(reader, id);
}

/**
 * Locks the row until the transaction ends. Throws 'application/not-found'. Callers must check the state
 * again.
 */
export async function lockApplication(tx: Tx, id: string): Promise<ApplicationRow> {
  const found = await store.lockApplication(tx, id);
  if (!found) throw refuse('application/not-found');
  return found;
}

/** Returns the number of different marketers with a place. Fills the campaigns slot `countHiredMarketers`. */
export async function countHiredMarketers(reader: Reader, advertiserIds: readonly string[]): Promise<number> {
  return store.countApprovedMarketers(reader, advertiserIds);
}

export async function listHolders(reader: Reader, campaignId: string): Promise<string[]> {
  return store.listHolders(reader, campaignId);
}

export { pausedUntil } from './strikes/strike-service.ts';
