import { call } from '#platform/web/call.ts';
import { endSession, SEND_INTERVAL_MS, startSession } from '../contract.ts';
import type { MeasuredFix } from './measured-fix.ts';
import type { JoinPages, OtherPages } from './measuring-pages.ts';
import { endsInTime, impatiently } from './patience.ts';
import { PositionFailure, type PositionProblem, readPosition } from './read-position.ts';
import { type Sending, sendFixes } from './send-fixes.ts';
import type { Progress } from './shared-progress.ts';
import { changeStart, onStartChange, readStart, rememberStart, runsHere } from './started-here.ts';
import type { Recording } from './waiting-fixes.ts';
import { isWorthKeeping } from './worth-keeping.ts';

/** What is known here, by this page's own measuring or by that of the page which measures. */
export interface TrackerState extends Progress {
  isReading: boolean;
  /** The session that runs. */
  session: { id: string; startTime: string } | null;
}

export interface Tracker {
  getState(): TrackerState;
  subscribe(listener: () => void): () => void;
  /** Reads the position once, so that starting is possible. Never rejects; the state says what happened. */
  locate(): Promise<void>;
  /**
   * Starts at the server; then one page of this browser reads every 15 seconds and sends what is worth it, and the others follow it.
   * Rejects with the refusal.
   */
  start(accountId: string): Promise<void>;
  /** Goes on with a session that was running before the page was loaded. */
  resume(recording: Recording, startTime: string): void;
  /** The server ended this session by itself. */
  ended(sessionId: string): void;
  /**
   * Measures no more and forgets the position, at once; then sends what waits and ends the session. Rejects with the refusal, or
   * where no answer comes; what the server has not heard is told it later (leftover-positions.ts).
   */
  stop(): Promise<void>;
  /** Reads and sends at once, after something failed. */
  retry(): Promise<void>;
}

interface TrackerSurroundings extends Sending {
  geolocation: Geolocation | undefined;
  joinPages: JoinPages;
  /** The session has ended without us: its window closed, or consent was withdrawn. */
  onEnded(): void;
}

const idle: TrackerState = {
  position: null,
  isReading: false,
  positionProblem: null,
  session: null,
  hasSendProblem: false,
  isOffline: false,
  unsent: 0,
  lastSentAt: null,
  isInZone: null,
  published: undefined,
};

/**
 * Tracks one campaign from this browser. It lives outside the screens, so that moving between pages does not
 * interrupt it, and ends by itself once the browser no longer runs the session, whichever page has ended it.
 * What it measures is kept in the browser first and goes out from there, in order.
 */
