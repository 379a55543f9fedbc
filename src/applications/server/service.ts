import { refuse } from '#applications/domain.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from './ports.ts';
import { isUntold } from './rules.ts';
import * as store from './store.ts';
import type { ApplicationRow } from './tables.ts';

/** Lock the campaign first, then the application, then what belongs to it (sessions, proofs). */

export async function hasBegun(reader: Reader, deps: Pick<Deps, 'ports'>, id: string): Promise<boolean> {
  return (await deps.ports.listBegunApplications(reader, [id])).has(id);
}

export async function findApproved(
  reader: Reader,
  deps: Pick<Deps, 'clock'>,
  campaignId: string,
  marketerId: string,
): Promise<ApplicationRow | null> {
  const found = await store.findMarketerApplication(reader, campaignId, marketerId);
  return found?.status === 'approved' && !isUntold(found, deps.clock.now()) ? found : null;
}

/** There is at most one. */
export async function findMarketerApplication(
  reader: Reader,
  campaignId: string,
  marketerId: string,
): Promise<ApplicationRow | undefined> {
  return store.findMarketerApplication(reader, campaignId, marketerId);
}

/** Checks no permissions. */
export async function findApplication(reader: Reader, id: string): Promise<ApplicationRow | undefined> {
  return store.findApplication(reader, id);
}

/** Throws 'application/not-found'. Callers must check the state again. */
export async function lockApplication(tx: Tx, id: string): Promise<ApplicationRow> {
  const found = await store.lockApplication(tx, id);
  if (!found) throw refuse('application/not-found');
  return found;
}

export { hiredMarketersSql } from './store.ts';

export async function listHolders(reader: Reader, campaignId: string): Promise<string[]> {
  return store.listHolders(reader, campaignId);
}

export { formatReason } from './platform-reasons.ts';
export { loadPauseEnd } from './strikes/strike-service.ts';
