import { removeFinalPeriod } from '#kernel/sentence.ts';
import {
  applicationApproved,
  applicationRejected,
  applicationSubmitted,
  applicationWithdrawn,
} from '#applications/server/events.ts';
import { campaignFunded } from '#campaigns/server/events.ts';
import { formatDollars } from '#kernel/money.ts';
import { kycDecided, kycSubmitted } from '#kyc/server/events.ts';
import { paymentCompleted, paymentFailed, PAYOUT_CANCELED, tipPaid } from '#payments/server/events.ts';
import type { Deps } from '#platform/server/deps.ts';
import { subscribe, type Subscription } from '#platform/server/outbox/announce.ts';
import { closingSubscriptions } from './closing-subscriptions.ts';
import { disputeSubscriptions } from './dispute-subscriptions.ts';
import { invitationSubscriptions } from './invitation-subscriptions.ts';
import { loadName, loadNextStep, loadCampaignTitle } from '../notification-text.ts';
import { messageSubscriptions } from './message-subscriptions.ts';
import { proofSubscriptions } from './proof-subscriptions.ts';
import { placeSubscriptions, markConfirmationRead } from './place-subscriptions.ts';
import { chargebackSubscriptions } from './chargeback-subscriptions.ts';
import { ratingSubscriptions } from './rating-subscriptions.ts';
import { refundSubscriptions } from './refund-subscriptions.ts';
import { notify, notifyAdmins, notifyDeciders } from '../service.ts';
import { shortfallSubscriptions } from './shortfall-subscriptions.ts';
import { socialSubscriptions } from './social-subscriptions.ts';
import { savedSearchSubscriptions } from './saved-search-subscriptions.ts';
import { spotCheckSubscriptions } from './spot-check-subscriptions.ts';
import { strikeSubscriptions } from './strike-subscriptions.ts';
import { teamSubscriptions } from './team-subscriptions.ts';

/** Maps domain events to notifications and emails. */
export function notificationSubscriptions(deps: Deps): Subscription[] {
  return [
    ...applicationSubscriptions(deps),
    ...invitationSubscriptions(deps),
    ...placeSubscriptions(deps),
    ...strikeSubscriptions(deps),
    ...spotCheckSubscriptions(deps),
    ...savedSearchSubscriptions(deps),
    ...proofSubscriptions(deps),
    ...moneySubscriptions(deps),
    ...refundSubscriptions(deps),
    ...chargebackSubscriptions(deps),
    ...shortfallSubscriptions(deps),
    ...disputeSubscriptions(deps),
    ...messageSubscriptions(deps),
    ...ratingSubscriptions(deps),
    ...closingSubscriptions(deps),
    ...identitySubscriptions(deps),
    ...teamSubscriptions(deps),
    ...socialSubscriptions(deps),
  ];
}

function applicationSubscriptions(deps: Deps): Subscription[] {
  return [
    subscribe(applicationSubmitted, async (tx, fact, { ref }) => {
      const kind = 'application.submitted';
      const [title, name] = [
        await loadCampaignTitle(tx, fact.campaignId),
        await loadName(tx, { userId: fact.marketerId, kind, isKnown: false }),
      ];
      await notifyDeciders(tx, deps, fact.advertiserId, {
        kind,
        ref,
        title: `New applicant for ${title}`,
        text: `${name} applied to ${title}. Approve or reject the application.`,
        href: `/campaigns/${fact.campaignId}?tab=applicants`,
        isMailed: true,
      });
    }),
    subscribe(applicationApproved, async (tx, fact, { ref }) => {
      const title = await loadCampaignTitle(tx, fact.campaignId);
      await notify(tx, deps, fact.marketerId, {
        kind: 'application.approved',
        ref,
        title: `You have a place: ${title}`,
        text: `${fact.hasMovedUp ? `A place in ${title} became free and you got it from the waitlist.` : `Your application to ${title} was approved.`} ${await loadNextStep(tx, fact.campaignId)}`,
        href: `/campaigns/${fact.campaignId}`,
        isMailed: true,
      });
    }),
    subscribe(applicationRejected, async (tx, fact, { ref }) => {
      const title = await loadCampaignTitle(tx, fact.campaignId);
      await notify(tx, deps, fact.marketerId, {
        kind: 'application.rejected',
        ref,
        title: `Application declined: ${title}`,
        text: `Your application to ${title} was declined${fact.reason ? `: ${removeFinalPeriod(fact.reason)}` : ''}. Find other campaigns in the marketplace.`,
        href: '/marketplace',
        isMailed: true,
      });
    }),
    subscribe(applicationWithdrawn, async (tx, fact, { ref }) => {
      const kind = 'application.withdrawn';
      await markConfirmationRead(tx, deps, fact);
      const [title, name] = [
        await loadCampaignTitle(tx, fact.campaignId),
        await loadName(tx, { userId: fact.marketerId, kind, isKnown: fact.heldPlace }),
      ];
      await notify(tx, deps, fact.advertiserId, {
        kind,
        ref,
        title: `${name} withdrew from ${title}`,
        text: `${name} no longer takes part in ${title}.${fact.heldPlace ? ' Their place goes to the first person on the waitlist, or opens up if the waitlist is empty.' : ''}`,
        href: `/campaigns/${fact.campaignId}?tab=applicants`,
        isMailed: false,
      });
    }),
  ];
}

