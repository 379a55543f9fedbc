import { Button } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Campaign } from '#campaigns/contract.ts';
import { t } from '#kernel/text.ts';
import { useNow } from '#platform/web/clock.ts';
import { MapPreview } from '#platform/web/maps/map-preview.tsx';
import { toRing } from '#platform/web/maps/markers/map-model.ts';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { formatTimeOfDay } from '#platform/web/ui/format-time.ts';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { PresenceSignals } from '../../report/presence-signals.tsx';
import { TrackReplay } from '../../report/track-replay.tsx';
import { TrackingBadge } from './tracking-badge.tsx';
import { TrackingControls } from './tracking-controls.tsx';
import { PresenceFacts, RunningFacts } from '../../report/tracking-facts.tsx';
import { TrackingMap } from '../../live/tracking-map.tsx';
import { SendProblem, Problems } from './tracking-problems.tsx';
import classes from './tracking-panel.module.css';
import { type Tracking, useTracking } from '../use-tracking.ts';

const LOOK_AGAIN_MS = 15_000;

interface TrackingPanelProps {
  campaign: Campaign;
  /** Outside of the campaign's page, the panel is titled with a link to it. */
  summary?: ReactNode;
  proofAddress?: string | undefined;
}

export function TrackingPanel({ campaign, summary, proofAddress }: TrackingPanelProps) {
  const tracking = useTracking(campaign);
  const { own, latest, isRunningHere } = tracking;
  const hasBegun = useHasBegun(campaign);
  const isWorkDone =
    hasBegun && latest !== null && !latest.isRunning && (latest.total ?? latest.presence).fixes > 0;
  const canStart = own.isSuccess && tracking.closed === null && !isRunningHere;
  const addProof = proofAddress ? <AddProof address={proofAddress} isNext={isWorkDone} /> : null;
  return (
    <Panel
      title={
        summary ? (
          <Link className={classes.titleLink} to={`/campaigns/${campaign.id}`}>
            {campaign.title}
          </Link>
        ) : (
          t('GPS Tracking')
        )
      }
      aside={<TrackingBadge tracking={tracking} />}
    >
      <div className={classes.stack}>
        {summary ? (
          <div className={classes.lead}>
            {summary}
            {canStart && campaign.locationDetails ? (
              <Place title={campaign.title} place={campaign.locationDetails} />
            ) : null}
          </div>
        ) : null}
        {own.error && !own.data && !isRunningHere ? (
          <ErrorState error={own.error} onRetry={() => void own.refetch()} />
        ) : (
          <>
            {isRunningHere ? (
              <>
                <SendProblem tracking={tracking} />
                <Problems tracking={tracking} />
                <TrackingMap
                  campaign={campaign}
                  position={tracking.position}
                  published={tracking.published}
                />
                <RunningFacts tracking={tracking} />
                <TrackingControls tracking={tracking} />
              </>
            ) : null}
            {latest ? (
              <Recorded session={latest} duration={campaign.duration} asOf={getFiguresDate(tracking)} />
            ) : null}
            {latest?.isRunning && !hasBegun ? (
              <p className={classes.hint}>
                {t('The campaign hasn’t started yet, but minutes inside the area already count.')}
              </p>
            ) : null}
            {latest && !latest.isRunning ? <TrackReplay sessions={latest.sessions ?? [latest]} /> : null}
            {latest || isRunningHere || summary ? null : <WhatCounts />}
            {isRunningHere ? null : <Problems tracking={tracking} />}
            {isWorkDone ? addProof : null}
            {isRunningHere ? null : (
              <TrackingControls tracking={tracking} isWorkDone={isWorkDone} isBrief={summary !== undefined} />
            )}
            {isWorkDone ? null : addProof}
            {summary && !latest && !isRunningHere && tracking.closed === null ? <WhatCounts /> : null}
          </>
        )}
      </div>
      {tracking.modals}
    </Panel>
  );
}

function Place({ title, place }: { title: string; place: NonNullable<Campaign['locationDetails']> }) {
  return (
    <MapPreview
      label={t('Campaign area of {title}', { title })}
      center={place}
      ring={toRing(place)}
      markers={[]}
      fit
      height={150}
    />
  );
}

function WhatCounts() {
  return (
    <section aria-label={t('What counts')}>
      <h3 className={classes.subtitle}>{t('What counts')}</h3>
      <ul className={classes.counts}>
        <li>{t('Minutes inside the campaign’s area count, with this page open and location on.')}</li>
        <li>{t('If no position arrives for a while, at most 45 seconds of that time count.')}</li>
        <li>
          {t(
            'With less than half of the minutes, or a strong unusual sign, a person decides about your proof.',
          )}
        </li>
      </ul>
    </section>
  );
}

function useHasBegun({ startTime }: Campaign): boolean {
  const now = useNow(LOOK_AGAIN_MS);
  return startTime !== null && now >= new Date(startTime);
}

/** Returns null while the figures refresh every minute. */
function getFiguresDate({ own, isRunningHere, hasSendProblem }: Tracking): string | null {
  return isRunningHere && hasSendProblem ? new Date(own.dataUpdatedAt).toISOString() : null;
}

interface AddProofProps {
  address: string;
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
      {t('Add proof')}
    </Button>
  );
}

interface RecordedProps {
  session: NonNullable<Tracking['latest']>;
  duration: number | null;
  asOf: string | null;
}

function Recorded({ session, duration, asOf }: RecordedProps) {
  const { isRunning, total, watchedBy } = session;
  const presence = total ?? session.presence;
  const endedTitle = total ? t('Your sessions') : t('Your last session');
  const title = (
    <div>
      <h3 className={classes.subtitle}>{isRunning ? t('Presence so far') : endedTitle}</h3>
      {asOf ? <p className={classes.hint}>{t('as of {time}', { time: formatTimeOfDay(asOf) })}</p> : null}
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
              ? t('No positions received yet.')
              : t('No positions were received, so no time was counted.')}
          </p>
        </>
      )}
    </div>
  );
}
