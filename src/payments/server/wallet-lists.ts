import { addMilliseconds, DAY } from '#kernel/time.ts';
import type { Id } from '#kernel/id.ts';
import type { Deps } from '#platform/server/deps.ts';
import { findBookedDisputes } from './chargeback-store.ts';
import { listArrivedPayouts } from './payment-store.ts';
import { namesIn, payoutBackCodes, readReport } from './reconciliation-theirs.ts';
import { walletProvider } from './slots.ts';

/**
 * What the wallet tells by notices alone, found in its own lists where every notice is lost: of a payout that has arrived and of a
 * payment that is in nobody would ask again.
 */

/** Ten times as long as the wallet repeats a notice, and within the 31 days that its report answers for at once. */
const LOOK_BACK_MS = 30 * DAY;

/**
 * Disputes of the last 30 days that are not booked here: new ones, and for a while those that had ended without a loss before we
 * heard of them or are about no payment of ours. None where the wallet does not say.
 */
export async function listUnheardDisputes(deps: Deps): Promise<string[]> {
  const updatedAfter = addMilliseconds(deps.clock.now(), -LOOK_BACK_MS);
  const listed = await deps.slots.get(walletProvider).listDisputeIds({ updatedAfter });
  if (listed.kind !== 'success') {
    const reason = listed.kind === 'refused' ? listed.issue : listed.reason;
    deps.log.warn({ reason }, 'the wallet does not list its disputes');
    return [];
  }
  const { ids, isWhole } = listed.value;
  if (!isWhole) deps.log.warn({ readCount: ids.length }, 'the wallet lists more disputes than are read');
  const booked = await findBookedDisputes(deps.db, ids);
  return ids.filter((id) => !booked.has(id));
}

/** Payouts that have arrived for us and came back in the last 30 days by the wallet's report. None where it does not say. */
export async function listPayoutsTakenBack(deps: Deps): Promise<Id[]> {
  const now = deps.clock.now();
  const names: string[] = [];
  for (const code of payoutBackCodes) {
    const wallet = deps.slots.get(walletProvider);
    const report = await readReport(wallet, addMilliseconds(now, -LOOK_BACK_MS), now, code);
    if ('lines' in report) names.push(...report.lines.flatMap(namesIn));
    else deps.log.warn({ kind: code }, 'the wallet does not list the payouts that came back');
  }
  return listArrivedPayouts(deps.db, names);
}
