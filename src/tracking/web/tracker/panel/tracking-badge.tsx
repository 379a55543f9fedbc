import { t } from '#kernel/text.ts';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import type { Tracking } from '../use-tracking.ts';

interface TrackingBadgeProps {
  tracking: Pick<Tracking, 'isRunningHere' | 'isRunningElsewhere' | 'isInZone'> &
    Partial<Pick<Tracking, 'positionProblem' | 'hasSendProblem' | 'isOffline' | 'notCounting'>>;
}

/** Never says 'Live' if nothing is sent, or 'Recording' if nothing is measured. */
export function TrackingBadge({ tracking }: TrackingBadgeProps) {
  const {
    isRunningHere,
    isRunningElsewhere,
    isInZone,
    positionProblem,
    hasSendProblem,
    isOffline,
    notCounting,
  } = tracking;
  if (isRunningElsewhere) return <StatusBadge tone="live">{t('Running elsewhere')}</StatusBadge>;
  if (!isRunningHere) return null;
  if (positionProblem) return <StatusBadge tone="waiting">{t('No position')}</StatusBadge>;
  if (isOffline) return <StatusBadge tone="waiting">{t('Offline, recording')}</StatusBadge>;
  if (hasSendProblem) return <StatusBadge tone="waiting">{t('Recording, not sent yet')}</StatusBadge>;
  if (notCounting === 'inaccurate')
    return <StatusBadge tone="waiting">{t('Live, not counting')}</StatusBadge>;
  if (isInZone === null) return <StatusBadge tone="live">{t('Live')}</StatusBadge>;
  return isInZone && notCounting !== 'outside' ? (
    <StatusBadge tone="live">{t('Live, inside the area')}</StatusBadge>
  ) : (
    <StatusBadge tone="waiting">{t('Live, outside the area')}</StatusBadge>
  );
}
