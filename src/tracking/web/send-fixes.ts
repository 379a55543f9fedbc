import { getCurrentUser } from '#auth/contract.ts';
import type { ResponseOf } from '#kernel/endpoint.ts';
import { call, CallError } from '#platform/web/call.ts';
import type { BrowserClock } from '#platform/web/clock.ts';
import { MAX_POINTS_PER_BATCH, updateLocation } from '../contract.ts';
import { impatiently } from './patience.ts';
import type { Recording, WaitingFix, WaitingFixes } from './waiting-fixes.ts';

/** Does a task while no other page of this browser does one of the same name. */
export type WithLock = <T>(name: string, task: () => Promise<T>) => Promise<T>;

export interface Sending {
  clock: BrowserClock;
  fixes: WaitingFixes;
  withLock: WithLock;
}

/**
 * `refused`: nobody will ever take them, and they are gone. Kept for another try are those that the server did not take now
 * (`waiting`), and those to which no answer came (`unanswered`).
 */
export type Outcome = 'arrived' | 'waiting' | 'unanswered' | 'refused';

/** Refusals after which no position of this session will ever be taken. */
const finalRefusals = new Set(['session/none-running', 'session/closed', 'compliance/location-consent']);

/**
 * Sends what waits of a recording, oldest first and in batches. Each stays in the browser until the server has taken it; one whose
 * answer was lost is sent again, which changes nothing there.
 */
export function sendFixes(
  recording: Recording,
  sending: Sending,
  onTaken: (answer: ResponseOf<typeof updateLocation>) => void = () => undefined,
): Promise<Outcome> {
  const { fixes, withLock, clock } = sending;
  return withLock(`promenade-positions-${recording.sessionId}`, async () => {
    for (;;) {
      const batch = await fixes.next(recording, MAX_POINTS_PER_BATCH);
      if (batch.length === 0) return 'arrived';
      try {
        const answer = await sendBatch(recording, batch, clock);
        await fixes.remove(batch);
        onTaken(answer);
      } catch (error) {
        if (isUnanswered(error)) return 'unanswered';
        const isFinal = error instanceof CallError && finalRefusals.has(error.code);
        if (!isFinal || !(await isSignedIn(recording.accountId, clock))) return 'waiting';
        await fixes.discard(recording);
        return 'refused';
      }
    }
  });
}

/** No connection, or one that carries nothing. */
function isUnanswered(error: unknown): boolean {
  if (error instanceof CallError) return error.status === 0;
  return error instanceof DOMException && error.name === 'AbortError';
}

function sendBatch(
  { campaignId, sessionId }: Recording,
  batch: readonly WaitingFix[],
  clock: BrowserClock,
): Promise<ResponseOf<typeof updateLocation>> {
  const points = batch.map(({ fix }) => fix);
  const [only, ...more] = points;
  // One position as the specification sends it, several with the times at which they were measured.
  const body = only && more.length === 0 ? { ...only, sessionId } : { points, sessionId };
  return impatiently(clock, (signal) =>
    call(updateLocation, { params: { id: campaignId }, body }, { signal }),
  );
}

/** Another page may have signed in as somebody else, to whom the server refuses what it would take of its owner. */
async function isSignedIn(accountId: string, clock: BrowserClock): Promise<boolean> {
  try {
    const user = await impatiently(clock, (signal) => call(getCurrentUser, {}, { signal }));
    return user.id === accountId;
  } catch {
    return false;
  }
}

/** Pages share their locks through the browser; one without them, or on an unsafe connection, sends what it has. */
export const withBrowserLock: WithLock = (name, task) => {
  const locks = navigator.locks as LockManager | undefined;
  return locks ? locks.request(name, task) : task();
};