function moneySubscriptions(deps: Deps): Subscription[] {
  return [
    subscribe(campaignFunded, async (tx, fact, { ref }) => {
      const title = await loadCampaignTitle(tx, fact.campaignId);
      await notify(tx, deps, fact.advertiserId, {
        kind: 'campaign.funded',
        ref,
        title: `${title} is active`,
        text: `${title} is funded and marketers can apply.`,
        href: `/campaigns/${fact.campaignId}`,
        isMailed: true,
      });
    }),
    subscribe(paymentCompleted, async (tx, fact, { ref }) => {
      await notify(tx, deps, fact.marketerId, {
        kind: 'payment.completed',
        ref,
        title: `${formatDollars(fact.amountCents)} is in your wallet`,
        text: `Your payment of ${formatDollars(fact.amountCents)} has arrived in your PayPal wallet.`,
        href: '/payments',
        isMailed: true,
      });
    }),
    subscribe(tipPaid, async (tx, fact, { ref }) => {
      const sum = formatDollars(fact.amountCents);
      await notify(tx, deps, fact.marketerId, {
        kind: 'tip.received',
        ref,
        title: `You got a tip of ${sum}`,
        text: `The advertiser of ${fact.campaignTitle} gave you a tip of ${sum}. We pay it to your wallet like your other pay.`,
        href: '/payments',
        isMailed: true,
      });
    }),
    subscribe(paymentFailed, async (tx, fact, { ref }) => {
      await notify(tx, deps, fact.marketerId, {
        kind: 'payment.failed',
        ref,
        ...formatReturnedPayment(fact),
        href: '/payments',
        isMailed: true,
      });
    }),
  ];
}

function formatReturnedPayment({ amountCents, issue }: { amountCents: number; issue: string | null }) {
  const sum = formatDollars(amountCents);
  return issue === PAYOUT_CANCELED
    ? {
        title: 'A payment was returned',
        text: `Your payment of ${sum} wasn’t claimed at PayPal, so it’s back in your balance. If you’ve changed your PayPal email, we’ll pay it again automatically. If not, check that the address is the one of your PayPal account.`,
      }
    : {
        title: 'A payment failed',
        text: `PayPal returned your payment of ${sum}. It’s back in your balance. Check your PayPal email. We’ll pay again when you change it.`,
      };
}

function identitySubscriptions(deps: Deps): Subscription[] {
  return [
    subscribe(kycSubmitted, async (tx, fact, { ref }) => {
      const kind = 'kyc.submitted';
      await notifyAdmins(tx, deps, {
        kind,
        ref,
        title: 'New identity check',
        text: `${await loadName(tx, { userId: fact.userId, kind })} submitted documents for an identity check.`,
        href: '/admin?tab=kyc',
        isMailed: false,
      });
    }),
    subscribe(kycDecided, async (tx, fact, { ref }) => {
      const isApproved = fact.status === 'approved';
      await notify(tx, deps, fact.userId, {
        kind: `kyc.${fact.status}`,
        ref,
        title: isApproved ? 'You’re verified' : 'Your identity check was not approved',
        text: isApproved
          ? 'Your identity check was approved. Payments that were waiting for it go out now.'
          : `Your identity check was not approved: ${removeFinalPeriod(fact.reason ?? '')}. You can submit it again.`,
        href: '/kyc',
        isMailed: true,
      });
    }),
  ];
}
