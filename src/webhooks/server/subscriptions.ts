import {
  applicationApproved,
  applicationBenched,
  applicationExpired,
  applicationRejected,
  applicationSubmitted,
  applicationWithdrawn,
} from '#applications/server/events.ts';
import { findCampaign } from '#campaigns/server/service.ts';
import { disputeDecided, disputeOpened } from '#disputes/server/events.ts';
import { paymentCompleted, paymentFailed, refundCompleted } from '#payments/server/events.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { type EventContext, subscribe, type Subscription } from '#platform/server/outbox/announce.ts';
import {
  proofApproved,
  proofAskedAgain,
  proofRejected,
  proofSentAgain,
  proofSubmitted,
} from '#proofs/server/events.ts';
import { sessionBegun, sessionEnded, sessionStarted } from '#tracking/server/events.ts';
import type { WebhookEvent } from '../contract.ts';
import { addDelivery } from './delivery-service.ts';
import * as store from './store.ts';
import { turnedOffSubscription } from './turned-off-subscription.ts';

export function webhookSubscriptions(deps: Deps): Subscription[] {
  return [
    ...applicationSubscriptions(deps),
    ...sessionSubscriptions(deps),
    ...proofSubscriptions(deps),
    ...paymentSubscriptions(deps),
    turnedOffSubscription(deps),
    subscribe(disputeOpened, (tx, { disputeId, proofId, ...fact }, context) =>
      tellBoth(tx, deps, fact, {
        type: 'dispute.opened',
        data: { disputeId, proofId, status: 'open' },
        context,
      }),
    ),
    subscribe(disputeDecided, (tx, { disputeId, proofId, status, ...fact }, context) =>
      tellBoth(tx, deps, fact, { type: 'dispute.resolved', data: { disputeId, proofId, status }, context }),
    ),
  ];
}

interface Event {
  type: WebhookEvent;
  data: Readonly<Record<string, string>>;
  context: EventContext;
}

/** Runs once for each event, so a webhook never gets two deliveries of one. */
async function tell(
  tx: Tx,
  deps: Deps,
  to: readonly string[],
  { type, data, context }: Event,
): Promise<void> {
  for (const webhook of await store.lockListening(tx, to, type))
    await addDelivery(tx, deps, webhook, { type, data, at: context.announcedAt });
}

interface Sides {
  campaignId: string;
  advertiserId: string;
  marketerId: string;
}

/** The business and the marketer find the same ids in their lists. */
function tellBoth(
  tx: Tx,
  deps: Deps,
  { campaignId, advertiserId, marketerId }: Sides,
  { data, ...event }: Event,
): Promise<void> {
  return tell(tx, deps, [advertiserId, marketerId], { ...event, data: { campaignId, ...data } });
}

function applicationSubscriptions(deps: Deps): Subscription[] {
  const tellStatus =
    (type: WebhookEvent, status: string) =>
    (tx: Tx, { applicationId, ...fact }: Sides & { applicationId: string }, context: EventContext) =>
      tellBoth(tx, deps, fact, { type, data: { applicationId, status }, context });
  return [
    subscribe(applicationSubmitted, tellStatus('application.submitted', 'pending')),
    subscribe(applicationApproved, tellStatus('application.approved', 'approved')),
    subscribe(applicationRejected, tellStatus('application.rejected', 'rejected')),
    subscribe(applicationBenched, tellStatus('application.waitlisted', 'pending')),
    subscribe(applicationWithdrawn, tellStatus('application.withdrawn', 'withdrawn')),
    subscribe(applicationExpired, tellStatus('application.expired', 'withdrawn')),
  ];
}

/**
 * Businesses only learn that the work has begun, as in its conversation. The ids of sessions would connect a name with
 * the alias on live screens (decision 43.4).
 */
function sessionSubscriptions(deps: Deps): Subscription[] {
  return [
    subscribe(sessionStarted, async (tx, { campaignId }, context) => {
      const campaign = await findCampaign(tx, campaignId);
      const data = { campaignId, applicationId: context.ref, status: 'running' };
      if (campaign) await tell(tx, deps, [campaign.advertiserId], { type: 'session.started', data, context });
    }),
    subscribe(sessionBegun, (tx, { campaignId, sessionId, marketerId }, context) =>
      tell(tx, deps, [marketerId], {
        type: 'session.started',
        data: { campaignId, sessionId, status: 'running' },
        context,
      }),
    ),
    subscribe(sessionEnded, (tx, { campaignId, sessionId, marketerId }, context) =>
      tell(tx, deps, [marketerId], {
        type: 'session.ended',
        data: { campaignId, sessionId, status: 'ended' },
        context,
      }),
    ),
  ];
}

function proofSubscriptions(deps: Deps): Subscription[] {
  const tellStatus =
    (type: WebhookEvent, status: string) =>
    (tx: Tx, { proofId, ...fact }: Sides & { proofId: string }, context: EventContext) =>
      tellBoth(tx, deps, fact, { type, data: { proofId, status }, context });
  return [
    subscribe(proofSubmitted, tellStatus('proof.submitted', 'pending')),
    subscribe(proofAskedAgain, tellStatus('proof.asked_again', 'pending')),
    subscribe(proofSentAgain, tellStatus('proof.sent_again', 'pending')),
    subscribe(proofApproved, tellStatus('proof.approved', 'approved')),
    subscribe(proofRejected, tellStatus('proof.rejected', 'rejected')),
  ];
}

function paymentSubscriptions(deps: Deps): Subscription[] {
  return [
    subscribe(paymentCompleted, (tx, { paymentId, campaignId, marketerId }, context) =>
      tell(tx, deps, [marketerId], {
        type: 'payment.completed',
        data: { campaignId, paymentId, status: 'completed' },
        context,
      }),
    ),
    subscribe(paymentFailed, (tx, { paymentId, campaignId, marketerId }, context) =>
      tell(tx, deps, [marketerId], {
        type: 'payment.failed',
        data: { campaignId, paymentId, status: 'failed' },
        context,
      }),
    ),
    subscribe(refundCompleted, (tx, { refundId, campaignId, payerId }, context) =>
      tell(tx, deps, [payerId], {
        type: 'payment.refunded',
        data: { campaignId, refundId, status: 'completed' },
        context,
      }),
    ),
  ];
}
