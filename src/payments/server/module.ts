import { accountReactivated } from '#auth/server/events.ts';
import { kycDecided } from '#kyc/server/events.ts';
import { on } from '#platform/server/outbox/announce.ts';
import type { ServerModule } from '#platform/server/server-module.ts';
import { walletEmailSet } from '#profiles/server/events.ts';
import { lookForDisputesEffect } from './chargebacks.ts';
import { payoutQueued, surplusFound } from './events.ts';
import { cancelPayoutEffect, lookAtPayoutEffect } from './payout-outcome.ts';
import { payWaiting, sendPayoutEffect, submitPayout } from './payouts.ts';
import { giveBackSurplus } from './refund-surplus.ts';
import { sendRefundEffect } from './refunds.ts';
import { paymentsRoutes } from './routes.ts';
import { paymentsSweeps } from './sweeps.ts';
import { lookIntoWebhookEffect } from './webhooks.ts';

/** Main also registers `walletWebhook(deps)` of webhooks.ts, because that route needs its body unparsed. */
export const paymentsModule: ServerModule = {
  name: 'payments',
  routes: paymentsRoutes,
  subscriptions: (deps) => [
    on(payoutQueued, (tx, queued) => submitPayout(tx, deps, queued)),
    on(surplusFound, (tx, { orderId }) => giveBackSurplus(tx, deps, orderId)),
    on(walletEmailSet, (tx, { userId }) => payWaiting(tx, deps, userId)),
    on(accountReactivated, (tx, { userId }) => payWaiting(tx, deps, userId)),
    on(kycDecided, async (tx, { userId, status }) => {
      if (status === 'approved') await payWaiting(tx, deps, userId);
    }),
  ],
  effects: (deps) => [
    sendPayoutEffect(deps),
    lookAtPayoutEffect(deps),
    cancelPayoutEffect(deps),
    sendRefundEffect(deps),
    lookIntoWebhookEffect(deps),
    lookForDisputesEffect(deps),
  ],
  sweeps: paymentsSweeps,
};
