import { accountReactivated } from '#auth/server/events.ts';
import { kycDecided } from '#kyc/server/events.ts';
import { subscribe } from '#platform/server/outbox/announce.ts';
import type { ServerModule } from '#platform/server/server-module.ts';
import { walletEmailSet } from '#profiles/server/events.ts';
import { paymentsFigures } from './figures.ts';
import type { PaymentsPorts } from './ports.ts';
import { pollDisputesEffect } from './chargebacks/chargebacks.ts';
import {
  chargebackClosed,
  paymentBound,
  refundCompleted,
  repaymentCaptured,
  shortfallEnded,
  surplusFound,
} from './events.ts';
import { issueAutomatically, issueCreditNotes } from './invoices/invoice-service.ts';
import { cancelPayoutEffect, pollPayoutEffect } from './payouts/payout-outcome.ts';
import { payUnpaid, sendPayoutEffect } from './payouts/payouts.ts';
import { refundSurplus } from './refunds/refund-surplus.ts';
import { sendRefundEffect } from './refunds/refunds.ts';
import { paymentsRoutes } from './routes.ts';
import { bindRepayment } from './shortfalls/bind-repayment.ts';
import { payShortfalls } from './shortfalls/shortfalls.ts';
import { paymentsSweeps } from './sweeps.ts';
import { processWebhookEffect } from './webhooks/webhooks.ts';

/** Main also registers `walletWebhook(deps)` of webhooks.ts, because that route needs its body unparsed. */
export const paymentsModule: ServerModule<PaymentsPorts> = {
  name: 'payments',
  routes: paymentsRoutes,
  subscriptions: (deps) => [
    subscribe(surplusFound, (tx, { orderId }) => refundSurplus(tx, deps, orderId)),
    subscribe(paymentBound, (tx, { orderId }) => issueAutomatically(tx, deps, orderId)),
    subscribe(refundCompleted, (tx, { campaignId }) => issueCreditNotes(tx, deps, campaignId)),
    subscribe(chargebackClosed, async (tx, { campaignId, state }) => {
      if (state === 'lost') await issueCreditNotes(tx, deps, campaignId);
    }),
    subscribe(repaymentCaptured, (tx, { orderId }) => bindRepayment(tx, deps, orderId)),
    subscribe(shortfallEnded, async (tx, { campaignId, state }) => {
      if (state !== 'renounced') return;
      // Its part of the escrow goes to the next shortfall.
      await deps.ports.lockPaidCampaign(tx, campaignId);
      await payShortfalls(tx, deps, campaignId);
    }),
    subscribe(walletEmailSet, (tx, { userId }) => payUnpaid(tx, deps, userId)),
    subscribe(accountReactivated, (tx, { userId }) => payUnpaid(tx, deps, userId)),
    subscribe(kycDecided, async (tx, { userId, status }) => {
      if (status === 'approved') await payUnpaid(tx, deps, userId);
    }),
  ],
  effects: (deps) => [
    sendPayoutEffect(deps),
    pollPayoutEffect(deps),
    cancelPayoutEffect(deps),
    sendRefundEffect(deps),
    processWebhookEffect(deps),
    pollDisputesEffect(deps),
  ],
  sweeps: paymentsSweeps,
  figures: paymentsFigures,
};
