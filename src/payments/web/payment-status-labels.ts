import { type Message, msg, t } from '#kernel/text.ts';
import type { StatusTone } from '#platform/web/ui/states/status-badge.tsx';

const known: Readonly<Record<string, { label: Message; tone: StatusTone }>> = {
  completed: { label: msg('Completed'), tone: 'positive' },
  pending: { label: msg('Pending'), tone: 'waiting' },
  cancelled: { label: msg('Cancelled'), tone: 'neutral' },
  failed: { label: msg('Failed'), tone: 'negative' },
};

export function paymentStatusLabel(status: string): { label: string; tone: StatusTone } {
  const found = known[status];
  return found ? { label: t(found.label), tone: found.tone } : { label: status, tone: 'neutral' };
}
