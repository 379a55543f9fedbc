import type { StatusTone } from '#platform/web/ui/states/status-badge.tsx';

const known: Readonly<Record<string, { label: string; tone: StatusTone }>> = {
  completed: { label: 'Completed', tone: 'positive' },
  pending: { label: 'Pending', tone: 'waiting' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
  failed: { label: 'Failed', tone: 'negative' },
};

/** Returns the label and tone of a payment state. An unknown state gets the neutral style. */
export function paymentStatusLabel(status: string): { label: string; tone: StatusTone } {
  return known[status] ?? { label: status, tone: 'neutral' };
}
