import { forgetStart } from './started-here.ts';
import { openFixesDatabase } from './waiting-fixes-database.ts';

/**
 * Leaves nothing of an account that is deleted in this browser: no position that waits, nor which session it has started. What
 * belongs to other accounts stays.
 */
export async function forgetTracking(accountId: string, now: Date): Promise<void> {
  // First, so that other pages measure no more.
  forgetStart(accountId);
  try {
    const fixes = await openFixesDatabase(now);
    for (const recording of await fixes.recordingsOf(accountId)) await fixes.discard(recording);
  } catch {
    // A browser that gives us no database keeps nothing longer than its page.
  }
}
