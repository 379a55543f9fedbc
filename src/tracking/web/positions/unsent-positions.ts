import { call, CallError } from '#platform/web/call.ts';
import type { BrowserClock } from '#platform/web/clock.ts';
import { endSession } from '../../contract.ts';
import { withServerTimeout } from '../tracker/timeouts.ts';
import { type FixSender, type LostFixes, sendFixes } from './send-fixes.ts';
import { updateRememberedSession, readRememberedSession } from '../tracker/remembered-session.ts';

export async function countUnsentPositions(accountId: string, sending: FixSender): Promise<number> {
  const recordings = await listUnsentRecordings(accountId, sending);
  const counts = await Promise.all(recordings.map((recording) => sending.fixes.count(recording)));
  return counts.reduce((sum, count) => sum + count, 0);
}

/**
 * Also ends a session that the user stopped offline, and returns true if the server now knows of that. Never rejects.
 */
export async function sendUnsentPositions(
  accountId: string,
  sending: FixSender,
  onLost: (lost: LostFixes) => void = () => undefined,
): Promise<boolean> {
  for (const recording of await listUnsentRecordings(accountId, sending))
    await sendFixes(recording, sending, { onLost });
  return sendStop(accountId, sending.clock).catch(() => false);
}

/** Skips the running session, which its tracker sends. */
async function listUnsentRecordings(accountId: string, { fixes }: FixSender) {
  const started = readRememberedSession();
  const runningId = started?.state === 'running' ? started.sessionId : null;
  const recordings = await fixes.recordingsOf(accountId);
  return recordings.filter(({ sessionId }) => sessionId !== runningId);
}

/**
 * Send its positions first. Returns false if there is nothing to end, and rejects if the server cannot be reached. Also
 * retries a stop that is under way, because the page that began it may be gone.
 */
export async function sendStop(accountId: string, clock: BrowserClock): Promise<boolean> {
  const started = readRememberedSession();
  if (started?.accountId !== accountId) return false;
  const { campaignId, sessionId, state } = started;
  if (state !== 'stopped' && state !== 'stopping') return false;
  try {
    await withServerTimeout(clock, (signal) =>
      call(endSession, { params: { id: campaignId, sessionId } }, { signal }),
    );
  } catch (error) {
    // The user has no such session on the server, so there is nothing to end.
    if (!(error instanceof CallError) || error.code !== 'session/not-found') {
      updateRememberedSession(sessionId, { state: 'stopped' });
      throw error;
    }
  }
  updateRememberedSession(sessionId, { state: 'ended' });
  return true;
}
