import { refuse } from '#campaigns/domain.ts';
import { Refusal } from '#kernel/errors.ts';
import { type Cents, fromDecimal, toDecimal } from '#kernel/money.ts';
import { t } from '#kernel/text.ts';
import { getEscrowLeft } from '#payments/server/ledger/balance-service.ts';
import * as payments from '#payments/server/service.ts';
import { audit } from '#platform/server/security/audit.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '../ports.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import { getPublicUrl } from '#platform/server/security/public-url.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { loadStanding } from '#teams/server/service.ts';
import { type Campaign, campaignProcess } from '../../contract.ts';
import { type EscrowStatus } from '../../funding-contract.ts';
import { toDecimalOrNull, toEscrowState, toCampaign } from '../campaign-presenter.ts';
import { campaignFunded } from '../events.ts';
import { type Cost, computeCost, isSameAmount, checkFundable } from '../rules.ts';
import { findCampaign, getCampaignFor, lockCampaign } from '../service.ts';
import * as store from '../store.ts';
import type { CampaignRow } from '../tables.ts';

export async function getEscrowStatus(deps: Deps, actor: Actor, id: string): Promise<EscrowStatus> {
  const row = await getCampaignFor(deps.db, actor, id, 'read');
  const cost = row.status === 'draft' ? computeCost(row, deps.config.feeBasisPoints) : null;
  return {
    escrowStatus: toEscrowState(row),
    escrowAmount: toDecimalOrNull(row.escrowCents),
    platformFee: toDecimalOrNull(row.feeCents),
    escrowLeft: row.fundedAt === null ? null : toDecimal((await getEscrowLeft(deps.db, id)).payCents),
    due: cost && {
      pay: toDecimal(cost.payCents),
      fee: toDecimal(cost.feeCents),
      total: toDecimal(cost.totalCents),
    },
  };
}

/** The client's amount must match the server's (decision 20.4). */
export async function createPaymentOrder(
  deps: Deps,
  actor: Actor,
  body: { amount: string; campaignId?: string | undefined },
): Promise<{ id: string; status: string; approveUrl: string }> {
  // The contract's pattern allows leading zeros, which fromDecimal rejects.
  const amountCents = fromDecimal(body.amount.replace(/^0+(?=\d)/, ''));
  const row = body.campaignId
    ? await getCampaignFor(deps.db, actor, body.campaignId, 'own')
    : await findDraftByCost(deps, actor, amountCents);
  const { payCents, feeCents, totalCents } = getFundingCost(deps, row);
  if (await payments.owesAfterDispute(deps.db, actor.userId)) throw refuse('payment/shortfall-owed');
  if (!isSameAmount(amountCents, totalCents)) throw refuse('payment/amount-differs');
  const page = `${getPublicUrl(deps)}/campaign/${row.id}/payment`;
  const order = await payments.openOrder(deps, {
    campaignId: row.id,
    payerId: actor.userId,
    payCents,
    feeCents,
    // In one language, because a repeated order must be equal to the first.
    description: `Promenade campaign: ${row.title}`.slice(0, MAX_DESCRIPTION), // not for users
    returnUrl: `${page}?wallet=approved`,
    cancelUrl: `${page}?wallet=cancelled`,
  });
  return { id: order.orderId, status: order.status, approveUrl: order.approveUrl };
}

/** The wallet's limit. */
const MAX_DESCRIPTION = 127;

/** The specification's order has no campaign id, so the amount must match exactly one draft of the caller. */
async function findDraftByCost(deps: Deps, actor: Actor, amountCents: Cents): Promise<CampaignRow> {
  const now = deps.clock.now();
  const drafts = await store.listCompleteDrafts(deps.db, actor.userId);
  const meant = drafts.filter((row) => {
    const cost = computeCost(row, deps.config.feeBasisPoints);
    return cost !== null && isSameAmount(amountCents, cost.totalCents) && checkFundable(row, now) === null;
  });
  const [only] = meant;
  if (only && meant.length === 1) return only;
  const message = t('Several of your campaigns cost this amount. Please choose the one to pay for.');
  throw refuse('payment/amount-differs', only ? { message } : {});
}

function getFundingCost(deps: Deps, row: CampaignRow): Cost {
  const reason = checkFundable(row, deps.clock.now());
  if (reason) throw refuse(reason);
  const cost = computeCost(row, deps.config.feeBasisPoints);
  if (!cost) throw refuse('campaign/incomplete');
  return cost;
}

/** Idempotent. The campaign must still cost that amount. */
export async function capturePaymentOrder(
  deps: Deps,
  actor: Actor,
  orderId: string,
): Promise<{ id: string; orderId: string; status: string }> {
  const order = await payments.findOwnOrder(deps.db, orderId, actor.userId);
  if (order?.state === 'closed' && payments.isForCampaign(order)) {
    // Payments only knows that the order is closed. The campaign knows why: usually another order has paid
    // for it.
    const row = await findCampaign(deps.db, order.campaignId);
    const reason = row ? checkCapturable(deps, row, order.payCents) : null;
    if (reason) throw reason;
  }
  const captured = await payments.captureOrder(deps, { orderId, payerId: actor.userId });
  return { id: captured.captureId, orderId: captured.orderId, status: captured.status };
}