export function createTracker(
  campaignId: string,
  { geolocation, joinPages, onEnded, ...sending }: TrackerSurroundings,
): Tracker {
  const { clock, fixes } = sending;
  let state = idle;
  const listeners = new Set<() => void>();
  let newest: MeasuredFix | null = null;
  /** By the device's own clock, also of a position that was confirmed since. */
  let lastDeviceTime: number | undefined;
  /** What is or was recorded last; outlives the session's end, as late positions are taken until the proof is sent. */
  let recording: Recording | null = null;
  let lastKept: MeasuredFix | null = null;
  let isMeasuring = false;
  /** Of this browser, with which this one takes turns while a session runs. */
  let others: OtherPages | null = null;
  /** Of what this browser remembers of the session that runs. */
  let stopWatching: (() => void) | null = null;
  let stopTimer: (() => void) | null = null;
  let flushing: Promise<void> | null = null;
  let reading: Promise<void> | null = null;
  /** By this page's own last reading: some browsers allow it to one page and not to another. */
  let isDenied = false;
  const params = { id: campaignId };

  function change(changes: Partial<TrackerState>): void {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
    if (isMeasuring) others?.tell(state);
  }

  /** One at a time: whoever asks meanwhile gets the same answer. Without one, what was measured before must still go out. */
  async function locate(): Promise<void> {
    change({ isReading: true });
    reading ??= read().finally(() => {
      reading = null;
    });
    if (!(await endsInTime(clock, reading))) missPosition('timeout');
  }

  async function read(): Promise<void> {
    try {
      const { fix, deviceTime } = await readPosition(clock.now(), geolocation, lastDeviceTime);
      newest = fix;
      isDenied = false;
      lastDeviceTime = deviceTime;
      change({ position: newest, positionProblem: null, isReading: false });
    } catch (error) {
      missPosition(error instanceof PositionFailure ? error.problem : 'unavailable');
    }
  }

  function missPosition(positionProblem: PositionProblem): void {
    newest = null;
    isDenied = positionProblem === 'denied';
    change({ position: null, positionProblem, isReading: false });
  }

  /** Instead of whatever was done every 15 seconds before; null ends it. */
  function repeat(task: (() => Promise<void>) | null): void {
    stopTimer?.();
    stopTimer = task && clock.every(SEND_INTERVAL_MS, () => void task());
  }

  function run(begun: Recording, startTime: string): void {
    recording = begun;
    lastKept = null;
    leaveOthers();
    if (readStart()?.sessionId === begun.sessionId) changeStart(begun.sessionId, { state: 'running' });
    else rememberStart({ ...begun, startTime, heardAt: clock.now().toISOString(), state: 'running' });
    const session = { id: begun.sessionId, startTime };
    change({ session, hasSendProblem: false, isOffline: false, unsent: 0 });
    void countUnsent();
    // Not the screens' to do: they may be gone before they hear of it, as when another page stops the session.
    stopWatching = onStartChange(() => {
      if (!runsHere(begun.sessionId)) rest();
    });
    others = joinPages(begun.sessionId, {
      measure,
      pause,
      follow,
      progress: () => (isMeasuring ? state : null),
    });
  }

  function leaveOthers(): void {
    stopWatching?.();
    others?.leave();
    others = null;
  }

  function measure(): void {
    isMeasuring = true;
    repeat(readAndSend);
    // At once, pages that are all denied would pass the turn on without end.
    if (!isDenied) void readAndSend();
  }

  function pause(): void {
    isMeasuring = false;
    repeat(null);
  }

  function follow(progress: Progress): void {
    if (isMeasuring) return;
    newest = progress.position;
    change(progress);
  }

  async function readAndSend(): Promise<void> {
    await locate();
    // Stopped, or another page's turn, while the device was still measuring.
    if (!isMeasuring) return;
    if (newest && isWorthKeeping(newest, lastKept)) await keep(newest);
    await flush();
    // Another page may be allowed what this one is not.
    if (isMeasuring && isDenied) others?.giveWay();
  }

  /** Nothing is sent that was not kept first: the page, or the whole browser, may be gone before an answer comes. */
  async function keep(fix: MeasuredFix): Promise<void> {
    if (!recording) return;
    lastKept = fix;
    await fixes.add(recording, fix);
    await countUnsent();
  }

  async function countUnsent(): Promise<void> {
    if (recording) change({ unsent: await fixes.count(recording) });
  }

  /** One at a time, so that positions arrive in the order in which they were measured. */
  function flush(): Promise<void> {
    flushing ??= send().finally(() => {
      flushing = null;
    });
    return flushing;
  }

  async function send(): Promise<void> {
    if (!recording) return;
    const { sessionId } = recording;
    const outcome = await sendFixes(recording, sending, ({ isInZone, published }) => {
      changeStart(sessionId, { heardAt: clock.now().toISOString() });
      if (state.session) change({ lastSentAt: clock.now(), isInZone, published });
    });
    await countUnsent();
    const isOffline = outcome === 'unanswered';
    change({ hasSendProblem: isOffline || outcome === 'waiting', isOffline });
    if (outcome === 'refused') {
      changeStart(sessionId, { state: 'ended' });
      rest();
      onEnded();
    } else if (!state.session && outcome === 'arrived') repeat(null);
  }

  function forget(): void {
    const { unsent, hasSendProblem, isOffline } = state;
    newest = null;
    leaveOthers();
    pause();
    change({ ...idle, unsent, hasSendProblem, isOffline });
  }

  /** What has not arrived is still tried, until nothing is left: this page may have kept what the one that measured knows nothing of. */
  function rest(): void {
    forget();
    repeat(flush);
    change({ hasSendProblem: state.unsent > 0 });
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    locate,
    async start(accountId) {
      const { id, startTime } = await call(startSession, { params });
      run({ accountId, campaignId, sessionId: id }, startTime);
    },
    resume(begun, startTime) {
      if (state.session?.id !== begun.sessionId) run(begun, startTime);
    },
    ended(sessionId) {
      if (state.session?.id === sessionId) rest();
    },
    async stop() {
      const { session } = state;
      if (!session) return;
      const last = newest;
      // The network may take its time; nobody is live meanwhile.
      forget();
      changeStart(session.id, { state: 'stopping' });
      // Where somebody stood until the end counts to the end.
      if (last && last.recordedAt !== lastKept?.recordedAt) await keep(last);
      try {
        // What is on its way may have left without the last one.
        await flushing;
        await flush();
        await impatiently(clock, (signal) =>
          call(endSession, { params: { ...params, sessionId: session.id } }, { signal }),
        );
        changeStart(session.id, { state: 'ended' });
      } catch (error) {
        changeStart(session.id, { state: 'stopped' });
        throw error;
      } finally {
        // Another session may have begun meanwhile.
        if (!state.session) rest();
      }
    },
    async retry() {
      if (isMeasuring) await readAndSend();
      else if (state.session) {
        isDenied = false;
        others?.claim();
      } else if (state.unsent > 0) await flush();
      else await locate();
    },
  };
}
