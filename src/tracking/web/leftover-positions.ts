import { call, CallError } from '#platform/web/call.ts';
import type { BrowserClock } from '#platform/web/clock.ts';
import { endSession } from '../contract.ts';
import { impatiently } from './patience.ts';
import { type Sending, sendFixes } from './send-fixes.ts';
import { changeStart, readStart } from './started-here.ts';

/** How many positions of sessions that are over wait here for an account. */
export async function countLeftovers(accountId: string, sending: Sending): Promise<number> {
  const recordings = await leftoversOf(accountId, sending);
  const counts = await Promise.all(recordings.map((recording) => sending.fixes.count(recording)));
  return counts.reduce((sum, count) => sum + count, 0);
}

/**
 * Sends what waits of sessions that are over, and ends the one that was stopped without a connection. Never rejects; says whether
 * the server has now heard of such a stop.
 */
export async function sendLeftovers(accountId: string, sending: Sending): Promise<boolean> {
  for (const recording of await leftoversOf(accountId, sending)) await sendFixes(recording, sending);
  return tellStop(accountId, sending.clock).catch(() => false);
}

/** The one that runs is its tracker's business. */
async function leftoversOf(accountId: string, { fixes }: Sending) {
  const started = readStart();
  const runningId = started?.state === 'running' ? started.sessionId : null;
  const recordings = await fixes.recordingsOf(accountId);
  return recordings.filter(({ sessionId }) => sessionId !== runningId);
}

/**
 * Ends at the server what was stopped here; its positions come first. False where nothing was to be told; rejects where the server
 * cannot be asked. A stop that is under way is told too: the page that began it may be gone.
 */
export async function tellStop(accountId: string, clock: BrowserClock): Promise<boolean> {
  const started = readStart();
  if (started?.accountId !== accountId) return false;
  const { campaignId, sessionId, state } = started;
  if (state !== 'stopped' && state !== 'stopping') return false;
  try {
    await impatiently(clock, (signal) =>
      call(endSession, { params: { id: campaignId, sessionId } }, { signal }),
    );
  } catch (error) {
    // There is no such session of theirs, and nothing left to end.
    if (!(error instanceof CallError) || error.code !== 'session/not-found') {
      changeStart(sessionId, { state: 'stopped' });
      throw error;
    }
  }
  changeStart(sessionId, { state: 'ended' });
  return true;
}
