import { removeFinalPeriod } from '#kernel/sentence.ts';
import {
  applicationApproved,
  applicationRejected,
  applicationSubmitted,
  applicationWithdrawn,
} from '#applications/server/events.ts';
import { formatReason } from '#applications/server/service.ts';
import { campaignFunded } from '#campaigns/server/events.ts';
import { formatDollars } from '#kernel/money.ts';
import { msg, t } from '#kernel/text.ts';
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
import { joinTexts } from '../recipient-text.ts';

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
        title: msg('New applicant for {campaign}', { campaign: title }),
        text: msg('{name} applied to {campaign}. Approve or reject the application.', {
          name,
          campaign: title,
        }),
        href: `/campaigns/${fact.campaignId}?tab=applicants`,
        isMailed: true,
      });
    }),
    subscribe(applicationApproved, async (tx, fact, { ref }) => {
      const title = await loadCampaignTitle(tx, fact.campaignId);
      await notify(tx, deps, fact.marketerId, {
        kind: 'application.approved',
        ref,
        title: msg('You have a place: {campaign}', { campaign: title }),
        text: joinTexts(
          fact.hasMovedUp
            ? msg('A place in {campaign} became free and you got it from the waitlist.', { campaign: title })
            : msg('Your application to {campaign} was approved.', { campaign: title }),
          await loadNextStep(tx, fact.campaignId),
        ),
        href: `/campaigns/${fact.campaignId}`,
        isMailed: true,
      });
    }),
    subscribe(applicationRejected, async (tx, fact, { ref }) => {
      const title = await loadCampaignTitle(tx, fact.campaignId);
      await notify(tx, deps, fact.marketerId, {
        kind: 'application.rejected',
        ref,
        title: msg('Application declined: {campaign}', { campaign: title }),
        text: () => {
          const reason = formatReason(fact.reason);
          return reason
            ? t(
                'Your application to {campaign} was declined: {reason}. Find other campaigns in the marketplace.',
                { campaign: title, reason: removeFinalPeriod(reason) },
              )
            : t('Your application to {campaign} was declined. Find other campaigns in the marketplace.', {
                campaign: title,
              });
        },
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
        title: msg('{name} withdrew from {campaign}', { name, campaign: title }),
        text: fact.heldPlace
          ? msg(
              '{name} no longer takes part in {campaign}. Their place goes to the first person on the waitlist, or opens up if the waitlist is empty.',
              { name, campaign: title },
            )
          : msg('{name} no longer takes part in {campaign}.', { name, campaign: title }),
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
        title: msg('{campaign} is active', { campaign: title }),
        text: msg('{campaign} is funded and marketers can apply.', { campaign: title }),
        href: `/campaigns/${fact.campaignId}`,
        isMailed: true,
      });
    }),
    subscribe(paymentCompleted, async (tx, fact, { ref }) => {
      await notify(tx, deps, fact.marketerId, {
        kind: 'payment.completed',
        ref,
        title: msg('{amount} is in your wallet', { amount: formatDollars(fact.amountCents) }),
        text: msg('Your payment of {amount} has arrived in your PayPal wallet.', {
          amount: formatDollars(fact.amountCents),
        }),
        href: '/payments',
        isMailed: true,
      });
    }),
    subscribe(tipPaid, async (tx, fact, { ref }) => {
      const sum = formatDollars(fact.amountCents);
      await notify(tx, deps, fact.marketerId, {
        kind: 'tip.received',
        ref,
        title: msg('You got a tip of {amount}', { amount: sum }),
        text: msg(
          'The advertiser of {campaign} gave you a tip of {amount}. We pay it to your wallet like your other pay.',
          { campaign: fact.campaignTitle, amount: sum },
        ),
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
        title: msg('A payment was returned'),
        text: msg(
          'Your payment of {amount} wasn’t claimed at PayPal, so it’s back in your balance. If you’ve changed your PayPal email, we’ll pay it again automatically. If not, check that the address is the one of your PayPal account.',
          { amount: sum },
        ),
      }
    : {
        title: msg('A payment failed'),
        text: msg(
          'PayPal returned your payment of {amount}. It’s back in your balance. Check your PayPal email. We’ll pay again when you change it.',
          { amount: sum },
        ),
      };
}

function identitySubscriptions(deps: Deps): Subscription[] {
  return [
    subscribe(kycSubmitted, async (tx, fact, { ref }) => {
      const kind = 'kyc.submitted';
      await notifyAdmins(tx, deps, {
        kind,
        ref,
        title: msg('New identity check'),
        text: msg('{name} submitted documents for an identity check.', {
          name: await loadName(tx, { userId: fact.userId, kind }),
        }),
        href: '/admin?tab=kyc',
        isMailed: false,
      });
    }),
    subscribe(kycDecided, async (tx, fact, { ref }) => {
      const isApproved = fact.status === 'approved';
      await notify(tx, deps, fact.userId, {
        kind: `kyc.${fact.status}`,
        ref,
        title: isApproved ? msg('You’re verified') : msg('Your identity check was not approved'),
        text: isApproved
          ? msg('Your identity check was approved. Payments that were waiting for it go out now.')
          : msg('Your identity check was not approved: {reason}. You can submit it again.', {
              reason: removeFinalPeriod(fact.reason ?? ''),
            }),
        href: '/kyc',
        isMailed: true,
      });
    }),
  ];
}
