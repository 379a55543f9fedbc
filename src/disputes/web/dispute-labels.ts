import { formatMoney } from '#platform/web/ui/money.tsx';
import type { StatusTone } from '#platform/web/ui/states/status-badge.tsx';
import type { Dispute, DisputeStep } from '../contract.ts';
import type { DisputeState } from '../process-contract.ts';

export const disputeStateLabels: Readonly<Record<DisputeState, { label: string; tone: StatusTone }>> = {
  open: { label: 'Waiting for an answer', tone: 'waiting' },
  answered: { label: 'Answered', tone: 'waiting' },
  proposed: { label: 'Proposal open', tone: 'accent' },
  escalated: { label: 'With administrators', tone: 'waiting' },
  agreed: { label: 'Settled', tone: 'positive' },
  upheld: { label: 'Upheld', tone: 'positive' },
  split: { label: 'Split', tone: 'neutral' },
  rejected: { label: 'Rejected', tone: 'negative' },
};

const sideNames = {
  marketer: 'The marketer',
  advertiser: 'The advertiser',
  admin: 'An administrator',
  platform: 'Promenade',
} as const;

/** Returns the heading of a step in the timeline. */
export function formatStep({ kind, side, outcome }: DisputeStep, dispute: Dispute): string {
  const who = side === 'marketer' && dispute.marketerName ? dispute.marketerName : sideNames[side];
  switch (kind) {
    case 'opened':
      if (side === 'admin') return `${who} disputed the approval for the advertiser`;
      return side === 'marketer' ? `${who} disputed the rejection` : `${who} disputed the approval`;
    case 'answered':
      return `${who} answered`;
    case 'proposed':
      return `${who} proposed to pay ${formatMoney(outcome?.award ?? '0.00')}`;
    case 'accepted':
      return `${who} accepted`;
    case 'escalated':
      return side === 'platform'
        ? 'Time ran out, so an administrator decides'
        : `${who} asked an administrator`;
    case 'decided':
      return `${who} decided`;
  }
}

/** Says what happens at the deadline of the present step. */
export function formatDeadline({ status }: Pick<Dispute, 'status'>): string {
  switch (status) {
    case 'open':
      return 'to answer. Then an administrator decides with what is there.';
    case 'answered':
    case 'proposed':
      return 'to agree. Then an administrator decides.';
    default:
      return 'for an administrator to decide.';
  }
}
