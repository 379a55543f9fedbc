import { call, CallError } from '#platform/web/call.ts';
import type { BrowserClock } from '#platform/web/clock.ts';
import { endSession, type Fix, SEND_INTERVAL_MS, startSession, updateLocation } from '../contract.ts';
import { createFixQueue, type FixQueue } from './fix-queue.ts';
import { readPosition } from './read-position.ts';

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
  /** Starts at the server, then reads and sends every 15 seconds. Rejects with the refusal. */
  start(): Promise<void>;
  /** Goes on with a session that was running before the page was loaded. */
  resume(session: { id: string; startTime: string }): void;
  /** The server ended this session by itself. */
  ended(sessionId: string): void;
  /** Sends what waits, ends the session, forgets the position. Rejects with the refusal. */
  stop(): Promise<void>;
  /** Reads and sends at once, after something failed. */
  retry(): Promise<void>;
}

interface TrackerSurroundings {
  clock: BrowserClock;
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

/** Refusals after which no position of this session will ever be taken. */
const finalRefusals = new Set(['session/none-running', 'session/closed', 'compliance/location-consent']);

/**
 * Tracks one campaign from this browser. It lives outside the screens, so that moving between pages does not
 * interrupt it; fixes that cannot be sent wait in memory and go out in order.
 */
export function createTracker(
  campaignId: string,
  { clock, geolocation, onEnded }: TrackerSurroundings,
): Tracker {
  let state = idle;
  const listeners = new Set<() => void>();
  /** What waits for which session; outlives the session's end, as late positions are taken until the proof is sent. */
  let outbox: { sessionId: string; queue: FixQueue } | null = null;
  let stoppedId: string | null = null;
  let stopTimer: (() => void) | null = null;
  let sending: Promise<void> | null = null;
  const params = { id: campaignId };

  function change(changes: Partial<TrackerState>): void {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  }

  async function locate(): Promise<void> {
    if (state.isReading) return;
    change({ isReading: true });
    try {
      const position = await readPosition(clock.now(), geolocation, state.position?.recordedAt);
      change({ position, positionProblem: null, isReading: false });
    } catch (error) {
      const positionProblem = error instanceof Error ? error.message : null;
      change({ position: null, positionProblem, isReading: false });
    }
  }

  /** Instead of whatever was done every 15 seconds before; null ends it. */
  function repeat(task: (() => Promise<void>) | null): void {
    stopTimer?.();
    stopTimer = task && clock.every(SEND_INTERVAL_MS, () => void task());
  }

  function run(session: { id: string; startTime: string }): void {
    outbox = { sessionId: session.id, queue: createFixQueue() };
    change({ session, hasSendProblem: false, unsent: 0 });
    repeat(readAndSend);
    void readAndSend();
  }

  async function readAndSend(): Promise<void> {
    await locate();
    // Stopped while the device was still measuring.
    if (!state.session || !outbox) return;
    if (state.position) outbox.queue.add(state.position);
    change({ unsent: outbox.queue.size });
    await flush();
  }

  /** One at a time, so that positions arrive in the order in which they were measured. */
  function flush(): Promise<void> {
    sending ??= sendAll().finally(() => {
      sending = null;
    });
    return sending;
  }

  async function sendAll(): Promise<void> {
    if (!outbox) return;
    const { sessionId, queue } = outbox;
    for (let batch = queue.next(); batch.length > 0; batch = queue.next()) {
      try {
        const { isInZone, published } = await call(updateLocation, {
          params,
          body: bodyOf(batch, sessionId),
        });
        queue.remove(batch);
        change({ hasSendProblem: false, unsent: queue.size });
        if (state.session) change({ lastSentAt: clock.now(), isInZone, published });
      } catch (error) {
        if (error instanceof CallError && finalRefusals.has(error.code)) {
          outbox = null;
          rest();
          onEnded();
        } else change({ hasSendProblem: true });
        return;
      }
    }
    if (!state.session) rest();
  }

  /** Forgets the position; what has not arrived is still tried. */
  function rest(): void {
    const unsent = outbox?.queue.size ?? 0;
    repeat(unsent > 0 ? flush : null);
    change({ ...idle, unsent, hasSendProblem: unsent > 0 });
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    locate,
    async start() {
      run(await call(startSession, { params }));
    },
    resume(session) {
      // What the server said a moment ago may be older than the stop.
      if (state.session?.id !== session.id && stoppedId !== session.id) run(session);
    },
    ended(sessionId) {
      if (state.session?.id === sessionId) rest();
    },
    async stop() {
      const { session } = state;
      if (!session) return;
      await flush();
      await call(endSession, { params: { ...params, sessionId: session.id } });
      stoppedId = session.id;
      rest();
    },
    async retry() {
      if (state.session) await readAndSend();
      else if (state.unsent > 0) await flush();
      else await locate();
    },
  };
}

/** One position as the specification sends it, several with the times at which they were measured. */
function bodyOf(batch: readonly Fix[], sessionId: string) {
  const [first] = batch;
  return first && batch.length === 1 ? { ...first, sessionId } : { points: [...batch], sessionId };
}
