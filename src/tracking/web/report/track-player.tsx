import { Button } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { type Message, msg, t } from '#kernel/text.ts';
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
const CALM_FRAME_MS = 1000;
/** How far an arrow key moves. Positions come every 15 seconds. */
const STEP_SECONDS = 15;

type TrackReader = 'marketer' | 'admin';

interface TrackPlayerProps {
  track: Track;
  reader: TrackReader;
}

const readerTexts: Readonly<Record<TrackReader, { map: Message; note: Message }>> = {
  marketer: {
    map: msg('Your route, visible only to you'),
    note: msg(
      'Only you see this route. During a dispute, an administrator can view it and must give a reason.',
    ),
  },
  admin: {
    map: msg('The marketer’s exact route'),
    note: msg('Your look is in the audit log. Both sides are told when the dispute is decided.'),
  },
};

export function TrackPlayer({ track, reader }: TrackPlayerProps) {
  if (track.erasedAt !== null) {
    return (
      <p className={classes.note}>
        {t('The exact positions of this session were deleted on {day}. The summary is kept.', {
          day: formatDay(track.erasedAt),
        })}
      </p>
    );
  }
  if (track.points.length === 0)
    return <p className={classes.note}>{t('No positions were received in this session.')}</p>;
  return <PlayedTrack track={track} reader={reader} />;
}

function PlayedTrack({ track, reader }: TrackPlayerProps) {
  const texts = readerTexts[reader];
  const { from, first, to } = useMemo(() => getTrackSpan(track), [track]);
  const paths = useMemo(() => toMapLines(track), [track]);
  const player = usePlayer(first - from, to - from);
  const at = new Date(from + player.elapsedMs);
  const moment = findTrackMoment(track, at);
  const time = t('{time}, {elapsed} after the start', {
    time: formatTimeOfDay(at),
    elapsed: formatElapsed(player.elapsedMs),
  });
  const words = describeMoment(track, moment, at);
  return (
    <div className={classes.player}>
      <MapView
        label={t(texts.map)}
        center={toMapPoint(track.points[0] ?? track.zone ?? nowhere)}
        ring={
          track.zone
            ? {
                ...toMapPoint(track.zone),
                radiusMeters: track.zone.radiusMeters,
                corners: track.zone.corners?.map(toMapPoint),
              }
            : undefined
        }
        paths={paths}
        markers={toMarkers(moment, at, reader)}
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
          {player.isPlaying ? t('Pause') : t('Play')}
        </Button>
        <input
          className={classes.slider}
          type="range"
          aria-label={t('Session time')}
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
        {describeTrack(track, paths)} {t('The dashed circle is the campaign’s area.')} {t(texts.note)}
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

function toMarkers({ point, gap }: TrackMoment, at: Date, reader: TrackReader): MapMarker[] {
  if (!point) return [];
  const label = gap
    ? t(
        '{reader, select, marketer {Your last position before the gap} other {The last position before the gap}}, at {time}',
        { reader, time: formatTimeOfDay(point.time) },
      )
    : t('{reader, select, marketer {You} other {The marketer}} at {time}', {
        reader,
        time: formatTimeOfDay(at),
      });
  return [{ id: 'then', ...toMapPoint(point), label, isPast: gap !== null }];
}

function describeMoment({ cutAt }: Track, { point, gap }: TrackMoment, at: Date): string {
  if (cutAt !== null && at > new Date(cutAt)) return formatCut(cutAt);
  if (gap) {
    const seconds = (Date.parse(gap.to) - Date.parse(gap.from)) / 1000;
    const known = t('No positions from {from} to {to} ({length}).', {
      from: formatTimeOfDay(gap.from),
      to: formatTimeOfDay(gap.to),
      length: formatGap(seconds),
    });
    return point ? `${known} ${t('The pale pin is the last one before.')}` : known;
  }
  if (!point) return t('No positions yet.');
  const meters = Math.round(point.accuracy);
  return point.isInZone
    ? t('Inside the area, accurate to about {meters} m.', { meters })
    : t('Outside the area, accurate to about {meters} m.', { meters });
}

/** Positions did arrive after this time. That none was kept says nothing about the marketer. */
const formatCut = (cutAt: string) =>
  t('Positions after {time} were not kept: this session reached the limit.', {
    time: formatTimeOfDay(cutAt),
  });

function describeTrack({ points, cutAt }: Track, paths: readonly MapPath[]): string {
  const count = points.length;
  const gaps = paths.filter(({ isGap }) => isGap).length;
  const known =
    gaps === 0
      ? t('{count, plural, one {# position} other {# positions}}, no gaps.', { count })
      : t(
          '{count, plural, one {# position} other {# positions}} with {gaps, plural, one {# gap} other {# gaps}}, shown as a dotted line.',
          { count, gaps },
        );
  return cutAt === null ? known : `${known} ${formatCut(cutAt)}`;
}
