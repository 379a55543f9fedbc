import { type Message, msg, t } from '#kernel/text.ts';
import { formatMoney } from '#platform/web/ui/money.tsx';
import type { StatusTone } from '#platform/web/ui/states/status-badge.tsx';
import type { Dispute, DisputeStep } from '../contract.ts';
import type { DisputeState } from '../process-contract.ts';

export const disputeStateLabels: Readonly<Record<DisputeState, { label: Message; tone: StatusTone }>> = {
  open: { label: msg('Waiting for an answer'), tone: 'waiting' },
  answered: { label: msg('Answered'), tone: 'waiting' },
  proposed: { label: msg('Proposal open'), tone: 'accent' },
  escalated: { label: msg('With administrators'), tone: 'waiting' },
  agreed: { label: msg('Settled', { context: 'a dispute' }), tone: 'positive' },
  upheld: { label: msg('Upheld', { context: 'a dispute' }), tone: 'positive' },
  split: { label: msg('Split'), tone: 'neutral' },
  rejected: { label: msg('Rejected', { context: 'a dispute' }), tone: 'negative' },
};

const sideNames = {
  marketer: msg('The marketer'),
  advertiser: msg('The advertiser'),
  admin: msg('An administrator'),
  platform: 'Promenade',
} as const;

export function formatStep({ kind, side, outcome }: DisputeStep, dispute: Dispute): string {
  const who = side === 'marketer' && dispute.marketerName ? dispute.marketerName : t(sideNames[side]);
  switch (kind) {
    case 'opened':
      if (side === 'admin') return t('{who} disputed the approval for the advertiser', { who });
      return side === 'marketer'
        ? t('{who} disputed the rejection', { who })
        : t('{who} disputed the approval', { who });
    case 'answered':
      return t('{who} answered', { who });
    case 'proposed':
      return t('{who} proposed to pay {amount}', { who, amount: formatMoney(outcome?.award ?? '0.00') });
    case 'accepted':
      return t('{who} accepted', { who });
    case 'escalated':
      return side === 'platform'
        ? t('Time ran out, so an administrator decides')
        : t('{who} asked an administrator', { who });
    case 'decided':
      return t('{who} decided', { who });
  }
}
