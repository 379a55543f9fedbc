import { addMilliseconds, DAY } from '../time.ts';

import { moneyV2 } from './order-view.ts';
import type { CaptureRecord, DisputeRecord, DisputeStatus } from '../books/records.ts';
import type { Simulator } from '../simulator.ts';

/** How long the merchant has to respond before the wallet decides. */
const sellerWindowMs = 10 * DAY;

export function disputeSummary(simulator: Simulator, dispute: DisputeRecord): object {
  return {
    dispute_id: dispute.id,
    create_time: dispute.createdAt,
    update_time: dispute.updatedAt,
    reason: dispute.reason,
    status: dispute.status,
    dispute_state: disputeStates[dispute.status],
    dispute_amount: moneyV2(dispute.amountCents),
    dispute_life_cycle_stage: 'CHARGEBACK',
    dispute_channel: 'INTERNAL',
    seller_response_due_date: sellerDueAt(dispute),
    links: [
      { href: `${simulator.publicUrl()}/v1/customer/disputes/${dispute.id}`, rel: 'self', method: 'GET' },
    ],
  };
}

export function disputeView(
  simulator: Simulator,
  dispute: DisputeRecord,
  capture: CaptureRecord | undefined,
): object {
  return {
    ...disputeSummary(simulator, dispute),
    disputed_transactions: capture && [transactionView(simulator, dispute, capture)],
    dispute_outcome: dispute.outcome && {
      outcome_code: dispute.outcome,
      amount_refunded: dispute.reversalId === undefined ? undefined : moneyV2(dispute.amountCents),
    },
    money_movements: dispute.reversalId === undefined ? undefined : moneyMovements(dispute),
  };
}

export const disputeStates: Record<DisputeStatus, string> = {
  OPEN: 'OPEN_INQUIRIES',
  WAITING_FOR_SELLER_RESPONSE: 'REQUIRED_ACTION',
  UNDER_REVIEW: 'UNDER_PAYPAL_REVIEW',
  RESOLVED: 'RESOLVED',
};

function transactionView(simulator: Simulator, dispute: DisputeRecord, capture: CaptureRecord): object {
  const { account } = simulator;
  return {
    buyer_transaction_id: dispute.buyerTransactionId,
    seller_transaction_id: capture.id,
    create_time: capture.createdAt,
    transaction_status: capture.status,
    gross_amount: moneyV2(capture.amountCents),
    invoice_number: capture.invoiceId,
    custom: capture.customId,
    buyer: { name: 'Simulated Buyer' },
    seller: { email: account.merchantEmail, merchant_id: account.merchantId },
  };
}

function moneyMovements(dispute: DisputeRecord): object[] {
  const common = {
    amount: moneyV2(dispute.amountCents),
    initiated_time: dispute.updatedAt,
    reason: 'DISPUTE_SETTLEMENT',
  };
  return [
    { affected_party: 'BUYER', type: 'CREDIT', ...common },
    { affected_party: 'SELLER', type: 'DEBIT', ...common },
  ];
}

function sellerDueAt(dispute: DisputeRecord): string | undefined {
  if (dispute.status !== 'WAITING_FOR_SELLER_RESPONSE') return undefined;
  return addMilliseconds(new Date(dispute.createdAt), sellerWindowMs).toISOString();
}
