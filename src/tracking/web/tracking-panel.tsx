import { Button } from '@mantine/core';
import { IconCamera, IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Campaign } from '#campaigns/contract.ts';
import { useNow } from '#platform/web/clock.ts';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { formatTimeOfDay } from '#platform/web/ui/format-time.ts';
import { Panel } from '#platform/web/ui/panel.tsx';
import { PresenceSignals } from './presence-signals.tsx';
import { TrackReplay } from './track-replay.tsx';
import { TrackingBadge } from './tracking-badge.tsx';
import { PresenceFacts, RunningFacts } from './tracking-facts.tsx';
import { TrackingMap } from './tracking-map.tsx';
import { TrackingNotice } from './tracking-notice.tsx';
import { SendProblem, Problems } from './tracking-problems.tsx';
import classes from './tracking-panel.module.css';
import { distanceText } from './tracking-words.ts';
import { type Tracking, useTracking } from './use-tracking.ts';
import { canKeepScreenOn } from './use-wake-lock.ts';

const LOOK_AGAIN_MS = 15_000;

interface TrackingPanelProps {
  campaign: Campaign;
  /** Names the campaign and leads to it, where the panel stands outside the campaign's page. */
  linksToCampaign?: boolean;
  /** Leads to the page on which proof can be sent now. */
  proofAddress?: string | undefined;
}

/** Starts, shows and stops tracking of one approved campaign in this browser. */
export function TrackingPanel({ campaign, linksToCampaign = false, proofAddress }: TrackingPanelProps) {
  const tracking = useTracking(campaign);
  const { own, latest, runsHere } = tracking;
  const hasBegun = useHasBegun(campaign);
  const isWorkDone = hasBegun && latest !== null && !latest.isRunning && latest.presence.fixes > 0;
  const addProof = proofAddress ? <AddProof address={proofAddress} isNext={isWorkDone} /> : null;
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
        {own.error && !own.data && !runsHere ? (
          <ErrorState error={own.error} onRetry={() => void own.refetch()} />
        ) : (
          <>
            {runsHere ? (
              <>
                <SendProblem tracking={tracking} />
                <Problems tracking={tracking} />
                <TrackingMap
                  campaign={campaign}
                  position={tracking.position}
                  published={tracking.published}
                />
                <RunningFacts tracking={tracking} />
                <Controls tracking={tracking} isWorkDone={false} />
              </>
            ) : null}
            {latest ? <Recorded session={latest} duration={campaign.duration} asOf={asOf(tracking)} /> : null}
            {latest?.isRunning && !hasBegun ? (
              <p className={classes.hint}>
                The campaign has not begun yet; minutes inside the area count already.
              </p>
            ) : null}
            {latest && !latest.isRunning ? <TrackReplay sessionId={latest.id} /> : null}
            {runsHere ? null : <Problems tracking={tracking} />}
            {isWorkDone ? addProof : null}
            {runsHere ? null : <Controls tracking={tracking} isWorkDone={isWorkDone} />}
            {isWorkDone ? null : addProof}
          </>
        )}
      </div>
      {tracking.modals}
    </Panel>
  );
}

function useHasBegun({ startTime }: Campaign): boolean {
  const now = useNow(LOOK_AGAIN_MS);
  return startTime !== null && now >= new Date(startTime);
}

/** When the figures were last true; null while they are renewed every minute. */
function asOf({ own, runsHere, hasSendProblem }: Tracking): string | null {
  return runsHere && hasSendProblem ? new Date(own.dataUpdatedAt).toISOString() : null;
}

interface AddProofProps {
  address: string;
  /** The work is done, and this is what remains. */
  isNext: boolean;
}

function AddProof({ address, isNext }: AddProofProps) {
  return (
    <Button
      component={Link}
      to={address}
      variant={isNext ? 'filled' : 'default'}
      size={isNext ? 'lg' : 'md'}
      fullWidth
      leftSection={<IconCamera size={18} aria-hidden />}
    >
      Add proof
    </Button>
  );
}

interface RecordedProps {
  session: NonNullable<Tracking['latest']>;
  duration: number | null;
  asOf: string | null;
}

/** What the server has made of the session's positions until now. */
function Recorded({ session: { isRunning, presence, watchedBy }, duration, asOf }: RecordedProps) {
  const title = (
    <div>
      <h3 className={classes.subtitle}>{isRunning ? 'Presence so far' : 'Your last session'}</h3>
      {asOf ? <p className={classes.hint}>as of {formatTimeOfDay(asOf)}</p> : null}
    </div>
  );
  return (
    <div>
      {presence.fixes > 0 ? (
        <>
          <PresenceFacts title={title} presence={presence} duration={duration} watchedBy={watchedBy} />
          <PresenceSignals
            signals={presence.signals}
            reader="marketer"
            isRunning={isRunning}
            longestGapSeconds={presence.longestGapSeconds}
          />
        </>
      ) : (
        <>
          {title}
          <p className={classes.hint}>
            {isRunning
              ? 'Nothing is counted yet: the figures come with the first positions that arrive.'
              : 'No position of it has arrived, so there is nothing to count.'}
          </p>
        </>
      )}
    </div>
  );
}

function Controls({ tracking, isWorkDone }: { tracking: Tracking; isWorkDone: boolean }) {
  const { runsHere, runsElsewhere } = tracking;
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
  return <Start tracking={tracking} isQuiet={isWorkDone} />;
}

function Start({ tracking, isQuiet }: { tracking: Tracking; isQuiet: boolean }) {
  const { closed, position, positionProblem, metersOutside, own } = tracking;
  // A place that could not be read disables it too, but pressing it says why and reads it again. Denied, there is no other way on.
  const isOff = position === null && positionProblem !== null && positionProblem !== 'denied';
  return (
    <>
      <Button
        fullWidth
        variant={isQuiet ? 'default' : 'filled'}
        size={isQuiet ? 'md' : 'lg'}
        leftSection={<IconPlayerPlayFilled size={18} aria-hidden />}
        disabled={closed !== null || own.isPending || positionProblem === 'unsupported'}
        data-disabled={isOff || undefined}
        aria-disabled={isOff || undefined}
        loading={tracking.isStarting}
        onClick={tracking.start}
      >
        Start Tracking
      </Button>
      {closed ? <p className={classes.hint}>{closed}</p> : null}
      {closed === null && tracking.asksForPermission && positionProblem === null ? (
        <p className={classes.hint}>Your browser then asks for your location.</p>
      ) : null}
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
