import { Button } from '@mantine/core';
import { IconPlayerPlayFilled, IconPlayerStopFilled, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Campaign } from '#campaigns/contract.ts';
import { textOf } from '#platform/web/call.ts';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { Panel } from '#platform/web/ui/panel.tsx';
import { PresenceSignals } from './presence-signals.tsx';
import { TrackReplay } from './track-replay.tsx';
import { TrackingBadge } from './tracking-badge.tsx';
import { PresenceFacts, RunningFacts } from './tracking-facts.tsx';
import { TrackingMap } from './tracking-map.tsx';
import { TrackingNotice } from './tracking-notice.tsx';
import classes from './tracking-panel.module.css';
import { distanceText, waitingText } from './tracking-words.ts';
import { type Tracking, useTracking } from './use-tracking.ts';
import { canKeepScreenOn } from './use-wake-lock.ts';

interface TrackingPanelProps {
  campaign: Campaign;
  /** Names the campaign and leads to it, where the panel stands outside the campaign's page. */
  linksToCampaign?: boolean;
  /** What else can be done about it, below the controls. */
  actions?: ReactNode;
}

/** Starts, shows and stops tracking of one approved campaign in this browser. */
export function TrackingPanel({ campaign, linksToCampaign = false, actions }: TrackingPanelProps) {
  const tracking = useTracking(campaign);
  const { own, latest, runsHere } = tracking;
  return (
    <Panel
      title={
        linksToCampaign ? (
          <Link className={classes.titleLink} to={`/campaigns/${campaign.id}`}>
            {campaign.title}
          </Link>
        ) : (
          'GPS Tracking'
        )
      }
      aside={<TrackingBadge tracking={tracking} />}
    >
      <div className={classes.stack}>
        {own.error && !own.data ? (
          <ErrorState error={own.error} onRetry={() => void own.refetch()} />
        ) : (
          <>
            {runsHere ? (
              <>
                <TrackingMap
                  campaign={campaign}
                  position={tracking.position}
                  published={tracking.published}
                />
                <RunningFacts tracking={tracking} />
              </>
            ) : null}
            {latest ? <Recorded session={latest} duration={campaign.duration} /> : null}
            {latest && !latest.isRunning ? <TrackReplay sessionId={latest.id} /> : null}
            <Problems tracking={tracking} />
            <Controls tracking={tracking} />
            {actions}
          </>
        )}
      </div>
      {tracking.modals}
    </Panel>
  );
}

interface RecordedProps {
  session: NonNullable<Tracking['latest']>;
  duration: number | null;
}

/** What the server has made of the session's positions until now. */
function Recorded({ session: { isRunning, presence, watchedBy }, duration }: RecordedProps) {
  return (
    <div>
      <h3 className={classes.subtitle}>{isRunning ? 'Presence so far' : 'Your last session'}</h3>
      {presence.fixes > 0 ? (
        <>
          <PresenceFacts presence={presence} duration={duration} watchedBy={watchedBy} />
          <PresenceSignals signals={presence.signals} reader="marketer" isRunning={isRunning} />
        </>
      ) : (
        <p className={classes.hint}>
          {isRunning
            ? 'Nothing is counted yet: the figures come with the first positions that arrive.'
            : 'No position of it has arrived, so there is nothing to count.'}
        </p>
      )}
    </div>
  );
}

function Controls({ tracking }: { tracking: Tracking }) {
  const { runsHere, runsElsewhere, closed, position, metersOutside, own } = tracking;
  if (runsHere || tracking.isStopping) {
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
          Stop Tracking
        </Button>
        {runsHere ? <KeepOpen /> : null}
      </>
    );
  }
  if (runsElsewhere) {
    return (
      <TrackingNotice action={<Button onClick={tracking.continueHere}>Continue here</Button>}>
        Tracking of this campaign was started in another browser or on another device.
      </TrackingNotice>
    );
  }
  if (tracking.isStopUnheard) {
    return (
      <TrackingNotice tone="waiting" action={<Button onClick={tracking.tellStop}>Try again</Button>}>
        Tracking is stopped, and nothing is measured any more. The server has not heard of it yet; it is told
        as soon as it can be reached.
      </TrackingNotice>
    );
  }
  const isBlocked = closed !== null || own.isPending;
  return (
    <>
      <Button
        fullWidth
        size="lg"
        leftSection={<IconPlayerPlayFilled size={18} aria-hidden />}
        disabled={isBlocked}
        // Without a position it is disabled too, but pressing it says why and reads the position again.
        data-disabled={position === null || undefined}
        aria-disabled={position === null || undefined}
        loading={tracking.isStarting}
        onClick={tracking.start}
      >
        Start Tracking
      </Button>
      {closed ? <p className={classes.hint}>{closed}</p> : null}
      {closed === null && metersOutside !== null ? (
        <p className={classes.hint}>
          You are {distanceText(metersOutside)} outside the area. You can start here; only minutes inside
          count.
        </p>
      ) : null}
    </>
  );
}

function KeepOpen() {
  return (
    <p className={classes.hint}>
      {canKeepScreenOn()
        ? 'Keep this page open and in front while you work; the screen stays on by itself.'
        : 'Keep this page open and the screen on while you work; this browser cannot keep it on by itself.'}{' '}
      No browser gives positions to a hidden page. Only minutes inside the area count.
    </p>
  );
}

function Problems({ tracking }: { tracking: Tracking }) {
  const { runsHere, closed, runsElsewhere, positionProblem, hasSendProblem, unsent, refusal } = tracking;
  // Somebody who has just stopped is not asked again for what only a start needs.
  const wantsPosition = tracking.own.isSuccess && (tracking.latest === null || positionProblem !== null);
  const retry = (
    <Button
      variant="default"
      size="sm"
      leftSection={<IconRefresh size={16} aria-hidden />}
      loading={tracking.isReading}
      onClick={tracking.retry}
    >
      Retry Location
    </Button>
  );
  const waiting = waitingText(unsent);
  return (
    <>
      {refusal ? (
        <TrackingNotice tone="negative">
          {textOf(refusal, 'The server could not be reached. Please try again.')}
        </TrackingNotice>
      ) : null}
      {hasSendProblem || (runsHere && positionProblem) ? (
        <TrackingNotice tone="negative" action={retry}>
          <b>Failed to update location</b>
          {positionProblem ? `. ${positionProblem}` : waiting ? '.' : ''}
          {waiting && ` ${waiting}`}
        </TrackingNotice>
      ) : null}
      {!runsHere &&
      !runsElsewhere &&
      !tracking.isStopUnheard &&
      closed === null &&
      wantsPosition &&
      !tracking.position ? (
        <TrackingNotice tone="waiting" action={retry}>
          <b>Location Required</b> - Please allow location access to start tracking.
          {positionProblem ? ` ${positionProblem}` : ''}
        </TrackingNotice>
      ) : null}
    </>
  );
}
