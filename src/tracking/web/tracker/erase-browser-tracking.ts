import { eraseStoredSession } from './remembered-session.ts';
import { openFixesDatabase } from '../positions/waiting-fixes-database.ts';

export async function eraseBrowserTracking(accountId: string, now: Date): Promise<void> {
  // First, so that other pages stop measuring.
  eraseStoredSession(accountId);
  try {
    const fixes = await openFixesDatabase(now);
    for (const recording of await fixes.recordingsOf(accountId)) await fixes.discard(recording);
  } catch {
    // If the browser gives us no database, nothing outlives the page.
  }
}