/**
 * Answers a port of payments, called before any money moves. The campaign may have changed since the order was opened,
 * or its start may have passed. It stays locked, so that it cannot change in between.
 */
export async function checkOrderDue(
  tx: Tx,
  deps: Deps,
  order: { campaignId: string; payCents: Cents },
): Promise<Refusal | null> {
  const row = await lockCampaign(tx, order.campaignId);
  if (await payments.owesAfterDispute(tx, row.advertiserId)) return refuse('payment/shortfall-owed');
  return checkCapturable(deps, row, order.payCents);
}

/** Compares the pay only: the fee was agreed when the order was opened, even if the setting has changed. */
function checkCapturable(deps: Deps, row: CampaignRow, payCents: Cents): Refusal | null {
  const reason = checkFundable(row, deps.clock.now());
  if (reason) return refuse(reason);
  if (computeCost(row, deps.config.feeBasisPoints)?.payCents === payCents) return null;
  return refuse('payment/amount-differs', {
    message: t('This campaign has changed since the payment was opened. Please start the payment again.'),
  });
}

/** Idempotent. The ids only identify a payment that the payments domain knows. */
export async function fundCampaign(
  deps: Deps,
  actor: Actor,
  id: string,
  body: { paypalOrderId: string; paypalCaptureId: string },
): Promise<Campaign> {
  await getCampaignFor(deps.db, actor, id, 'own');
  const payment = { orderId: body.paypalOrderId, captureId: body.paypalCaptureId, payerId: actor.userId };
  await payments.refreshOrder(deps, payment);
  const row = await transact(deps.db, (tx) => fund(tx, deps, id, payment, actor));
  return toCampaign(row, await loadStanding(deps.db, actor, row.advertiserId), deps.clock.now());
}

interface CapturedPayment {
  orderId: string;
  captureId: string;
  payerId: string;
}

/**
 * The payer's browser may never return after the capture. A payment that cannot fund stays in suspense, where admins
 * see it; a retry would not help.
 */
export async function fundFromCapture(
  tx: Tx,
  deps: Deps,
  captured: CapturedPayment & { campaignId: string },
): Promise<CampaignRow | undefined> {
  try {
    return await fund(tx, deps, captured.campaignId, captured, null);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    deps.log.error(
      { campaignId: captured.campaignId, code: error.code },
      'a captured payment funds no campaign',
    );
    return undefined;
  }
}

/** The draft must be locked. Returns undefined if there is no such payment, or if it cannot fund the campaign. */
export async function fundFromEarlierPayment(
  tx: Tx,
  deps: Deps,
  campaignId: string,
): Promise<CampaignRow | undefined> {
  const order = await payments.findPaymentInProgress(tx, campaignId);
  if (order?.state !== 'captured') return undefined;
  const { createdBy: payerId, providerOrderId, providerCaptureId } = order;
  if (providerOrderId === null || providerCaptureId === null) return undefined;
  return fundFromCapture(tx, deps, {
    campaignId,
    payerId,
    orderId: providerOrderId,
    captureId: providerCaptureId,
  });
}

/** `actor` is null if the platform recovers the payment. */
async function fund(
  tx: Tx,
  deps: Deps,
  id: string,
  payment: CapturedPayment,
  actor: Actor | null,
): Promise<CampaignRow> {
  const present = await lockCampaign(tx, id);
  if (present.advertiserId !== payment.payerId) throw refuse('campaign/not-found');
  const next = campaignProcess.next(present.status, 'fund', actor ? 'advertiser' : 'platform');
  if (next === null) {
    if (await isFundedBy(tx, id, payment)) return present;
    throw refuse('campaign/already-funded', { state: present.status });
  }
  const cost = computeCost(present, deps.config.feeBasisPoints);
  if (!cost || !present.isComplete) throw refuse('payment/amount-differs');
  const { payCents } = cost;
  const { feeCents } = await payments.bindCapture(tx, deps, { ...payment, campaignId: id, payCents });

  const now = deps.clock.now();
  const row = await store.updateCampaign(tx, id, {
    status: next,
    escrowCents: payCents,
    feeCents,
    fundedAt: now,
    updatedAt: now,
  });
  await audit(tx, deps, {
    actor,
    action: 'campaign.funded',
    object: { kind: 'campaign', id },
    details: { payCents, feeCents },
  });
  const payload = { campaignId: id, advertiserId: present.advertiserId };
  await announce(tx, campaignFunded, { ref: id, payload }, deps.clock);
  return row;
}

async function isFundedBy(
  reader: Reader,
  id: string,
  payment: { orderId: string; captureId: string; payerId: string },
): Promise<boolean> {
  const order = await payments.findOwnOrder(reader, payment.orderId, payment.payerId);
  return order?.state === 'bound' && order.campaignId === id && order.providerCaptureId === payment.captureId;
}
