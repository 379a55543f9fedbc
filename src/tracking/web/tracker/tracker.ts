import { call } from '#platform/web/call.ts';
import { endSession, SEND_INTERVAL_MS, startSession } from '../../contract.ts';
import type { MeasuredFix } from '../positions/measured-fix.ts';
import type { JoinElection, OtherPages } from '../positions/measuring-pages.ts';
import { getDeviceId } from './device-id.ts';
import { finishesInTime, withServerTimeout } from './timeouts.ts';
import { PositionFailure, type PositionProblem, readPosition } from '../positions/read-position.ts';
import { type FixSender, type LostFixes, sendFixes } from '../positions/send-fixes.ts';
import type { Progress } from './shared-progress.ts';
import { idle, type TrackerState } from './tracker-state.ts';
import {
  updateRememberedSession,
  onRememberedSessionChange,
  readRememberedSession,
  rememberSession,
  isRunningInThisBrowser,
} from './remembered-session.ts';
import type { Recording } from '../positions/waiting-fixes.ts';
import { shouldKeepFix } from '../positions/should-keep-fix.ts';

export interface Tracker {
  getState(): TrackerState;
  subscribe(listener: () => void): () => void;
  /** Never rejects: the state has the outcome. */
  locate(): Promise<void>;
  /**
   * One page of this browser reads the position every 15 seconds and sends it if it is worth keeping. The other pages
   * follow it. Rejects with the server's refusal.
   * @param takesOver Ends the session that another device runs.
   */
  start(accountId: string, takesOver?: boolean): Promise<void>;
  resume(recording: Recording, startTime: string): void;
  ended(sessionId: string): void;
  /**
   * Forgets the position at once, then sends waiting positions and ends the session. Rejects with the refusal, or if no
   * answer comes. The server is then told later (unsent-positions.ts).
   */
  stop(): Promise<void>;
  retry(): Promise<void>;
}

interface TrackerSurroundings extends FixSender {
  geolocation: Geolocation | undefined;
  joinElection: JoinElection;
  onEnded(): void;
}

/**
 * It lives outside the screens, so that navigation does not interrupt it. It stops when any page of this browser has
 * ended the session. Positions are first saved in the browser and sent from there, in order.
 */
