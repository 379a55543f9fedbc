import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import type { Task } from '#notifications/tasks-contract.ts';
import { formatMoney } from '#platform/web/ui/money.tsx';

interface TaskLabel {
  /** What the user does. */
  title: string;
  /** The page where they do it. */
  href: string;
  /** What happens at the deadline. */
  event: 'Due' | 'Starts';
}

export function getTaskLabel({ kind, campaignId, count, ref, amount }: Task): TaskLabel {
  const campaign = `/campaigns/${campaignId}`;
  switch (kind) {
    case 'review-proofs':
      return {
        title: count === 1 ? 'Review a proof' : `Review ${count} proofs`,
        href: `/proof-review?show=open&of=${campaignId}`,
        event: 'Due',
      };
    case 'decide-applicants':
      return {
        title: count === 1 ? 'Review an applicant' : `Review ${count} applicants`,
        href: `${campaign}?tab=applicants`,
        event: 'Starts',
      };
    case 'fund-draft':
      return { title: 'Fund your campaign', href: `/campaign/${campaignId}/payment`, event: 'Starts' };
    case 'pay-shortfall':
      return { title: `Pay ${formatMoney(amount ?? '0')} for approved work`, href: campaign, event: 'Due' };
    case 'answer-invitation':
      return { title: 'Answer an invitation', href: campaign, event: 'Due' };
    case 'send-proof':
      return { title: 'Send your proof', href: campaign, event: 'Due' };
    case 'send-again':
      return { title: 'Send better files for your proof', href: campaign, event: 'Due' };
    case 'dispute-rejection':
      return { title: 'Dispute a rejected proof, if it’s wrong', href: campaign, event: 'Due' };
    case 'answer-dispute':
      return { title: 'Respond to a dispute', href: `/disputes/${ref}`, event: 'Due' };
    case 'confirm-followers':
      return { title: 'Confirm your followers again', href: '/marketer#social', event: 'Due' };
  }
}

/** Returns 'in 3 days', 'in 5 hours' or 'in 12 minutes', rounded down but at least a minute. */
export function formatTimeUntil(dueAt: string, now: Date): string {
  const leftMs = new Date(dueAt).getTime() - now.getTime();
  const [unit, unitMs] =
    leftMs >= 2 * DAY
      ? (['day', DAY] as const)
      : leftMs >= HOUR
        ? (['hour', HOUR] as const)
        : (['minute', MINUTE] as const);
  const count = Math.max(1, Math.floor(leftMs / unitMs));
  return `in ${count} ${count === 1 ? unit : `${unit}s`}`;
}
