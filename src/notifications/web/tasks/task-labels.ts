import { t } from '#kernel/text.ts';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import type { Task } from '#notifications/tasks-contract.ts';
import { formatMoney } from '#platform/web/ui/money.tsx';

interface TaskLabel {
  title: string;
  href: string;
  event: 'due' | 'starts';
}

export function getTaskLabel({ kind, campaignId, count, ref, amount }: Task): TaskLabel {
  const campaign = `/campaigns/${campaignId}`;
  switch (kind) {
    case 'review-proofs':
      return {
        title: t('{count, plural, one {Review a proof} other {Review # proofs}}', { count }),
        href: `/proof-review?show=open&of=${campaignId}`,
        event: 'due',
      };
    case 'decide-applicants':
      return {
        title: t('{count, plural, one {Review an applicant} other {Review # applicants}}', { count }),
        href: `${campaign}?tab=applicants`,
        event: 'starts',
      };
    case 'fund-draft':
      return { title: t('Fund your campaign'), href: `/campaign/${campaignId}/payment`, event: 'starts' };
    case 'pay-shortfall':
      return {
        title: t('Pay {amount} for approved work', { amount: formatMoney(amount ?? '0') }),
        href: campaign,
        event: 'due',
      };
    case 'answer-invitation':
      return { title: t('Answer an invitation'), href: campaign, event: 'due' };
    case 'send-proof':
      return { title: t('Send your proof'), href: campaign, event: 'due' };
    case 'send-again':
      return { title: t('Send better files for your proof'), href: campaign, event: 'due' };
    case 'dispute-rejection':
      return { title: t('Dispute a rejected proof, if it’s wrong'), href: campaign, event: 'due' };
    case 'answer-dispute':
      return { title: t('Respond to a dispute'), href: `/disputes/${ref}`, event: 'due' };
    case 'confirm-followers':
      return {
        title: t('Confirm your followers again', { context: 'a task' }),
        href: '/marketer#social',
        event: 'due',
      };
  }
}

/** Returns 'in 3 days', 'in 5 hours' or 'in 12 minutes', rounded down but at least a minute. */
export function formatTimeUntil(dueAt: string, now: Date): string {
  const leftMs = new Date(dueAt).getTime() - now.getTime();
  const count = (unitMs: number) => Math.max(1, Math.floor(leftMs / unitMs));
  if (leftMs >= 2 * DAY) return t('in {count, plural, one {# day} other {# days}}', { count: count(DAY) });
  if (leftMs >= HOUR) return t('in {count, plural, one {# hour} other {# hours}}', { count: count(HOUR) });
  return t('in {count, plural, one {# minute} other {# minutes}}', { count: count(MINUTE) });
}
