import { toDecimal } from '../money.ts';

import type { Books } from './books.ts';
import { availableBalance } from '../payouts/payouts.ts';
import type { RefundRecord } from './records.ts';
import type { Simulator } from '../simulator.ts';

/** Amounts are decimal strings. The books record the same money as our ledger, through independent code. */
export function booksReport(simulator: Simulator): object {
  const { books } = simulator;
  return {
    currency: 'USD',
    balance: toDecimal(books.balance()),
    available: toDecimal(availableBalance(simulator)),
    orders: [...books.orders.values()].map((order) => ({
      id: order.id,
      status: order.status,
      amount: toDecimal(order.amountCents),
      customId: order.customId,
      invoiceId: order.invoiceId,
      description: order.description,
      captureId: order.captureId,
      createdAt: order.createdAt,
    })),
    captures: [...books.captures.values()].map((capture) => ({
      id: capture.id,
      orderId: capture.orderId,
      status: capture.status,
      amount: toDecimal(capture.amountCents),
      fee: toDecimal(capture.feeCents),
      net: toDecimal(capture.amountCents - capture.feeCents),
      refunded: toDecimal(capture.refundedCents),
      reversed: toDecimal(capture.reversedCents ?? 0),
      customId: capture.customId,
      invoiceId: capture.invoiceId,
      createdAt: capture.createdAt,
    })),
    refunds: ownRefunds(books).map((refund) => ({
      id: refund.id,
      captureId: refund.captureId,
      status: refund.status,
      amount: toDecimal(refund.amountCents),
      customId: refund.customId,
      invoiceId: refund.invoiceId,
      createdAt: refund.createdAt,
    })),
    payouts: [...books.items.values()].map((item) => {
      const batch = books.batches.get(item.batchId);
      return {
        id: item.id,
        batchId: item.batchId,
        batchStatus: batch?.status,
        senderBatchId: batch?.senderBatchId,
        senderItemId: item.senderItemId,
        status: item.status,
        amount: toDecimal(item.amountCents),
        receiver: item.receiver,
        issue: item.issue,
        createdAt: item.createdAt,
        processedAt: item.processedAt,
      };
    }),
    disputes: [...books.disputes.values()].map((dispute) => ({
      id: dispute.id,
      captureId: dispute.captureId,
      status: dispute.status,
      reason: dispute.reason,
      amount: toDecimal(dispute.amountCents),
      outcome: dispute.outcome,
      reversalId: dispute.reversalId,
      createdAt: dispute.createdAt,
      updatedAt: dispute.updatedAt,
    })),
    moves: [...books.moves.values()].map(({ amountCents, ...move }) => ({
      ...move,
      amount: toDecimal(amountCents),
    })),
  };
}

function ownRefunds(books: Books): RefundRecord[] {
  return [...books.refunds.values()].filter((refund) => refund.disputeId === undefined);
}
