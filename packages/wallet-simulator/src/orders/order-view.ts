import { toDecimal, type Cents } from '../money.ts';

import type { CaptureRecord, OrderRecord, RefundRecord } from '../books/records.ts';
import type { Simulator } from '../simulator.ts';

export function orderView(simulator: Simulator, order: OrderRecord, capture?: CaptureRecord): object {
  const { account } = simulator;
  const buyer = {
    email_address: account.buyerEmail,
    name: { given_name: 'Simulated', surname: 'Buyer' },
  };
  const isPastApproval = order.approvedAt !== undefined;
  return {
    id: order.id,
    intent: 'CAPTURE',
    status: order.status,
    ...(isPastApproval && {
      payment_source: { paypal: { ...buyer, account_id: account.buyerId, account_status: 'VERIFIED' } },
      payer: { ...buyer, payer_id: account.buyerId },
    }),
    purchase_units: [
      {
        reference_id: order.referenceId,
        amount: moneyV2(order.amountCents),
        payee: { email_address: account.merchantEmail, merchant_id: account.merchantId },
        description: order.description,
        custom_id: order.customId,
        invoice_id: order.invoiceId,
        payments: capture && paymentsView(simulator, capture),
      },
    ],
    create_time: order.createdAt,
    update_time: order.updatedAt,
    links: orderLinks(simulator, order),
  };
}

function paymentsView(simulator: Simulator, capture: CaptureRecord): object {
  const refunds = [...simulator.books.refunds.values()].filter(
    ({ captureId, disputeId }) => captureId === capture.id && disputeId === undefined,
  );
  return {
    captures: [captureView(simulator, capture)],
    ...(refunds.length > 0 && { refunds: refunds.map((refund) => refundView(simulator, refund)) }),
  };
}

/** For `Prefer: return=minimal`, the default when an order is created. */
export function minimalOrderView(simulator: Simulator, order: OrderRecord): object {
  return { id: order.id, status: order.status, links: orderLinks(simulator, order) };
}

export function captureView(simulator: Simulator, capture: CaptureRecord): object {
  const base = `${simulator.publicUrl()}/v2`;
  return {
    id: capture.id,
    status: capture.status,
    amount: moneyV2(capture.amountCents),
    custom_id: capture.customId,
    invoice_id: capture.invoiceId,
    final_capture: true,
    seller_protection: { status: 'NOT_ELIGIBLE' },
    ...(capture.status === 'PENDING' && { status_details: { reason: 'PENDING_REVIEW' } }),
    // The net amount is known only once the capture is complete.
    ...(capture.status !== 'PENDING' &&
      capture.status !== 'DECLINED' && {
        seller_receivable_breakdown: {
          gross_amount: moneyV2(capture.amountCents),
          paypal_fee: moneyV2(capture.feeCents),
          net_amount: moneyV2(capture.amountCents - capture.feeCents),
        },
      }),
    create_time: capture.createdAt,
    update_time: capture.updatedAt,
    links: [
      { href: `${base}/payments/captures/${capture.id}`, rel: 'self', method: 'GET' },
      { href: `${base}/payments/captures/${capture.id}/refund`, rel: 'refund', method: 'POST' },
      { href: `${base}/checkout/orders/${capture.orderId}`, rel: 'up', method: 'GET' },
    ],
  };
}

export function refundView(simulator: Simulator, refund: RefundRecord): object {
  return {
    ...minimalRefundView(simulator, refund),
    amount: moneyV2(refund.amountCents),
    custom_id: refund.customId,
    invoice_id: refund.invoiceId,
    note_to_payer: refund.note,
    seller_payable_breakdown: {
      gross_amount: moneyV2(refund.amountCents),
      // The wallet keeps the capture's fee.
      paypal_fee: moneyV2(0),
      net_amount: moneyV2(refund.amountCents),
      total_refunded_amount: moneyV2(refund.totalRefundedCents),
    },
    create_time: refund.createdAt,
    update_time: refund.updatedAt ?? refund.createdAt,
  };
}

export function minimalRefundView(simulator: Simulator, refund: RefundRecord): object {
  const base = `${simulator.publicUrl()}/v2/payments`;
  return {
    id: refund.id,
    status: refund.status,
    ...(refund.status === 'PENDING' && { status_details: { reason: 'ECHECK' } }),
    links: [
      { href: `${base}/refunds/${refund.id}`, rel: 'self', method: 'GET' },
      { href: `${base}/captures/${refund.captureId}`, rel: 'up', method: 'GET' },
    ],
  };
}

function orderLinks(simulator: Simulator, order: OrderRecord): object[] {
  const self = `${simulator.publicUrl()}/v2/checkout/orders/${order.id}`;
  const links = [{ href: self, rel: 'self', method: 'GET' }];
  if (awaitsBuyer(order)) {
    const rel = order.hasPaymentSource ? 'payer-action' : 'approve';
    links.push({ href: `${simulator.publicUrl()}/approve/${order.id}`, rel, method: 'GET' });
  }
  if (order.status !== 'COMPLETED' && order.status !== 'VOIDED') {
    links.push({ href: `${self}/capture`, rel: 'capture', method: 'POST' });
  }
  return links;
}

/** True if the buyer must decide, or choose another funding source. */
export function awaitsBuyer(order: OrderRecord): boolean {
  const isOpen = order.status === 'CREATED' || order.status === 'PAYER_ACTION_REQUIRED';
  return isOpen || (order.status === 'APPROVED' && order.isFundingDeclined);
}

export function moneyV2(cents: Cents): object {
  return { currency_code: 'USD', value: toDecimal(cents) };
}
