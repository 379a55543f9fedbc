import { RingProgress } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '#kernel/text.ts';
import { formatDuration } from '#kernel/time.ts';
import { formatTimeOfDay } from '#platform/web/ui/format-time.ts';
import { useNow } from '#platform/web/clock.ts';
import type { Fix, Presence, WatchedBy } from '../../contract.ts';
import classes from '../tracker/panel/tracking-panel.module.css';
import { formatDistance, formatElapsed, formatGap, formatSentAt } from '../tracker/tracking-messages.ts';
import type { Tracking } from '../tracker/use-tracking.ts';

interface RunningFactsProps {
  tracking: Pick<Tracking, 'session' | 'lastSentAt'> & { position: Fix | null };
}

export function RunningFacts({ tracking }: RunningFactsProps) {
  const now = useNow(1000);
  const { session, position, lastSentAt } = tracking;
  if (!session) return null;
  return (
    <dl className={classes.facts}>
      <Fact
        label={t('Elapsed')}
        value={formatElapsed(now.getTime() - new Date(session.startTime).getTime())}
      />
      <Fact
        label={t('Accuracy')}
        value={position ? t('± {meters} m', { meters: Math.round(position.accuracy) }) : t('Unknown')}
      />
      <Fact label={t('Last sent')} value={formatSentAt(lastSentAt, now)} />
    </dl>
  );
}

interface PresenceFactsProps {
  presence: Presence;
  duration: number | null;
  /** Only the session's marketer is told. */
  watchedBy?: WatchedBy;
  /** The recorded share is too small, so its ring has the color of warnings. */
  isWeak?: boolean;
  title: ReactNode;
}

/** The presence so far, as the advertiser sees it next to the proof. */
export function PresenceFacts({ presence, duration, watchedBy, isWeak = false, title }: PresenceFactsProps) {
  return (
    <div className={classes.presence}>
      <div className={classes.head}>
        {title}
        <ScoreRing score={presence.score} isWeak={isWeak} />
      </div>
      <dl className={classes.facts}>
        <Fact
          label={t('Inside the area')}
          value={formatMinutes(presence.minutesInside)}
          more={duration ? t('of {duration}', { duration: formatDuration(duration) }) : undefined}
        />
        <Fact
          label={t('Time covered')}
          value={`${Math.round(presence.coverage * 100)}%`}
          more={presence.sessions ? t('of the sessions') : t('of the session')}
        />
        <Fact label={t('Walked')} value={formatDistance(presence.distanceMeters)} />
        {presence.sessions ? <Line label={t('Sessions')} value={String(presence.sessions)} /> : null}
        <Line label={t('Longest gap')} value={formatGap(presence.longestGapSeconds)} />
        {watchedBy ? <Line label={t('Viewed live')} value={formatWatchedBy(watchedBy)} /> : null}
      </dl>
    </div>
  );
}

/** The recorded share of the campaign's duration. Renders nothing if the campaign has no duration. */
function ScoreRing({ score, isWeak }: Pick<Presence, 'score'> & { isWeak: boolean }) {
  if (score === null) return null;
  // Rounded down, as in the sentence that the reviewer reads.
  const percent = Math.floor(score * 100);
  return (
    <RingProgress
      size={64}
      thickness={7}
      roundCaps
      sections={[{ value: percent, color: isWeak ? 'var(--gold)' : 'moss' }]}
      label={<span className={classes.ring}>{percent}%</span>}
      rootColor="var(--sand)"
      aria-hidden
    />
  );
}

function formatMinutes(minutes: number): string {
  return minutes < 10 && !Number.isInteger(minutes)
    ? t('{minutes} min', { minutes: minutes.toFixed(1) })
    : t('{minutes} min', { minutes: Math.round(minutes) });
}

function formatWatchedBy({ viewers, lastAt }: WatchedBy): string {
  if (viewers === 0 || lastAt === null) return t('Not yet');
  return t('By {viewers, plural, one {# person} other {# people}}, last at {time}', {
    viewers,
    time: formatTimeOfDay(lastAt),
  });
}

interface FactProps {
  label: string;
  value: string;
  more?: string | undefined;
}

function Fact({ label, value, more }: FactProps) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>
        {value}
        {more ? (
          <>
            {' '}
            <span className={classes.more}>{more}</span>
          </>
        ) : null}
      </dd>
    </div>
  );
}

function Line({ label, value }: { label: string; value: string }) {
  return (
    <div className={classes.line}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
