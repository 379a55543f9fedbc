import { refuse } from '#kernel/errors.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { slot } from '#platform/server/slots.ts';
import * as store from './store.ts';
import type { ApplicationRow } from './tables.ts';

/**
 * What later domains ask of applications. In a transaction the application is locked after its campaign and before
 * whatever belongs to it (sessions, proofs).
 */

/**
 * Filled by main from tracking and proofs: for which of these applications has a session ever begun, or proof been sent? Before a
 * place is taken away it is asked while the application is locked, so whoever begins or sends must lock the application first: then
 * a withdrawal and a start cannot both win.
 */
export const begunAmong =
  slot<(reader: Reader, applicationIds: readonly string[]) => Promise<ReadonlySet<string>>>('begun among');

/** The same of one. */
export async function hasBegun(reader: Reader, deps: Pick<Deps, 'slots'>, id: string): Promise<boolean> {
  return (await deps.slots.get(begunAmong)(reader, [id])).has(id);
}

/** The approved application of this marketer to this campaign, or null. */
export async function findApproved(
  reader: Reader,
  campaignId: string,
  marketerId: string,
): Promise<ApplicationRow | null> {
  const found = await store.findApplicationOf(reader, campaignId, marketerId);
  return found?.status === 'approved' ? found : null;
}

/** Any application, whoever asks. */
export async function findApplication(reader: Reader, id: string): Promise<ApplicationRow | undefined> {
  return store.findApplication(reader, id);
}

/** The row, locked until the transaction ends. Refuses 'application/not-found'. Its state is the caller's to check again. */
export async function lockApplication(tx: Tx, id: string): Promise<ApplicationRow> {
  const found = await store.lockApplication(tx, id);
  if (!found) throw refuse('application/not-found');
  return found;
}

/** How many different marketers hold a place with these advertisers; fills the slot `countHiredMarketers` of campaigns. */
export async function countHiredMarketers(reader: Reader, advertiserIds: readonly string[]): Promise<number> {
  return store.countApprovedMarketersOf(reader, advertiserIds);
}

/** Who holds a place in this campaign, in the order in which they applied. */
export async function listHolders(reader: Reader, campaignId: string): Promise<string[]> {
  return store.listHolders(reader, campaignId);
}

/** Until when somebody may not apply because of their strikes, or null. */
export { pausedUntil } from './strike-service.ts';
