import { refuse } from '#campaigns/domain.ts';
import { toDecimal } from '#kernel/money.ts';
import { getEscrowLeft, refundedCents } from '#payments/server/ledger/balance-service.ts';
import * as payments from '#payments/server/service.ts';
import { audit } from '#platform/server/security/audit.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '../ports.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import { forEachObject } from '#platform/server/outbox/sweep-objects.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { requireTeamPermission, loadStanding } from '#teams/server/service.ts';
import type { CampaignClosing } from '../../closing-contract.ts';
import { type Campaign, campaignProcess, type CloseReason } from '../../contract.ts';
import { toCampaign } from '../campaign-presenter.ts';
import { refundDue } from './closing-rules.ts';
import { campaignClosed, campaignCompleted } from '../events.ts';
import { hasPassed, isClosable } from '../rules.ts';
import { getCampaignFor, lockCampaign } from '../service.ts';
import * as store from '../store.ts';
import type { CampaignRow } from '../tables.ts';

/**
 * First the campaign accepts no new marketers, and places that are not held are refunded. Once no place is held, the
 * rest is refunded and the campaign completes (decision 16.6).
 */

/** Refuses 'campaign/not-found', 'team/not-allowed' and, for a draft, 'campaign/not-active'. */
export async function closeCampaign(deps: Deps, actor: Actor, id: string): Promise<Campaign> {
  const row = await transact(deps.db, async (tx) => {
    const present = await lockCampaign(tx, id);
    await requireTeamPermission(tx, actor, present.advertiserId, 'own', () => refuse('campaign/not-found'));
    refuseDraft(present);
    if (!isClosable(present)) return present;
    return refundAndComplete(tx, deps, await close(tx, deps, present, { reason: 'cancelled', actor }), actor);
  });
  return toCampaign(row, await loadStanding(deps.db, actor, row.advertiserId), deps.clock.now());
}

export async function getCampaignClosing(deps: Deps, actor: Actor, id: string): Promise<CampaignClosing> {
  const row = await getCampaignFor(deps.db, actor, id, 'read');
  refuseDraft(row);
  const { places, released, held, back, isKeptForClaims, isDisputed } = await weigh(deps.db, deps, row);
  const isBlocked = await payments.hasOpenChargeback(deps.db, id);
  const due = isBlocked ? nothing : back;
  const { payCents, feeCents } = (await payments.planRecovery(deps.db, id, due)).rest;
  return {
    refund: toDecimal(payCents),
    fee: toDecimal(feeCents),
    total: toDecimal(payCents + feeCents),
    keptForDebt: toDecimal(due.payCents + due.feeCents - payCents - feeCents),
    heldPlaces: held,
    paidPlaces: released,
    openPlaces: places - released - held,
    blockedBy: isBlocked ? 'chargeback' : isKeptForClaims ? 'claims' : isDisputed ? 'dispute' : null,
  };
}

const nothing = { payCents: 0, feeCents: 0 };

function refuseDraft(row: CampaignRow): void {
  if (row.status === 'draft') throw refuse('campaign/not-active', { state: row.status });
}

/** Sweep. An error in one campaign does not block the others. */
export async function closeDueCampaigns(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  await closeEachIfDue(deps, await store.listDueIds(deps.db, now));
  let after: string | undefined;
  do {
    const ids = await store.listClosingIds(deps.db, after);
    await closeEachIfDue(deps, ids);
    after = ids.at(-1);
  } while (after !== undefined);
  await closeEachIfDue(deps, await listToRefundAgain(deps.db, now));
}

/** Leaves out running campaigns, so that the sweep does not lock them. */
export async function listToRefundAgain(reader: Reader, now: Date): Promise<string[]> {
  return store.filterClosed(reader, await payments.listCampaignsToRefundAgain(reader, now));
}

async function closeEachIfDue(deps: Deps, ids: readonly string[]): Promise<void> {
  await forEachObject(
    ids,
    (id) => closeIfDue(deps, id),
    (error, id) => deps.log.error({ err: error, campaignId: id }, 'failed to close or complete a campaign'),
  );
}

async function closeIfDue(deps: Deps, id: string): Promise<void> {
  await transact(deps.db, async (tx) => {
    const present = await lockCampaign(tx, id);
    const reason = findCloseReason(present, deps.clock.now());
    await refundAndComplete(
      tx,
      deps,
      reason ? await close(tx, deps, present, { reason, actor: null }) : present,
      null,
    );
  });
}

