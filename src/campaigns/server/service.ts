import { refuse } from '#kernel/errors.ts';
import type { Cents } from '#kernel/money.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import type { Actor } from '#platform/server/session.ts';
import { slot } from '#platform/server/slots.ts';
import { type Deed, requireToActFor } from '#teams/server/service.ts';
import { isClosable, whyNotOpen } from './rules.ts';
import * as store from './store.ts';
import type { CampaignRow } from './tables.ts';

/**
 * What later domains ask of campaigns. In a transaction the campaign is locked before anything that belongs to it:
 * campaign → application or proof → payment → ledger accounts.
 */

/** Filled by main from applications: how many different marketers have ever held a place with these advertisers. */
export const countHiredMarketers =
  slot<(reader: Reader, advertiserIds: readonly string[]) => Promise<number>>('count hired marketers');

/** Filled by main from tracking: how many are live at this moment, by campaign; nothing where nobody is. */
export const countLiveMarketers =
  slot<(reader: Reader, campaignIds: readonly string[], now: Date) => Promise<ReadonlyMap<string, number>>>(
    'count live marketers',
  );

/**
 * Filled by main from disputes: how many of the campaign's places are taken by people who are not paid and still can be. What
 * can no longer be paid at this moment never can again, unless the campaign is not locked meanwhile.
 */
export const countHeldPlaces =
  slot<(reader: Reader, campaignId: string, now: Date) => Promise<number>>('count held places');

/** Any campaign, drafts included: for code that has checked already who asks. */
export async function findCampaign(reader: Reader, id: string): Promise<CampaignRow | undefined> {
  return store.findCampaign(reader, id);
}

/** One that was ever public. Refuses 'campaign/not-found' for a draft too, so that nobody learns of it. */
export async function getPublicCampaign(reader: Reader, id: string): Promise<CampaignRow> {
  const found = await store.findCampaign(reader, id);
  if (!found || found.status === 'draft') throw refuse('campaign/not-found');
  return found;
}

/**
 * A campaign of the caller's own, or of a business that they work for. Refuses 'campaign/not-found' to everybody else, and
 * 'team/not-allowed' to those whose part in the team is too small.
 */
export async function getCampaignFor(
  reader: Reader,
  actor: Actor,
  id: string,
  deed: Deed,
): Promise<CampaignRow> {
  const found = await store.findCampaign(reader, id);
  if (!found) throw refuse('campaign/not-found');
  await requireToActFor(reader, actor, found.advertiserId, deed, 'campaign/not-found');
  return found;
}

/** The row, locked until the transaction ends. Refuses 'campaign/not-found'. Owner and state are the caller's to check. */
export async function lockCampaign(tx: Tx, id: string): Promise<CampaignRow> {
  const found = await store.lockCampaign(tx, id);
  if (!found) throw refuse('campaign/not-found');
  return found;
}

/** Why nobody can get a place in it now, or null. */
export { whyNotOpen } from './rules.ts';

/** Would a search find it? */
export { campaignMatches } from './campaign-match.ts';

/** Refuses 'campaign/not-active' (also when its time is over) and 'campaign/full'. */
export function refuseUnlessOpen(campaign: OpenFacts, now: Date): void {
  const reason = whyNotOpen(campaign, now);
  if (reason) throw refuse(reason);
}

/** Fills a slot of uploads. */
export { mayReadCampaignFile } from './assets.ts';

type OpenFacts = Pick<CampaignRow, 'status' | 'closesAt' | 'closingSince' | 'hired' | 'needed'>;

/** Takes one place for an approved applicant. Refuses 'campaign/not-active' and 'campaign/full'. */
export async function takePlace(tx: Tx, id: string): Promise<void> {
  if (await store.addHired(tx, id)) return;
  const found = await store.findCampaign(tx, id);
  if (!found || found.status === 'draft') throw refuse('campaign/not-found');
  throw refuse(isClosable(found) ? 'campaign/full' : 'campaign/not-active');
}

/** Gives back the place of an approved applicant who withdraws; the caller knows that it was not paid. */
export async function freePlace(tx: Tx, id: string): Promise<void> {
  if (!(await store.subtractHired(tx, id))) throw new Error(`campaign ${id} has no unpaid place to free`);
}

/** Counts an application that was just written. */
export async function countApplication(tx: Tx, id: string): Promise<void> {
  await store.addApplication(tx, id);
}

export interface Release {
  /** This is the k-th paid place, from 1, of all places: feeShare(feeCents, placeNumber, places) is earned with it. */
  placeNumber: number;
  places: number;
  payCents: Cents;
  /** The campaign's whole fee, as charged at funding. */
  feeCents: Cents;
}

/** Counts one more taken place as paid and says what it pays. At most as often as places were taken. */
export async function takeRelease(tx: Tx, id: string): Promise<Release> {
  const row = await store.addReleased(tx, id);
  if (!row || row.needed === null || row.payCents === null || row.feeCents === null) {
    throw new Error(`campaign ${id} has no taken place that is not paid yet`);
  }
  return { placeNumber: row.released, places: row.needed, payCents: row.payCents, feeCents: row.feeCents };
}

/** What lists of applications, proofs and payments show of a campaign. */
export type CampaignSummary = Pick<
  CampaignRow,
  | 'id'
  | 'advertiserId'
  | 'title'
  | 'company'
  | 'campaignType'
  | 'status'
  | 'location'
  | 'city'
  | 'startTime'
  | 'closesAt'
  | 'closingSince'
  | 'proofDueAt'
  | 'durationMinutes'
  | 'payCents'
  | 'feeCents'
  | 'needed'
  | 'hired'
>;

/** By id; unknown ids are missing from the answer. */
export async function summaries(
  reader: Reader,
  ids: readonly string[],
): Promise<Map<string, CampaignSummary>> {
  const rows = await store.listCampaignsById(reader, [...new Set(ids)]);
  return new Map(rows.map((row) => [row.id, row]));
}

/** For administrators: all there are, drafts included, and those that are active. */
export async function countCampaigns(reader: Reader): Promise<{ total: number; active: number }> {
  return store.countCampaigns(reader);
}
