import { removeFinalPeriod } from '#kernel/sentence.ts';
import { msg, t } from '#kernel/text.ts';
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
        title: msg('Proof to review: {campaign}', { campaign: title }),
        text: msg(
          '{name} sent proof for {campaign}. The review page shows how long you have. Then it’s approved automatically, unless something looks unusual: then an administrator decides.',
          { name, campaign: title },
        ),
        href: '/proof-review',
        isMailed: true,
      });
    }),
    subscribe(proofAskedAgain, async (tx, fact, { ref }) => {
      await markWarningsRead(tx, deps, fact);
      const title = await loadCampaignTitle(tx, fact.campaignId);
      const of = { accountId: fact.marketerId, campaignId: fact.campaignId };
      const time = await formatTimeFor(tx, of, new Date(fact.dueAt));
      await notify(tx, deps, fact.marketerId, {
        kind: 'proof.asked-again',
        ref,
        title: msg('Please send again: {campaign}', { campaign: title }),
        text: () => {
          const reasons = formatReasons(fact.reasons);
          const values = { campaign: title, note: removeFinalPeriod(fact.note), time: time() };
          return reasons
            ? t(
                'The advertiser asks for better files for {campaign}. {reasons}. {note}. Send them by {time}. Your proof isn’t rejected.',
                { ...values, reasons },
              )
            : t(
                'The advertiser asks for better files for {campaign}. {note}. Send them by {time}. Your proof isn’t rejected.',
                values,
              );
        },
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
        title: msg('Sent again: {campaign}', { campaign: title }),
        text: msg('{name} sent what you asked for. Look at it and decide.', { name }),
        href: '/proof-review',
        isMailed: true,
      });
    }),
    subscribe(weakProofOverdue, async (tx, fact, { ref }) => {
      const title = await loadCampaignTitle(tx, fact.campaignId);
      await notifyAdmins(tx, deps, {
        kind: 'proof.overdue',
        ref,
        title: msg('Weak proof to decide: {campaign}', { campaign: title }),
        text: msg(
          'The advertiser didn’t decide a weak proof for {campaign} within 72 hours, so it’s up to you.',
          { campaign: title },
        ),
        href: '/admin?tab=proofs',
        isMailed: false,
      });
    }),
    subscribe(proofApproved, async (tx, fact, { ref }) => {
      const title = await loadCampaignTitle(tx, fact.campaignId);
      await notify(tx, deps, fact.marketerId, {
        kind: 'proof.approved',
        ref,
        title: msg('Proof approved: {campaign}', { campaign: title }),
        text: msg('Your proof for {campaign} was approved. See Payments for the status of your pay.', {
          campaign: title,
        }),
        href: '/payments',
        isMailed: true,
      });
    }),
    subscribe(proofRejected, async (tx, fact, { ref }) => {
      const title = await loadCampaignTitle(tx, fact.campaignId);
      await notify(tx, deps, fact.marketerId, {
        kind: 'proof.rejected',
        ref,
        title: msg('Proof rejected: {campaign}', { campaign: title }),
        text: () => {
          const reason = removeFinalPeriod(formatRejection({ reason: fact.reason, notes: fact.reviewNotes }));
          return fact.mayResend
            ? t(
                'The advertiser rejected your proof for {campaign}: {reason}. You can send one new proof before the deadline. If that’s wrong, dispute it within 7 days. The pay stays on hold until then.',
                { campaign: title, reason },
              )
            : t(
                'The advertiser rejected your proof for {campaign}: {reason}. If that’s wrong, dispute it within 7 days. The pay stays on hold until then.',
                { campaign: title, reason },
              );
        },
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