function findCloseReason(row: CampaignRow, now: Date): CloseReason | null {
  if (!isClosable(row)) return null;
  if (row.released === row.needed) return 'finished';
  return hasPassed(row.proofDueAt, now) ? 'expired' : null;
}

async function close(
  tx: Tx,
  deps: Deps,
  present: CampaignRow,
  { reason, actor }: { reason: CloseReason; actor: Actor | null },
): Promise<CampaignRow> {
  const { id, advertiserId } = present;
  const now = deps.clock.now();
  const changes = { closingSince: now, closeReason: reason, pausedSince: null, updatedAt: now };
  const row = await store.updateCampaign(tx, id, changes);
  const object = { kind: 'campaign', id };
  await audit(tx, deps, { actor, action: 'campaign.closed', object, details: { reason } });
  const payload = { campaignId: id, advertiserId, closeReason: reason };
  await announce(tx, campaignClosed, { ref: id, payload }, deps.clock);
  return row;
}

/**
 * The caller must have locked the campaign. Does nothing unless it is closed, or while the advertiser disputes the
 * payment at the wallet.
 */
async function refundAndComplete(
  tx: Tx,
  deps: Deps,
  row: CampaignRow,
  actor: Actor | null,
): Promise<CampaignRow> {
  const { id } = row;
  if (row.closingSince === null || (await payments.hasOpenChargeback(tx, id))) return row;
  const { areClaimsOpen, back } = await claimRest(tx, deps, row);
  const isOwed = back.payCents + back.feeCents > 0;
  if (isOwed && (await payments.mayRefund(tx, id, deps.clock.now()))) {
    await payments.refundCampaign(tx, deps, { campaignId: id, ...back, requestedBy: actor?.userId });
  }
  return areClaimsOpen ? row : complete(tx, deps, row);
}

async function complete(tx: Tx, deps: Deps, present: CampaignRow): Promise<CampaignRow> {
  const { id, advertiserId, closeReason } = present;
  const next = campaignProcess.next(present.status, 'complete', 'platform');
  if (next === null || closeReason === null) return present;
  const now = deps.clock.now();
  const row = await store.updateCampaign(tx, id, { status: next, completedAt: now, updatedAt: now });
  await audit(tx, deps, { actor: null, action: 'campaign.completed', object: { kind: 'campaign', id } });
  const payload = { campaignId: id, advertiserId, closeReason, refundedCents: await refundedCents(tx, id) };
  await announce(tx, campaignCompleted, { ref: id, payload }, deps.clock);
  return row;
}

/**
 * Answers a port of payments. Returns zero until the campaign is closed, and during a dispute at the wallet. Otherwise
 * repays the platform and returns the rest.
 */
export async function claimRefundDue(tx: Tx, deps: Deps, id: string) {
  const row = await lockCampaign(tx, id);
  if (row.closingSince === null || (await payments.hasOpenChargeback(tx, id))) return nothing;
  return (await claimRest(tx, deps, row)).back;
}

/** Returns what `claimRefundDue` would return, and changes nothing. */
export async function getRefundDue(reader: Reader, deps: Deps, id: string) {
  const row = await store.findCampaign(reader, id);
  if (!row?.closingSince || (await payments.hasOpenChargeback(reader, id))) return nothing;
  return (await payments.planRecovery(reader, id, (await weigh(reader, deps, row)).back)).rest;
}

/** Repays the platform first (decision 37), and returns the rest. */
async function claimRest(tx: Tx, deps: Deps, row: CampaignRow) {
  const { areClaimsOpen, back } = await weigh(tx, deps, row);
  return { areClaimsOpen, back: await payments.repayPlatform(tx, deps, row.id, back) };
}

async function weigh(reader: Reader, deps: Deps, row: CampaignRow) {
  const { id, payCents, feeCents, needed: places, released } = row;
  if (payCents === null || feeCents === null || places === null) {
    throw new Error(`campaign ${id} is funded but its amounts are missing`);
  }
  const left = await getEscrowLeft(reader, id);
  const held = await deps.ports.countHeldPlaces(reader, id, deps.clock.now());
  const isDisputed = await payments.hasDisputedPayment(reader, id);
  const areClaimsOpen = held > 0 || isDisputed || (await payments.hasUnpaidShortfall(reader, id));
  // An advertiser who disputed the payment gets nothing back while marketers can still claim it (decision 37).
  const isKeptForClaims = areClaimsOpen && (await payments.hasChargeback(reader, id));
  const back = isKeptForClaims ? nothing : refundDue({ left, payCents, feeCents, places, released, held });
  return { places, released, held, areClaimsOpen, isKeptForClaims, isDisputed, back };
}
