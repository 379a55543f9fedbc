import { call, CallError } from '#platform/web/call.ts';
import { endSession } from '../contract.ts';
import { type Sending, sendFixes } from './send-fixes.ts';
import { changeStart, readStart } from './started-here.ts';

/** How many positions of sessions that are over wait here for an account. */
export async function countLeftovers(accountId: string, sending: Sending): Promise<number> {
  const recordings = await leftoversOf(accountId, sending);
  const counts = await Promise.all(recordings.map((recording) => sending.fixes.count(recording)));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Sends what waits of sessions that are over, and ends the one that was stopped without a connection. Never rejects. */
export async function sendLeftovers(accountId: string, sending: Sending): Promise<void> {
  for (const recording of await leftoversOf(accountId, sending)) await sendFixes(recording, sending);
  await tellStop(accountId).catch(() => undefined);
}

/** The one that runs is its tracker's business. */
async function leftoversOf(accountId: string, { fixes }: Sending) {
  const started = readStart();
  const runningId = started?.state === 'running' ? started.sessionId : null;
  const recordings = await fixes.recordingsOf(accountId);
  return recordings.filter(({ sessionId }) => sessionId !== runningId);
}

/** Ends at the server what was stopped here; its positions come first. Rejects where the server cannot be asked. */
export async function tellStop(accountId: string): Promise<void> {
  const started = readStart();
  if (started?.state !== 'stopped' || started.accountId !== accountId) return;
  const { campaignId, sessionId } = started;
  try {
    await call(endSession, { params: { id: campaignId, sessionId } });
  } catch (error) {
    // There is no such session of theirs, and nothing left to end.
    if (!(error instanceof CallError) || error.code !== 'session/not-found') throw error;
  }
  changeStart(sessionId, { state: 'ended' });
}
