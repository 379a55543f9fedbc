import { refuse } from '#kernel/errors.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { slot } from '#platform/server/slots.ts';
import * as store from './store.ts';
import type { ApplicationRow } from './tables.ts';

/**
 * What later domains ask of applications. In a transaction the application is locked after its campaign and before
 * whatever belongs to it (sessions, proofs).
 */

/**
 * Filled by main from tracking and proofs: has a session ever begun for this application, or proof been sent? It is asked
 * while the application is locked, so whoever begins or sends must lock the application first: then a withdrawal and a
 * start cannot both win.
 */
export const hasBegun = slot<(reader: Reader, applicationId: string) => Promise<boolean>>('has begun');

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

/** How many different marketers hold a place with this advertiser; fills the slot `countHiredMarketers` of campaigns. */
export async function countHiredMarketers(reader: Reader, advertiserId: string): Promise<number> {
  return store.countApprovedMarketersOf(reader, advertiserId);
}
