import { getCurrentUser } from '#auth/contract.ts';
import type { ResponseOf } from '#kernel/endpoint.ts';
import { call, CallError } from '#platform/web/call.ts';
import type { BrowserClock } from '#platform/web/clock.ts';
import { MAX_POINTS_PER_BATCH, updateLocation } from '../../contract.ts';
import { getDeviceId } from '../tracker/device-id.ts';
import { withServerTimeout } from '../tracker/timeouts.ts';
import type { Recording, WaitingFix, WaitingFixes } from './waiting-fixes.ts';

export type WithLock = <T>(name: string, task: () => Promise<T>) => Promise<T>;

export interface FixSender {
  clock: BrowserClock;
  fixes: WaitingFixes;
  withLock: WithLock;
}

/**
 * `refused`: the server will never take them, so they were discarded. They are kept for a retry if the server
 * did not take them now (`waiting`) or did not answer (`unanswered`).
 */
export type Outcome = 'arrived' | 'waiting' | 'unanswered' | 'refused';

const finalRefusals = new Set([
  'session/none-running',
  'session/closed',
  'session/proof-sent',
  'session/other-device',
  'compliance/location-consent',
]);

const lossReasons: ReadonlyMap<string, LostFixes['reason']> = new Map([
  ['session/other-device', 'taken-over'],
  ['session/proof-sent', 'proof-sent'],
]);

interface Listeners {
  onTaken?(answer: ResponseOf<typeof updateLocation>): void;
  onLost?(lost: LostFixes): void;
}

export interface LostFixes {
  count: number;
  /** They were measured after the session's end, or after another device took over, or arrived after the proof. */
  reason: 'ended' | 'taken-over' | 'proof-sent';
}

/**
 * Sends the oldest first, in batches. Each position stays in the browser until the server has saved it. If an answer is
 * lost, it is sent again, which changes nothing on the server.
 */
export function sendFixes(
  recording: Recording,
  sending: FixSender,
  { onTaken, onLost }: Listeners = {},
): Promise<Outcome> {
  const { fixes, withLock, clock } = sending;
  return withLock(`promenade-positions-${recording.sessionId}`, async () => {
    for (;;) {
      const batch = await fixes.next(recording, MAX_POINTS_PER_BATCH);
      if (batch.length === 0) return 'arrived';
      try {
        const answer = await sendBatch(recording, batch, clock);
        await fixes.remove(batch);
        onTaken?.(answer);
        const { tooLate, isTakenOver } = answer;
        if (tooLate > 0) onLost?.({ count: tooLate, reason: isTakenOver ? 'taken-over' : 'ended' });
      } catch (error) {
        if (isUnanswered(error)) return 'unanswered';
        const isFinal = error instanceof CallError && finalRefusals.has(error.code);
        if (!isFinal || !(await isSignedIn(recording.accountId, clock))) return 'waiting';
        const count = await fixes.count(recording);
        await fixes.discard(recording);
        if (error.code !== 'compliance/location-consent')
          onLost?.({ count, reason: lossReasons.get(error.code) ?? 'ended' });
        return 'refused';
      }
    }
  });
}

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
  const deviceId = getDeviceId();
  const sent = { sessionId, sentAt: clock.now().toISOString(), ...(deviceId && { deviceId }) };
  // A single position has the specification's shape. Several carry the times of their measurement.
  const body = only && more.length === 0 ? { ...only, ...sent } : { points, ...sent };
  return withServerTimeout(clock, (signal) =>
    call(updateLocation, { params: { id: campaignId }, body }, { signal }),
  );
}

/** If another page signed in as another user, the server refuses positions that it would take from their owner. */
async function isSignedIn(accountId: string, clock: BrowserClock): Promise<boolean> {
  try {
    const user = await withServerTimeout(clock, (signal) => call(getCurrentUser, {}, { signal }));
    return user.id === accountId;
  } catch {
    return false;
  }
}

/** Without lock support, or on an insecure connection, the page sends without a lock. */
export const withBrowserLock: WithLock = (name, task) => {
  const locks = navigator.locks as LockManager | undefined;
  return locks ? locks.request(name, task) : task();
};
