import { removeFinalPeriod } from '#kernel/sentence.ts';
import type { Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { subscribe, type Subscription } from '#platform/server/outbox/announce.ts';
import { formatReasons, formatRejection } from '#proofs/decision-contract.ts';
import {
  proofApproved,
  proofAskedAgain,
  proofRejected,
  proofSentAgain,
  proofSubmitted,
  weakProofOverdue,
} from '#proofs/server/events.ts';
import { listDeciders } from '#teams/server/service.ts';
import { formatTimeFor } from '../format-time-for.ts';
import { loadCampaignTitle, loadName } from '../notification-text.ts';
import { markNotificationRead, notify, notifyAdmins, notifyDeciders } from '../service.ts';

export function proofSubscriptions(deps: Deps): Subscription[] {
  return [
    subscribe(proofSubmitted, async (tx, fact, { ref }) => {
      const kind = 'proof.submitted';
      const [title, name] = [
        await loadCampaignTitle(tx, fact.campaignId),
        await loadName(tx, { userId: fact.marketerId, kind }),
      ];
      await notifyDeciders(tx, deps, fact.advertiserId, {
        kind,
        ref,
        title: `Proof to review: ${title}`,
        text: `${name} sent proof for ${title}. The review page shows how long you have. Then it’s approved automatically, unless something looks unusual: then an administrator decides.`,
        href: '/proof-review',
        isMailed: true,
      });
    }),
    subscribe(proofAskedAgain, async (tx, fact, { ref }) => {
      await markWarningsRead(tx, deps, fact);
      const title = await loadCampaignTitle(tx, fact.campaignId);
      const reasons = formatReasons(fact.reasons);
      const of = { accountId: fact.marketerId, campaignId: fact.campaignId };
      const time = await formatTimeFor(tx, of, new Date(fact.dueAt));
      await notify(tx, deps, fact.marketerId, {
        kind: 'proof.asked-again',
        ref,
        title: `Please send again: ${title}`,
        text: `The advertiser asks for better files for ${title}. ${reasons ? `${reasons}. ` : ''}${removeFinalPeriod(fact.note)}. Send them by ${time}. Your proof isn’t rejected.`,
        href: `/campaigns/${fact.campaignId}`,
        isMailed: true,
      });
    }),
    subscribe(proofSentAgain, async (tx, fact, { ref }) => {
      const kind = 'proof.sent-again';
      const [title, name] = [
        await loadCampaignTitle(tx, fact.campaignId),
        await loadName(tx, { userId: fact.marketerId, kind }),
      ];
      await notifyDeciders(tx, deps, fact.advertiserId, {
        kind,
        ref,
        title: `Sent again: ${title}`,
        text: `${name} sent what you asked for. Look at it and decide.`,
        href: '/proof-review',
        isMailed: true,
      });
    }),
    subscribe(weakProofOverdue, async (tx, fact, { ref }) => {
      const title = await loadCampaignTitle(tx, fact.campaignId);
      await notifyAdmins(tx, deps, {
        kind: 'proof.overdue',
        ref,
        title: `Weak proof to decide: ${title}`,
        text: `The advertiser didn’t decide a weak proof for ${title} within 72 hours, so it’s up to you.`,
        href: '/admin?tab=proofs',
        isMailed: false,
      });
    }),
    subscribe(proofApproved, async (tx, fact, { ref }) => {
      const title = await loadCampaignTitle(tx, fact.campaignId);
      await notify(tx, deps, fact.marketerId, {
        kind: 'proof.approved',
        ref,
        title: `Proof approved: ${title}`,
        text: `Your proof for ${title} was approved. See Payments for the status of your pay.`,
        href: '/payments',
        isMailed: true,
      });
    }),
    subscribe(proofRejected, async (tx, fact, { ref }) => {
      const title = await loadCampaignTitle(tx, fact.campaignId);
      await notify(tx, deps, fact.marketerId, {
        kind: 'proof.rejected',
        ref,
        title: `Proof rejected: ${title}`,
        text: `The advertiser rejected your proof for ${title}: ${removeFinalPeriod(formatRejection({ reason: fact.reason, notes: fact.reviewNotes }))}.${fact.mayResend ? ' You can send one new proof before the deadline.' : ''} If that’s wrong, dispute it within 7 days. The pay stays on hold until then.`,
        href: `/campaigns/${fact.campaignId}`,
        isMailed: true,
      });
    }),
  ];
}

/** The warnings name the end of a review that now begins again. Those of the next review have another ref. */
async function markWarningsRead(
  tx: Tx,
  deps: Deps,
  { proofId, advertiserId, marketerId }: { proofId: string; advertiserId: string; marketerId: string },
): Promise<void> {
  for (const userId of await listDeciders(tx, advertiserId))
    await markNotificationRead(tx, deps, userId, { kind: 'proof.review-due', ref: proofId });
  await markNotificationRead(tx, deps, marketerId, { kind: 'proof.approval-near', ref: proofId });
}
