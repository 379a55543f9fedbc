import { Button } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { IconPlayerPauseFilled, IconPlayerPlayFilled, IconRoute } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useClock } from '#platform/web/clock.ts';
import type { MapMarker, MapWay } from '#platform/web/maps/map-model.ts';
import { MapView } from '#platform/web/maps/map-view.tsx';
import { useEndpoint } from '#platform/web/query.ts';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { formatDay, formatTimeOfDay } from '#platform/web/ui/format-time.ts';
import { LoadingState } from '#platform/web/ui/loading-state.tsx';
import { getTrack, type Track } from '../track-contract.ts';
import classes from './track-replay.module.css';
import { momentOf, onMap, spanOf, type TrackMoment, waysOf } from './track-ways.ts';
import { elapsedText, gapText } from './tracking-words.ts';

/** A minute of the session passes in a second. */
const PACE = 60;
const FRAME_MS = 100;
/** For people who prefer less motion the marker goes on in single steps. */
const CALM_FRAME_MS = 1000;
/** What an arrow key moves; positions come every 15 seconds. */
const STEP_SECONDS = 15;

/** One's own way in an ended session, for nobody else: asked for only when somebody wants to see it. */
export function TrackReplay({ sessionId }: { sessionId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={classes.replay}>
      <div>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconRoute size={16} aria-hidden />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide your way' : 'See your way'}
        </Button>
      </div>
      {isOpen ? <AskedTrack sessionId={sessionId} /> : null}
    </div>
  );
}

function AskedTrack({ sessionId }: { sessionId: string }) {
  const { data, error, refetch } = useEndpoint(
    getTrack,
    { params: { id: sessionId } },
    { refetchOnMount: 'always' },
  );
  if (!data) {
    return error ? (
      <ErrorState error={error} title="Your way could not be loaded" onRetry={() => void refetch()} />
    ) : (
      <LoadingState text="Loading your way..." />
    );
  }
  if (data.erasedAt !== null) {
    return (
      <p className={classes.note}>
        The exact positions of this session were erased on {formatDay(data.erasedAt)}. What was computed from
        them stays.
      </p>
    );
  }
  if (data.points.length === 0) return <p className={classes.note}>No position arrived in this session.</p>;
  return <PlayedTrack track={data} />;
}

function PlayedTrack({ track }: { track: Track }) {
  const { from, first, to } = useMemo(() => spanOf(track), [track]);
  const ways = useMemo(() => waysOf(track), [track]);
  const player = usePlayer(first - from, to - from);
  const at = new Date(from + player.elapsedMs);
  const moment = momentOf(track, at);
  const time = `${formatTimeOfDay(at)}, ${elapsedText(player.elapsedMs)} after the start`;
  const words = wordsOf(track, moment, at);
  return (
    <div className={classes.player}>
      <MapView
        label="Your way; only you see it"
        center={onMap(track.points[0] ?? track.zone ?? nowhere)}
        ring={track.zone ? { ...onMap(track.zone), radiusMeters: track.zone.radiusMeters } : undefined}
        ways={ways}
        markers={markersOf(moment, at)}
        fit
        height={280}
        listFallback={<p className={classes.note}>{summaryOf(track, ways)}</p>}
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
          aria-label="Time of the session"
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
        {summaryOf(track, ways)} The dashed circle is the campaign’s area. Only you see this way; an
        administrator may, with a stated reason, while a dispute about your work is open.
      </p>
    </div>
  );
}

const nowhere = { latitude: 0, longitude: 0 };

/** Moves from the beginning through a span while it plays, and stops at its end. */
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

function markersOf({ point, gap }: TrackMoment, at: Date): MapMarker[] {
  if (!point) return [];
  const label = gap
    ? `You were last seen here, at ${formatTimeOfDay(point.time)}`
    : `You at ${formatTimeOfDay(at)}`;
  return [{ id: 'then', ...onMap(point), label, isPast: gap !== null }];
}

function wordsOf({ cutAt }: Track, { point, gap }: TrackMoment, at: Date): string {
  if (cutAt !== null && at > new Date(cutAt)) return cutText(cutAt);
  if (gap) {
    const seconds = (Date.parse(gap.to) - Date.parse(gap.from)) / 1000;
    return `No position arrived from ${formatTimeOfDay(gap.from)} to ${formatTimeOfDay(gap.to)} (${gapText(seconds)}).${point ? ' The pale pin is the last one before.' : ''}`;
  }
  if (!point) return 'No position had arrived yet.';
  return `${point.isInZone ? 'Inside' : 'Outside'} the area, true to about ${Math.round(point.accuracy)} m.`;
}

/** Positions did arrive then; that none is kept says nothing about the marketer. */
const cutText = (cutAt: string) =>
  `No position after ${formatTimeOfDay(cutAt)} was kept: this session had as many as one may have.`;

function summaryOf({ points, cutAt }: Track, ways: readonly MapWay[]): string {
  const positions = points.length === 1 ? '1 position' : `${points.length} positions`;
  const gaps = ways.filter(({ isGap }) => isGap).length;
  const known =
    gaps === 0
      ? `${positions}, without a gap between them.`
      : `${positions}, and ${gaps === 1 ? '1 gap' : `${gaps} gaps`} between them, drawn dotted: what you did there is not known.`;
  return cutAt === null ? known : `${known} ${cutText(cutAt)}`;
}
