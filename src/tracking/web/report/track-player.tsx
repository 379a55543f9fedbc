import { Button } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useClock } from '#platform/web/clock.ts';
import type { MapMarker, MapPath } from '#platform/web/maps/markers/map-model.ts';
import { MapView } from '#platform/web/maps/map-view.tsx';
import { formatDay, formatTimeOfDay } from '#platform/web/ui/format-time.ts';
import type { Track } from '../../track-contract.ts';
import classes from './track-replay.module.css';
import {
  findTrackMoment,
  toMapPoint,
  getTrackSpan,
  type TrackMoment,
  toMapLines,
} from '../tracker/track-lines.ts';
import { formatElapsed, formatGap } from '../tracker/tracking-messages.ts';

/** One second of replay shows one minute of the session. */
const PACE = 60;
const FRAME_MS = 100;
/** If the user prefers reduced motion, the marker moves in single steps. */
const CALM_FRAME_MS = 1000;
/** How far an arrow key moves. Positions come every 15 seconds. */
const STEP_SECONDS = 15;

type TrackReader = 'marketer' | 'admin';

interface TrackPlayerProps {
  track: Track;
  reader: TrackReader;
}

const readerTexts: Readonly<Record<TrackReader, { map: string; here: string; last: string; note: string }>> =
  {
    marketer: {
      map: 'Your route, visible only to you',
      here: 'You',
      last: 'Your last position before the gap',
      note: 'Only you see this route. During a dispute, an administrator can view it and must give a reason.',
    },
    admin: {
      map: 'The marketer’s exact route',
      here: 'The marketer',
      last: 'The last position before the gap',
      note: 'Your look is in the audit log. Both sides are told when the dispute is decided.',
    },
  };

/** Replays an exact track on the map, or says why there is none. */
export function TrackPlayer({ track, reader }: TrackPlayerProps) {
  if (track.erasedAt !== null) {
    return (
      <p className={classes.note}>
        The exact positions of this session were deleted on {formatDay(track.erasedAt)}. The summary is kept.
      </p>
    );
  }
  if (track.points.length === 0)
    return <p className={classes.note}>No positions were received in this session.</p>;
  return <PlayedTrack track={track} reader={reader} />;
}

function PlayedTrack({ track, reader }: TrackPlayerProps) {
  const texts = readerTexts[reader];
  const { from, first, to } = useMemo(() => getTrackSpan(track), [track]);
  const paths = useMemo(() => toMapLines(track), [track]);
  const player = usePlayer(first - from, to - from);
  const at = new Date(from + player.elapsedMs);
  const moment = findTrackMoment(track, at);
  const time = `${formatTimeOfDay(at)}, ${formatElapsed(player.elapsedMs)} after the start`;
  const words = describeMoment(track, moment, at);
  return (
    <div className={classes.player}>
      <MapView
        label={texts.map}
        center={toMapPoint(track.points[0] ?? track.zone ?? nowhere)}
        ring={track.zone ? { ...toMapPoint(track.zone), radiusMeters: track.zone.radiusMeters } : undefined}
        paths={paths}
        markers={toMarkers(moment, at, texts)}
        fit
        height={280}
        listFallback={<p className={classes.note}>{describeTrack(track, paths)}</p>}
      />
      <div className={classes.controls}>
        <Button
          variant="default"
          size="sm"
          className={classes.play ?? ''}
          leftSection={
            player.isPlaying ? (
              <IconPlayerPauseFilled size={16} aria-hidden />
            ) : (
              <IconPlayerPlayFilled size={16} aria-hidden />
            )
          }
          onClick={player.toggle}
        >
          {player.isPlaying ? 'Pause' : 'Play'}
        </Button>
        <input
          className={classes.slider}
          type="range"
          aria-label="Session time"
          aria-valuetext={`${time}. ${words}`}
          min={0}
          max={Math.ceil((to - from) / 1000)}
          step={STEP_SECONDS}
          value={Math.round(player.elapsedMs / 1000)}
          onChange={(event) => player.seek(Number(event.currentTarget.value) * 1000)}
        />
      </div>
      <p className={classes.moment}>
        <strong>{time}</strong>
        <br />
        {words}
      </p>
      <p className={classes.note}>
        {describeTrack(track, paths)} The dashed circle is the campaign’s area. {texts.note}
      </p>
    </div>
  );
}

const nowhere = { latitude: 0, longitude: 0 };

function usePlayer(beginMs: number, spanMs: number) {
  const clock = useClock();
  const frameMs = useReducedMotion() ? CALM_FRAME_MS : FRAME_MS;
  const [elapsedMs, setElapsed] = useState(beginMs);
  const [wantsToPlay, setPlaying] = useState(false);
  const isPlaying = wantsToPlay && elapsedMs < spanMs;
  useEffect(() => {
    if (!isPlaying) return undefined;
    return clock.every(frameMs, () => setElapsed((before) => Math.min(spanMs, before + frameMs * PACE)));
  }, [clock, isPlaying, frameMs, spanMs]);
  return {
    elapsedMs,
    isPlaying,
    seek(milliseconds: number) {
      setPlaying(false);
      setElapsed(Math.min(spanMs, milliseconds));
    },
    toggle() {
      if (elapsedMs >= spanMs) setElapsed(beginMs);
      setPlaying(!isPlaying);
    },
  };
}

function toMarkers(
  { point, gap }: TrackMoment,
  at: Date,
  texts: { here: string; last: string },
): MapMarker[] {
  if (!point) return [];
  const label = gap
    ? `${texts.last}, at ${formatTimeOfDay(point.time)}`
    : `${texts.here} at ${formatTimeOfDay(at)}`;
  return [{ id: 'then', ...toMapPoint(point), label, isPast: gap !== null }];
}

function describeMoment({ cutAt }: Track, { point, gap }: TrackMoment, at: Date): string {
  if (cutAt !== null && at > new Date(cutAt)) return formatCut(cutAt);
  if (gap) {
    const seconds = (Date.parse(gap.to) - Date.parse(gap.from)) / 1000;
    return `No positions from ${formatTimeOfDay(gap.from)} to ${formatTimeOfDay(gap.to)} (${formatGap(seconds)}).${point ? ' The pale pin is the last one before.' : ''}`;
  }
  if (!point) return 'No positions yet.';
  return `${point.isInZone ? 'Inside' : 'Outside'} the area, accurate to about ${Math.round(point.accuracy)} m.`;
}

/** Positions did arrive after this time. That none was kept says nothing about the marketer. */
const formatCut = (cutAt: string) =>
  `Positions after ${formatTimeOfDay(cutAt)} were not kept: this session reached the limit.`;

function describeTrack({ points, cutAt }: Track, paths: readonly MapPath[]): string {
  const positions = points.length === 1 ? '1 position' : `${points.length} positions`;
  const gaps = paths.filter(({ isGap }) => isGap).length;
  const known =
    gaps === 0
      ? `${positions}, no gaps.`
      : `${positions} with ${gaps === 1 ? '1 gap, shown' : `${gaps} gaps, shown`} as a dotted line.`;
  return cutAt === null ? known : `${known} ${formatCut(cutAt)}`;
}
