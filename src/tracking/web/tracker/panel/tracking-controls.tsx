import { Button } from '@mantine/core';
import { IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react';
import { t } from '#kernel/text.ts';
import { canKeepScreenOn } from '../../positions/use-wake-lock.ts';
import { formatDistance } from '../tracking-messages.ts';
import type { Tracking } from '../use-tracking.ts';
import { TrackingNotice } from './tracking-notice.tsx';
import classes from './tracking-panel.module.css';

interface TrackingControlsProps {
  tracking: Tracking;
  isWorkDone?: boolean;
  /** Shows no button that cannot be pressed. */
  isBrief?: boolean;
}

export function TrackingControls({ tracking, isWorkDone = false, isBrief = false }: TrackingControlsProps) {
  const { isRunningHere, isRunningElsewhere } = tracking;
  if (isRunningHere || tracking.isStopping) {
    return (
      <>
        <Button
          fullWidth
          size="lg"
          className={classes.stop ?? ''}
          leftSection={<IconPlayerStopFilled size={18} aria-hidden />}
          loading={tracking.isStopping}
          onClick={tracking.stop}
        >
          {t('Stop Tracking')}
        </Button>
        {isRunningHere ? <KeepOpen /> : null}
      </>
    );
  }
  if (isRunningElsewhere) {
    return (
      <TrackingNotice
        action={
          <Button loading={tracking.isStarting} onClick={tracking.takeOver}>
            {t('Take over here')}
          </Button>
        }
      >
        {t('Tracking runs on another device.')}
      </TrackingNotice>
    );
  }
  if (tracking.isStopUnsent) {
    return (
      <TrackingNotice tone="waiting" action={<Button onClick={tracking.tellStop}>{t('Try again')}</Button>}>
        {t('Tracking has stopped. We’ll end the session once you’re back online.')}
      </TrackingNotice>
    );
  }
  if (isBrief && tracking.closed !== null) return <p className={classes.hint}>{tracking.closed}</p>;
  return <Start tracking={tracking} isQuiet={isWorkDone} />;
}

function Start({ tracking, isQuiet }: { tracking: Tracking; isQuiet: boolean }) {
  const { closed, position, positionProblem, metersOutside, own } = tracking;
  // After a failed reading the button only looks disabled: pressing it says why and reads again. If access is
  // denied, pressing it is the only way on, so it looks enabled.
  const isOff = position === null && positionProblem !== null && positionProblem !== 'denied';
  return (
    <>
      <Button
        fullWidth
        variant={isQuiet ? 'default' : 'filled'}
        size={isQuiet || closed !== null ? 'md' : 'lg'}
        leftSection={<IconPlayerPlayFilled size={18} aria-hidden />}
        disabled={closed !== null || own.isPending || positionProblem === 'unsupported'}
        data-disabled={isOff || undefined}
        aria-disabled={isOff || undefined}
        loading={tracking.isStarting}
        onClick={tracking.start}
      >
        {t('Start Tracking')}
      </Button>
      {closed ? <p className={classes.hint}>{closed}</p> : null}
      {closed === null && tracking.asksForPermission && positionProblem === null ? (
        <p className={classes.hint}>{t('Your browser will ask for your location.')}</p>
      ) : null}
      {closed === null && metersOutside !== null ? (
        <p className={classes.hint}>
          {t('You’re {distance} outside the area. You can start here, but only minutes inside count.', {
            distance: formatDistance(metersOutside),
          })}
        </p>
      ) : null}
    </>
  );
}

function KeepOpen() {
  return (
    <p className={classes.hint}>
      {canKeepScreenOn()
        ? t('Keep this page open and visible.')
        : t('Keep this page visible and your screen on.')}{' '}
      {t('Tracking pauses while the page is hidden. Only minutes inside the area count.')}
    </p>
  );
}
