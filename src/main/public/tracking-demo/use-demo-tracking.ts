import { useEffect, useMemo, useState } from 'react';
import { campaignSample } from '#campaigns/sample.ts';
import { distanceMeters } from '#kernel/geometry/geometry.ts';
import { type BrowserClock, useClock } from '#platform/web/clock.ts';
import { type LiveLocation, SEND_INTERVAL_MS, type TrackingSession } from '#tracking/contract.ts';
import { PUBLISHED_ACCURACY_METERS } from '#profiles/contract.ts';
import { demoPublishedPoint } from './tracking-demo-cells.ts';
import { demoFix } from './tracking-demo-walk.ts';

const place = campaignSample.locationDetails ?? { lat: 0, lng: 0, radius: 0 };
const MAX_GRANTED_ACCURACY_METERS = 50;

interface DemoRun {
  startedAt: number;
  /** A time on the page's clock, and the demo clock's time at that moment. */
  since: { page: number; shown: number };
  pace: number;
  isPaused: boolean;
}

function simulateSending(startedAt: number, sending: number) {
  const fix = demoFix(sending);
  const walker = { lat: fix.latitude, lng: fix.longitude };
  const point = demoPublishedPoint(walker, place);
  const granted = Math.min(fix.accuracy, MAX_GRANTED_ACCURACY_METERS);
  return {
    position: fix,
    sentAt: new Date(startedAt + sending * SEND_INTERVAL_MS),
    isInZone: distanceMeters(walker, place) <= place.radius + granted,
    published: point && { latitude: point.lat, longitude: point.lng, accuracy: PUBLISHED_ACCURACY_METERS },
  };
}

export function countMinutesInside(sendings: number): number {
  const inside = Array.from({ length: sendings }, (_, sending) => simulateSending(0, sending)).filter(
    ({ isInZone }) => isInZone,
  );
  return Math.floor((inside.length * SEND_INTERVAL_MS) / 60_000);
}

export function useDemoTracking() {
  const page = useClock();
  const [run, setRun] = useState<DemoRun | null>(null);
  const [ended, setEnded] = useState<{ minutes: number; inside: number } | null>(null);
  const clock = useMemo(
    () => (run ? createPacedClock(page, run.since, run.isPaused ? 0 : run.pace) : page),
    [page, run],
  );
  // Updated as often as the product sends a position.
  const now = useClockTime(clock, SEND_INTERVAL_MS, run !== null);
  // Until the effect runs, `now` may be before the start.
  const sendings = run ? Math.max(0, Math.floor((now.getTime() - run.startedAt) / SEND_INTERVAL_MS)) : 0;
  const newest = run ? simulateSending(run.startedAt, sendings) : null;

  /** Continues from the time that is shown, so that nothing jumps. */
  const change = (changes: Partial<Pick<DemoRun, 'pace' | 'isPaused'>>) => {
    const since = { page: page.now().getTime(), shown: clock.now().getTime() };
    setRun((known) => known && { ...known, ...changes, since });
  };

  return {
    clock,
    now,
    newest,
    ended,
    isPaused: run?.isPaused ?? false,
    session: run && { id: toSessionId(run), startTime: new Date(run.startedAt).toISOString() },
    start(pace: number) {
      const shown = page.now().getTime();
      setEnded(null);
      setRun({ startedAt: shown, since: { page: shown, shown }, pace, isPaused: false });
    },
    setPace: (pace: number) => change({ pace }),
    setPaused: (isPaused: boolean) => change({ isPaused }),
    stop() {
      if (!run) return;
      setEnded({
        minutes: Math.floor((now.getTime() - run.startedAt) / 60_000),
        inside: countMinutesInside(sendings),
      });
      setRun(null);
    },
    ...toLiveData(run, newest),
  };
}

/**
 * Returns a clock that showed `shown` when `own` showed `page`, and runs `pace` times as fast. At pace 0 it stands
 * still.
 */
function createPacedClock(
  own: BrowserClock,
  since: { page: number; shown: number },
  pace: number,
): BrowserClock {
  if (pace === 0) {
    const stay = () => () => {};
    return { now: () => new Date(since.shown), every: stay, after: stay };
  }
  return {
    now: () => new Date(since.shown + (own.now().getTime() - since.page) * pace),
    every: (milliseconds, task) => own.every(milliseconds / pace, task),
    after: (milliseconds, task) => own.after(milliseconds / pace, task),
  };
}

export type DemoTracking = ReturnType<typeof useDemoTracking>;

export function useClockTime(clock: BrowserClock, everyMilliseconds: number, isRunning: boolean): Date {
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => {
    if (!isRunning) return undefined;
    const renew = () => setNow(clock.now());
    renew();
    return clock.every(everyMilliseconds, renew);
  }, [clock, everyMilliseconds, isRunning]);
  return now;
}

/** A new session for each start, so that no line joins two walks. */
function toSessionId({ startedAt }: DemoRun): string {
  return `de300000-0000-4000-8000-${startedAt.toString(16).padStart(12, '0')}`;
}

/** In place of the random alias that hides a marketer's id from the advertiser. */
const ALIAS = 'c0ffee12-3456-4789-8abc-def012345678';

function toLiveData(run: DemoRun | null, newest: ReturnType<typeof simulateSending> | null) {
  if (!run || !newest) return { locations: [], running: [] };
  const { published, isInZone, sentAt } = newest;
  const id = toSessionId(run);
  const location: LiveLocation = {
    id,
    marketerId: ALIAS,
    latitude: published?.latitude ?? null,
    longitude: published?.longitude ?? null,
    accuracy: PUBLISHED_ACCURACY_METERS,
    timestamp: sentAt.toISOString(),
    lastHeartbeat: sentAt.toISOString(),
    isActive: true,
    isInZone,
  };
  const session: TrackingSession = {
    id,
    campaignId: campaignSample.id,
    marketerId: ALIAS,
    startTime: new Date(run.startedAt).toISOString(),
    endTime: null,
    isRunning: true,
  };
  return { locations: [location], running: [session] };
}
