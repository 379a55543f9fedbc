import { eq, type SQLWrapper } from 'drizzle-orm';
import { refuse } from '#campaigns/domain.ts';
import type { Period } from '#kernel/calendar.ts';
import type { Cents } from '#kernel/money.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from './ports.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { type TeamPermission, requireTeamPermission } from '#teams/server/service.ts';
import { isClosable, checkOpen } from './rules.ts';
import * as store from './store.ts';
import { campaign, type CampaignRow, type CampaignSummary } from './tables.ts';

export type { CampaignSummary };

/** Lock order in a transaction: campaign → application or proof → payment → ledger accounts. */

/** Finds drafts too. The caller must have checked permissions. */
export async function findCampaign(reader: Reader, id: string): Promise<CampaignRow | undefined> {
  return store.findCampaign(reader, id);
}

/** Refuses 'campaign/not-found' for a draft, so that its existence stays hidden. */
export async function getPublicCampaign(reader: Reader, id: string): Promise<CampaignRow> {
  const found = await store.findCampaign(reader, id);
  if (!found || found.status === 'draft') throw refuse('campaign/not-found');
  return found;
}

/**
 * Refuses 'campaign/not-found' to other users, and 'team/not-allowed' if their role in the team lacks the permission.
 */
export async function getCampaignFor(
  reader: Reader,
  actor: Actor,
  id: string,
  permission: TeamPermission,
): Promise<CampaignRow> {
  const found = await store.findCampaign(reader, id);
  if (!found) throw refuse('campaign/not-found');
  await requireTeamPermission(reader, actor, found.advertiserId, permission, () =>
    refuse('campaign/not-found'),
  );
  return found;
}

/** Refuses 'campaign/not-found'. The caller checks owner and state. */
export async function lockCampaign(tx: Tx, id: string): Promise<CampaignRow> {
  const found = await store.lockCampaign(tx, id);
  if (!found) throw refuse('campaign/not-found');
  return found;
}

/** Statements that follow see the campaign's newest row, and what its lock protects. */
export function sendCampaignLock(tx: Tx, id: SQLWrapper): void {
  tx.send(tx.select({ id: campaign.id }).from(campaign).where(eq(campaign.id, id)).for('no key update'));
}

export { checkOpen } from './rules.ts';

export { campaignMatches } from './search/campaign-match.ts';

/**
 * Refuses 'campaign/not-active' (also if its time is over), 'campaign/disputed', 'campaign/paused' and
 * 'campaign/full'.
 */
export function refuseUnlessOpen(campaign: OpenFacts, now: Date): void {
  const reason = checkOpen(campaign, now);
  if (reason) throw refuse(reason);
}

/** Answers a port of uploads. */
export { mayReadCampaignFile } from './assets.ts';

type OpenFacts = Parameters<typeof checkOpen>[0];

/** Refuses as `refuseUnlessOpen` does. */
export async function takePlace(tx: Tx, id: string): Promise<void> {
  if (await store.addHired(tx, id)) return;
  const found = await store.findCampaign(tx, id);
  if (!found || found.status === 'draft') throw refuse('campaign/not-found');
  if (!isClosable(found)) throw refuse('campaign/not-active');
  if (found.chargebackSince !== null) throw refuse('campaign/disputed');
  throw refuse(found.pausedSince === null ? 'campaign/full' : 'campaign/paused');
}

/** Answers a port of payments. The caller has locked the campaign. */
export async function setChargeback(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  id: string,
  hasChargeback: boolean,
): Promise<void> {
  const { chargebackSince } = await lockCampaign(tx, id);
  if ((chargebackSince !== null) === hasChargeback) return;
  const now = deps.clock.now();
  await store.updateCampaign(tx, id, { chargebackSince: hasChargeback ? now : null, updatedAt: now });
}

/** The caller has checked that the place was not paid. */
export async function freePlace(tx: Tx, id: string): Promise<void> {
  if (!(await store.subtractHired(tx, id))) throw new Error(`campaign ${id} has no unpaid place to free`);
}

export async function countApplication(tx: Tx, id: string): Promise<void> {
  await store.addApplication(tx, id);
}

export interface Release {
  /** The number of this paid place, from 1. It earns calculateFeeShare(feeCents, placeNumber, places). */
  placeNumber: number;
  places: number;
  payCents: Cents;
  feeCents: Cents;
}

/**
 * Counts one more place of a locked campaign as paid and returns its pay. Throws if every hired place is already paid.
 */
export function countRelease(tx: Tx, locked: CampaignRow): Release {
  const { id, status, needed, hired, payCents, feeCents } = locked;
  const placeNumber = locked.released + 1;
  if (
    status === 'draft' ||
    placeNumber > hired ||
    needed === null ||
    payCents === null ||
    feeCents === null
  ) {
    throw new Error(`campaign ${id} has no unpaid place to release`);
  }
  store.sendReleased(tx, id);
  return { placeNumber, places: needed, payCents, feeCents };
}

export async function loadSummaries(
  reader: Reader,
  ids: readonly string[],
): Promise<Map<string, CampaignSummary>> {
  const rows = await store.listSummaries(reader, [...new Set(ids)]);
  return new Map(rows.map((row) => [row.id, row]));
}

export async function countNewCampaigns(
  reader: Reader,
  periods: readonly Period[],
): Promise<{ period: number; campaigns: number }[]> {
  return store.countNewCampaigns(reader, periods);
}

export async function countCampaigns(reader: Reader): Promise<{ total: number; active: number }> {
  return store.countCampaigns(reader);
}

export { loadTitles } from './funding/payment-history-store.ts';
