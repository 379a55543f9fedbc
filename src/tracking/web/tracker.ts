import { call } from '#platform/web/call.ts';
import { endSession, type Fix, SEND_INTERVAL_MS, startSession } from '../contract.ts';
import type { MeasuredFix } from './measured-fix.ts';
import { readPosition } from './read-position.ts';
import { impatiently, type Sending, sendFixes } from './send-fixes.ts';
import { changeStart, readStart, rememberStart } from './started-here.ts';
import type { Recording } from './waiting-fixes.ts';
import { isWorthKeeping } from './worth-keeping.ts';

/** What the advertiser's map shows of me. */
export interface Published {
  latitude: number;
  longitude: number;
  accuracy: number;
}

export interface TrackerState {
  /** The newest measured position; unknown until one was read, and again after stopping. */
  position: Fix | null;
  isReading: boolean;
  /** Why the position is not known, for the person. */
  positionProblem: string | null;
  /** The session that runs. */
  session: { id: string; startTime: string } | null;
  /** Positions did not reach the server; they wait here. */
  hasSendProblem: boolean;
  unsent: number;
  lastSentAt: Date | null;
  /** By the server's last answer; null while it has not answered. */
  isInZone: boolean | null;
  /** Null: still on the way. Undefined: the server has not answered yet. */
  published: Published | null | undefined;
}

export interface Tracker {
  getState(): TrackerState;
  subscribe(listener: () => void): () => void;
  /** Reads the position once, so that starting is possible. Never rejects; the state says what happened. */
  locate(): Promise<void>;
  /** Starts at the server, then reads every 15 seconds and sends what is worth it. Rejects with the refusal. */
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
  /** The session has ended without us: its window closed, or consent was withdrawn. */
  onEnded(): void;
}

const idle: TrackerState = {
  position: null,
  isReading: false,
  positionProblem: null,
  session: null,
  hasSendProblem: false,
  unsent: 0,
  lastSentAt: null,
  isInZone: null,
  published: undefined,
};

/**
 * Tracks one campaign from this browser. It lives outside the screens, so that moving between pages does not
 * interrupt it. What it measures is kept in the browser first and goes out from there, in order.
 */
export function createTracker(
  campaignId: string,
  { geolocation, onEnded, ...sending }: TrackerSurroundings,
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
  let stopTimer: (() => void) | null = null;
  let flushing: Promise<void> | null = null;
  const params = { id: campaignId };

  function change(changes: Partial<TrackerState>): void {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  }

  async function locate(): Promise<void> {
    if (state.isReading) return;
    change({ isReading: true });
    try {
      const { fix, deviceTime } = await readPosition(clock.now(), geolocation, lastDeviceTime);
      newest = fix;
      lastDeviceTime = deviceTime;
      change({ position: newest, positionProblem: null, isReading: false });
    } catch (error) {
      newest = null;
      const positionProblem = error instanceof Error ? error.message : null;
      change({ position: null, positionProblem, isReading: false });
    }
  }

  /** Instead of whatever was done every 15 seconds before; null ends it. */
  function repeat(task: (() => Promise<void>) | null): void {
    stopTimer?.();
    stopTimer = task && clock.every(SEND_INTERVAL_MS, () => void task());
  }

  function run(begun: Recording, startTime: string): void {
    recording = begun;
    lastKept = null;
    isMeasuring = true;
    if (readStart()?.sessionId === begun.sessionId) changeStart(begun.sessionId, { state: 'running' });
    else rememberStart({ ...begun, startTime, heardAt: clock.now().toISOString(), state: 'running' });
    change({ session: { id: begun.sessionId, startTime }, hasSendProblem: false, unsent: 0 });
    void countUnsent();
    repeat(readAndSend);
    void readAndSend();
  }

  async function readAndSend(): Promise<void> {
    await locate();
    // Stopped while the device was still measuring.
    if (!isMeasuring) return;
    if (newest && isWorthKeeping(newest, lastKept)) await keep(newest);
    await flush();
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
    change({ hasSendProblem: outcome === 'waiting' });
    if (outcome === 'refused') {
      changeStart(sessionId, { state: 'ended' });
      rest();
      onEnded();
    } else if (!state.session && outcome === 'arrived') repeat(null);
  }

  function forget(): void {
    const { unsent, hasSendProblem } = state;
    newest = null;
    isMeasuring = false;
    repeat(null);
    change({ ...idle, unsent, hasSendProblem });
  }

  /** What has not arrived is still tried. */
  function rest(): void {
    forget();
    if (state.unsent > 0) repeat(flush);
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
      changeStart(session.id, { state: 'stopped' });
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
      } finally {
        // Another session may have begun meanwhile.
        if (!state.session) rest();
      }
    },
    async retry() {
      if (state.session) await readAndSend();
      else if (state.unsent > 0) await flush();
      else await locate();
    },
  };
}
