import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { t } from '#kernel/text.ts';
import { getErrorText } from '#platform/web/call.ts';
import { TrackingNotice } from './tracking-notice.tsx';
import {
  canRetryReading,
  formatInaccurateMessage,
  formatLostMessage,
  formatOfflineMessage,
  formatOutsideMessage,
  getPositionProblemMessage,
  formatWaitingMessage,
} from '../tracking-messages.ts';
import type { Tracking } from '../use-tracking.ts';

export function SendProblem({ tracking }: { tracking: Tracking }) {
  const { hasSendProblem, isOffline, unsent } = tracking;
  if (!hasSendProblem) return null;
  if (isOffline) {
    return (
      <TrackingNotice tone="waiting">
        <b>{t('No connection.')}</b> {formatOfflineMessage(unsent)}
      </TrackingNotice>
    );
  }
  return (
    <TrackingNotice tone="negative" action={<Retry tracking={tracking} />}>
      <b>{t('Failed to update location')}</b>. {formatWaitingMessage(unsent)}
    </TrackingNotice>
  );
}

export function Problems({ tracking }: { tracking: Tracking }) {
  const {
    isRunningHere,
    closed,
    isRunningElsewhere,
    isStopUnsent,
    position,
    positionProblem,
    refusal,
    lost,
  } = tracking;
  const isAboutStart =
    !isRunningHere && !isRunningElsewhere && !isStopUnsent && closed === null && position === null;
  return (
    <>
      {refusal ? (
        <TrackingNotice tone="negative">
          {getErrorText(refusal, t('The server could not be reached. Please try again.'))}
        </TrackingNotice>
      ) : null}
      {positionProblem && (isRunningHere || isAboutStart) ? (
        <PositionNotice problem={positionProblem} tracking={tracking} />
      ) : null}
      <NotCounting tracking={tracking} />
      {lost && !isRunningHere ? (
        <TrackingNotice tone="negative">{formatLostMessage(lost)}</TrackingNotice>
      ) : null}
    </>
  );
}

/** Nothing new is known while no position can be sent. */
function NotCounting({ tracking }: { tracking: Tracking }) {
  const { isRunningHere, hasSendProblem, positionProblem, notCounting, metersOutside, position } = tracking;
  if (!isRunningHere || hasSendProblem || positionProblem || !notCounting) return null;
  return (
    <TrackingNotice tone="waiting">
      <b>{t('Not counting.')}</b>{' '}
      {notCounting === 'outside'
        ? formatOutsideMessage(metersOutside)
        : formatInaccurateMessage(position?.accuracy)}
    </TrackingNotice>
  );
}

interface PositionNoticeProps {
  problem: NonNullable<Tracking['positionProblem']>;
  tracking: Tracking;
}

function PositionNotice({ problem, tracking }: PositionNoticeProps) {
  const text = getPositionProblemMessage(problem, tracking.deniedReason);
  const action = canRetryReading(problem) ? <Retry tracking={tracking} /> : null;
  if (tracking.isRunningHere) {
    return (
      <TrackingNotice tone="negative" action={action}>
        <b>{t('Failed to update location')}</b>. {text}
      </TrackingNotice>
    );
  }
  return (
    <TrackingNotice tone="waiting" action={action}>
      {problem === 'unsupported' ? null : (
        <>
          <b>{t('Location Required')}</b> -{' '}
        </>
      )}
      {problem === 'denied' ? `${t('Please allow location access to start tracking.')} ` : ''}
      {text}
    </TrackingNotice>
  );
}

function Retry({ tracking }: { tracking: Tracking }) {
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<IconRefresh size={16} aria-hidden />}
      loading={tracking.isReading}
      onClick={tracking.retry}
    >
      {t('Retry Location')}
    </Button>
  );
}