export function createTracker(
  campaignId: string,
  { geolocation, joinElection, onEnded, ...sending }: TrackerSurroundings,
): Tracker {
  const { clock, fixes } = sending;
  let state = idle;
  const listeners = new Set<() => void>();
  let newest: MeasuredFix | null = null;
  /** By the device's clock, even if the position was confirmed again later. */
  let lastDeviceTime: number | undefined;
  /** It outlives the session, because late positions are taken until the proof is sent. */
  let recording: Recording | null = null;
  let lastKept: MeasuredFix | null = null;
  let isMeasuring = false;
  let others: OtherPages | null = null;
  let stopWatching: (() => void) | null = null;
  let stopTimer: (() => void) | null = null;
  let flushing: Promise<void> | null = null;
  let reading: Promise<void> | null = null;
  /** From this page's own last reading. Some browsers allow one page and deny another. */
  let isDenied = false;
  const params = { id: campaignId };

  function change(changes: Partial<TrackerState>): void {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
    if (isMeasuring) others?.tell(state);
  }

  /** Concurrent callers share the result. If reading fails, earlier positions must still be sent. */
  async function locate(): Promise<void> {
    change({ isReading: true });
    reading ??= read().finally(() => {
      reading = null;
    });
    if (!(await finishesInTime(clock, reading))) missPosition('timeout');
  }

  async function read(): Promise<void> {
    try {
      const { fix, deviceTime } = await readPosition(clock.now(), geolocation, lastDeviceTime);
      newest = fix;
      isDenied = false;
      lastDeviceTime = deviceTime;
      change({ position: newest, positionProblem: null, isReading: false });
    } catch (error) {
      const failure = error instanceof PositionFailure ? error : new PositionFailure('unavailable');
      missPosition(failure.problem, failure.reason);
    }
  }

  function missPosition(positionProblem: PositionProblem, deniedReason?: string): void {
    newest = null;
    isDenied = positionProblem === 'denied';
    change({ position: null, positionProblem, deniedReason, isReading: false });
  }

  function repeat(task: (() => Promise<void>) | null): void {
    stopTimer?.();
    stopTimer = task && clock.every(SEND_INTERVAL_MS, () => void task());
  }

  function run(begun: Recording, startTime: string): void {
    recording = begun;
    lastKept = null;
    leaveOthers();
    if (readRememberedSession()?.sessionId === begun.sessionId)
      updateRememberedSession(begun.sessionId, { state: 'running' });
    else rememberSession({ ...begun, startTime, heardAt: clock.now().toISOString(), state: 'running' });
    const session = { id: begun.sessionId, startTime };
    change({ session, hasSendProblem: false, isOffline: false, unsent: 0, lost: null });
    void countUnsent();
    // Another page may stop the session after this page's screens are gone.
    stopWatching = onRememberedSessionChange(() => {
      if (!isRunningInThisBrowser(begun.sessionId)) rest();
    });
    others = joinElection(begun.sessionId, {
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
    // If every page is denied, reading at once would pass the turn on forever.
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
    // The session was stopped, or another page took the turn, while the device was measuring.
    if (!isMeasuring) return;
    if (newest && shouldKeepFix(newest, lastKept)) await keep(newest);
    await flush();
    // The browser may allow another page what it denies this one.
    if (isMeasuring && isDenied) others?.giveWay();
  }

  /** Saves a position before it is sent, because the page may be gone before the answer comes. */
  async function keep(fix: MeasuredFix): Promise<void> {
    if (!recording) return;
    lastKept = fix;
    await fixes.add(recording, fix);
    await countUnsent();
  }

  async function countUnsent(): Promise<void> {
    if (recording) change({ unsent: await fixes.count(recording) });
  }

  /** Sends once at a time, so that positions arrive in the order of measurement. */
  function flush(): Promise<void> {
    flushing ??= send().finally(() => {
      flushing = null;
    });
    return flushing;
  }

  async function send(): Promise<void> {
    if (!recording) return;
    const { sessionId } = recording;
    const tellLost = ({ count, reason }: LostFixes) => {
      if (recording?.sessionId !== sessionId) return;
      change({ lost: { count: count + (state.lost?.count ?? 0), reason } });
    };
    const outcome = await sendFixes(recording, sending, {
      onTaken({ isInZone, published, notCounting, isRunning, isTakenOver }) {
        updateRememberedSession(sessionId, { heardAt: clock.now().toISOString() });
        if (state.session) change({ lastSentAt: clock.now(), isInZone, published, notCounting });
        if (!isRunning && state.session?.id === sessionId) learnEnd(sessionId);
        if (isTakenOver) tellLost({ count: 0, reason: 'taken-over' });
      },
      onLost: tellLost,
    });
    await countUnsent();
    change({ hasSendProblem: /unanswered|waiting/.test(outcome), isOffline: outcome === 'unanswered' });
    if (outcome === 'refused') learnEnd(sessionId);
    else if (!state.session && outcome === 'arrived') repeat(null);
  }

  function learnEnd(sessionId: string): void {
    updateRememberedSession(sessionId, { state: 'ended' });
    rest();
    onEnded();
  }

  function forget(): void {
    const { unsent, hasSendProblem, isOffline, lost } = state;
    newest = null;
    leaveOthers();
    pause();
    change({ ...idle, unsent, hasSendProblem, isOffline, lost });
  }

  /** Keeps sending until nothing waits: this page may have positions that the measuring page lacks. */
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
    async start(accountId, takesOver = false) {
      const deviceId = getDeviceId();
      const body = { ...(deviceId && { deviceId }), ...(takesOver && { takesOver }) };
      const { id, startTime, now } = await call(startSession, { params, body });
      // Shown by this device's clock, which may be wrong.
      const aheadMs = clock.now().getTime() - Date.parse(now);
      const shownStart = new Date(Date.parse(startTime) + aheadMs).toISOString();
      run({ accountId, campaignId, sessionId: id }, shownStart);
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
      // Stop showing the user as live before the network answers.
      forget();
      updateRememberedSession(session.id, { state: 'stopping' });
      // The last position counts until the end of the session.
      if (last && last.recordedAt !== lastKept?.recordedAt) await keep(last);
      try {
        // The request under way may have left without the last position.
        await flushing;
        await flush();
        await withServerTimeout(clock, (signal) =>
          call(endSession, { params: { ...params, sessionId: session.id } }, { signal }),
        );
        updateRememberedSession(session.id, { state: 'ended' });
      } catch (error) {
        updateRememberedSession(session.id, { state: 'stopped' });
        throw error;
      } finally {
        // Another session may have started since.
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
