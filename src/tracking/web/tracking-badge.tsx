import { StatusBadge } from '#platform/web/ui/status-badge.tsx';
import type { Tracking } from './use-tracking.ts';

interface TrackingBadgeProps {
  tracking: Pick<Tracking, 'runsHere' | 'runsElsewhere' | 'isInZone'>;
}

/** Whether it runs, and on which side of the area's edge. */
export function TrackingBadge({ tracking: { runsHere, runsElsewhere, isInZone } }: TrackingBadgeProps) {
  if (runsElsewhere) return <StatusBadge tone="live">Running elsewhere</StatusBadge>;
  if (!runsHere) return null;
  if (isInZone === null) return <StatusBadge tone="live">Live</StatusBadge>;
  return isInZone ? (
    <StatusBadge tone="live">Live, inside the area</StatusBadge>
  ) : (
    <StatusBadge tone="waiting">Live, outside the area</StatusBadge>
  );
}
