import type { Id } from '#kernel/id.ts';
import type { Cents } from '#kernel/money.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import type { ChargebackRow, OrderRow } from '../tables.ts';
import { post, type PostingContext } from './ledger.ts';

type ChargebackFact = Pick<
  ChargebackRow,
  | 'id'
  | 'orderId'
  | 'campaignId'
  | 'payerId'
  | 'amountCents'
  | 'heldPayCents'
  | 'heldFeeCents'
  | 'heldSuspenseCents'
  | 'lostPayCents'
  | 'lostFeeCents'
  | 'lostSuspenseCents'
  | 'owedCents'
>;

/**
 * D is the disputed sum, H what is left of the payment: psp_held + D, psp - D; escrow, fee_unearned, suspense
 * + H, dispute_hold - H.
 */
export function postDisputeHold(tx: Tx, fact: ChargebackFact, occasion: PostingContext): Promise<boolean> {
  return post(tx, 'dispute_hold', fact.id, occasion, [
    [`escrow:${fact.campaignId}`, fact.heldPayCents],
    [`fee_unearned:${fact.campaignId}`, fact.heldFeeCents],
    [`suspense:${fact.orderId}`, fact.heldSuspenseCents],
    [`dispute_hold:${fact.campaignId}`, -heldCents(fact)],
    [`psp_held:${fact.id}`, fact.amountCents],
    ['psp', -fact.amountCents],
  ]);
}

/**
 * More of the disputed sum has returned to the campaign: escrow, fee_unearned, suspense + h, dispute_hold - h.
 */
export function postDisputeHoldExtension(
  tx: Tx,
  fact: ChargebackFact,
  occasion: PostingContext,
): Promise<boolean> {
  return post(tx, 'dispute_hold', `${fact.id}:more`, occasion, [
    [`escrow:${fact.campaignId}`, fact.heldPayCents],
    [`fee_unearned:${fact.campaignId}`, fact.heldFeeCents],
    [`suspense:${fact.orderId}`, fact.heldSuspenseCents],
    [`dispute_hold:${fact.campaignId}`, -heldCents(fact)],
  ]);
}

/**
 * Money the wallet returns goes to psp, and held money that was not lost returns to its accounts. The payer
 * owes any further loss. The kind is dispute_release if nothing was lost, otherwise dispute_lost.
 */
export function postDisputeEnd(tx: Tx, fact: ChargebackFact, occasion: PostingContext): Promise<boolean> {
  const lostCents = fact.lostPayCents + fact.lostFeeCents + fact.lostSuspenseCents + fact.owedCents;
  return post(tx, lostCents === 0 ? 'dispute_release' : 'dispute_lost', fact.id, occasion, [
    [`escrow:${fact.campaignId}`, fact.lostPayCents - fact.heldPayCents],
    [`fee_unearned:${fact.campaignId}`, fact.lostFeeCents - fact.heldFeeCents],
    [`suspense:${fact.orderId}`, fact.lostSuspenseCents - fact.heldSuspenseCents],
    [`dispute_hold:${fact.campaignId}`, heldCents(fact)],
    [`receivable:${fact.payerId}`, fact.owedCents],
    [`psp_held:${fact.id}`, -fact.amountCents],
    ['psp', fact.amountCents - lostCents],
  ]);
}

/** suspense + x, receivable - x. */
export function postDebtPaid(
  tx: Tx,
  { id, createdBy, amountCents }: Pick<OrderRow, 'id' | 'createdBy' | 'amountCents'>,
  occasion: PostingContext,
): Promise<boolean> {
  return post(tx, 'debt_paid', id, occasion, [
    [`suspense:${id}`, amountCents],
    [`receivable:${createdBy}`, -amountCents],
  ]);
}

/** chargeback_loss + x, receivable - x. `id` is the chargeback's. */
export function postDebtWriteOff(
  tx: Tx,
  { id, payerId, amountCents }: { id: Id; payerId: Id; amountCents: Cents },
  occasion: PostingContext,
): Promise<boolean> {
  return post(tx, 'write_off', id, occasion, [
    ['chargeback_loss', amountCents],
    [`receivable:${payerId}`, -amountCents],
  ]);
}

/** suspense + (s + f), escrow - s, fee_unearned - f. */
export function postShortfallPaid(
  tx: Tx,
  { id, campaignId, payCents, feeCents }: Pick<OrderRow, 'id' | 'campaignId' | 'payCents' | 'feeCents'>,
  occasion: PostingContext,
): Promise<boolean> {
  return post(tx, 'shortfall_paid', id, occasion, [
    [`suspense:${id}`, payCents + feeCents],
    [`escrow:${campaignId}`, -payCents],
    [`fee_unearned:${campaignId}`, -feeCents],
  ]);
}

/**
 * payable (or tax_hold) of the marketer + x, escrow - x; fee_revenue + f, fee_unearned - f. The fact is the
 * dispute.
 */
export function postTakeBack(
  tx: Tx,
  fact: CampaignPart & { disputeId: Id; marketerId: Id; isTaxHeld: boolean },
  occasion: PostingContext,
): Promise<boolean> {
  const { disputeId, campaignId, marketerId, payCents, feeCents, isTaxHeld } = fact;
  return post(tx, 'take_back', disputeId, occasion, [
    [`${isTaxHeld ? 'tax_hold' : 'payable'}:${marketerId}`, payCents],
    [`escrow:${campaignId}`, -payCents],
    ['fee_revenue', feeCents],
    [`fee_unearned:${campaignId}`, -feeCents],
  ]);
}

interface CampaignPart {
  campaignId: Id;
  payCents: Cents;
  feeCents: Cents;
}

/** platform_loss + (s + f), escrow - s, fee_unearned - f. */
export function postCover(
  tx: Tx,
  { paymentId, campaignId, payCents, feeCents }: CampaignPart & { paymentId: Id },
  occasion: PostingContext,
): Promise<boolean> {
  return post(tx, 'cover', paymentId, occasion, [
    ['platform_loss', payCents + feeCents],
    [`escrow:${campaignId}`, -payCents],
    [`fee_unearned:${campaignId}`, -feeCents],
  ]);
}

/**
 * The platform takes from a campaign what its payer owes or what was written off: escrow + a, fee_unearned + b,
 * and - (a + b) on the account that has it. In parts, each with a key of its own.
 */
export function postRecover(
  tx: Tx,
  fact: CampaignPart & { key: string; account: string },
  occasion: PostingContext,
): Promise<boolean> {
  const { key, campaignId, payCents, feeCents, account } = fact;
  return post(tx, 'recover', key, occasion, [
    [`escrow:${campaignId}`, payCents],
    [`fee_unearned:${campaignId}`, feeCents],
    [account, -(payCents + feeCents)],
  ]);
}

/**
 * The platform takes from money that funds nothing what its payer owes or what was written off: suspense + x, and - x
 * on the account that has it.
 */
export function postRecoverFromSuspense(
  tx: Tx,
  { key, orderId, cents, account }: { key: string; orderId: Id; cents: Cents; account: string },
  occasion: PostingContext,
): Promise<boolean> {
  return post(tx, 'recover', key, occasion, [
    [`suspense:${orderId}`, cents],
    [account, -cents],
  ]);
}

function heldCents({ heldPayCents, heldFeeCents, heldSuspenseCents }: ChargebackFact): Cents {
  return heldPayCents + heldFeeCents + heldSuspenseCents;
}
