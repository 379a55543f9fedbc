import { RingProgress } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatDuration, formatTimeOfDay } from '#platform/web/ui/format-time.ts';
import { useNow } from '#platform/web/clock.ts';
import type { Fix, Presence, WatchedBy } from '../contract.ts';
import classes from './tracking-panel.module.css';
import { distanceText, elapsedText, gapText, sentText } from './tracking-words.ts';
import type { Tracking } from './use-tracking.ts';

interface RunningFactsProps {
  tracking: Pick<Tracking, 'session' | 'lastSentAt'> & { position: Fix | null };
}

/** What happens at this moment; ticks every second. */
export function RunningFacts({ tracking }: RunningFactsProps) {
  const now = useNow(1000);
  const { session, position, lastSentAt } = tracking;
  if (!session) return null;
  return (
    <dl className={classes.facts}>
      <Fact label="Elapsed" value={elapsedText(now.getTime() - new Date(session.startTime).getTime())} />
      <Fact label="Accuracy" value={position ? `± ${Math.round(position.accuracy)} m` : 'unknown'} />
      <Fact label="Last sent" value={sentText(lastSentAt, now)} />
    </dl>
  );
}

interface PresenceFactsProps {
  presence: Presence;
  /** Minutes that the campaign asks for; null where it has none. */
  duration: number | null;
  /** Who has looked on; only its marketer is told. */
  watchedBy?: WatchedBy;
  /** Stands beside the ring. */
  title: ReactNode;
}

/** What has been recorded so far, as the advertiser will read it beside the proof. */
export function PresenceFacts({ presence, duration, watchedBy, title }: PresenceFactsProps) {
  return (
    <div className={classes.presence}>
      <div className={classes.head}>
        {title}
        <ScoreRing score={presence.score} />
      </div>
      <dl className={classes.facts}>
        <Fact
          label="Inside the area"
          value={formatMinutes(presence.minutesInside)}
          more={duration ? `of ${formatDuration(duration)}` : undefined}
        />
        <Fact label="Time covered" value={`${Math.round(presence.coverage * 100)}%`} more="of the time" />
        <Fact label="Walked" value={distanceText(presence.distanceMeters)} />
        <Line label="Longest gap" value={gapText(presence.longestGapSeconds)} />
        {watchedBy ? <Line label="Looked at live" value={watchedText(watchedBy)} /> : null}
      </dl>
    </div>
  );
}

/** How much of the time that the campaign asks for; nothing where it asks for none. */
function ScoreRing({ score }: Pick<Presence, 'score'>) {
  if (score === null) return null;
  const percent = Math.round(score * 100);
  return (
    <RingProgress
      size={64}
      thickness={7}
      roundCaps
      sections={[{ value: percent, color: 'moss' }]}
      label={<span className={classes.ring}>{percent}%</span>}
      rootColor="var(--sand)"
      aria-hidden
    />
  );
}

function formatMinutes(minutes: number): string {
  return minutes < 10 && !Number.isInteger(minutes)
    ? `${minutes.toFixed(1)} min`
    : `${Math.round(minutes)} min`;
}

/** By how many of the advertiser's people, and when last. */
function watchedText({ viewers, lastAt }: WatchedBy): string {
  if (viewers === 0 || lastAt === null) return 'by nobody yet';
  return `by ${viewers} ${viewers === 1 ? 'person' : 'people'}, last at ${formatTimeOfDay(lastAt)}`;
}

interface FactProps {
  label: string;
  value: string;
  /** Smaller, below the value: of what it is a part. */
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

/** What is too long for a tile. */
function Line({ label, value }: { label: string; value: string }) {
  return (
    <div className={classes.line}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
