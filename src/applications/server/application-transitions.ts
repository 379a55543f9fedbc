import { takePlace } from '#campaigns/server/service.ts';
import type { CampaignRow } from '#campaigns/server/tables.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from './ports.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import type { Application } from '../contract.ts';
import { toApplications } from './application-presenter.ts';
import { applicationApproved, applicationRejected } from './events.ts';
import { type Party, type WorkTime } from './rules.ts';
import * as store from './store.ts';
import type { ApplicationRow } from './tables.ts';

/**
 * The caller must lock the campaign first and then the application. The marketer of a wearable campaign is locked after
 * both (see store.ts).
 */
export type Transition = (
  tx: Tx,
  deps: Deps,
  present: ApplicationRow,
  campaign: CampaignRow,
  reason: string | null,
  undoUntil?: Date | null,
) => Promise<ApplicationRow>;

/** The caller has checked everything else. Throws if no place is left. */
export async function approveApplicant(
  tx: Tx,
  deps: Deps,
  present: ApplicationRow,
  campaign: CampaignRow,
  {
    reason = null,
    hasMovedUp = false,
    undoUntil = null,
  }: { reason?: string | null; hasMovedUp?: boolean; undoUntil?: Date | null | undefined },
): Promise<ApplicationRow> {
  const now = deps.clock.now();
  await takePlace(tx, campaign.id);
  const row = await store.updateApplication(tx, present.id, {
    status: 'approved',
    decidedAt: now,
    approvedAt: now,
    benchTurn: null,
    hasMovedUp,
    reason,
    undoUntil,
  });
  const payload = { ...toEventPayload(row, campaign), hasMovedUp };
  const notBefore = undoUntil ?? undefined;
  await announce(tx, applicationApproved, { ref: row.id, payload, notBefore }, deps.clock);
  return row;
}

export const reject: Transition = async (tx, deps, present, campaign, reason, undoUntil = null) => {
  const row = await store.updateApplication(tx, present.id, {
    status: 'rejected',
    decidedAt: deps.clock.now(),
    benchTurn: null,
    reason,
    undoUntil,
    undoBenchTurn: undoUntil && present.benchTurn,
  });
  const payload = { ...toEventPayload(row, campaign), reason };
  const notBefore = undoUntil ?? undefined;
  await announce(tx, applicationRejected, { ref: row.id, payload, notBefore }, deps.clock);
  return row;
};

export function toWorkTime({ campaignType, startTime, durationMinutes }: CampaignRow): WorkTime | null {
  if (campaignType !== 'wearable' || !startTime || durationMinutes === null) return null;
  return { startTime, durationMinutes };
}

export function toEventPayload(row: ApplicationRow, campaign: CampaignRow) {
  return {
    applicationId: row.id,
    campaignId: campaign.id,
    marketerId: row.marketerId,
    advertiserId: campaign.advertiserId,
  };
}

export async function presentApplication(
  tx: Tx,
  deps: Deps,
  row: ApplicationRow,
  party: Party,
): Promise<Application> {
  const [answer] = await toApplications(tx, deps, [row], party);
  if (!answer) throw new Error(`application ${row.id} was not answered`);
  return answer;
}
