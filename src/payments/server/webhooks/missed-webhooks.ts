import { addMilliseconds, DAY } from '#kernel/time.ts';
import type { Id } from '#kernel/id.ts';
import type { Deps } from '../ports.ts';
import { listRecordedDisputeIds } from '../chargebacks/chargeback-store.ts';
import { listArrivedPayouts } from '../payouts/payment-store.ts';
import { collectIds, returnedPayoutCodes, loadReport } from '../reconciliation/reconciliation-report.ts';

/**
 * Finds what the wallet reports only by webhook in the wallet's own lists, in case every webhook is lost.
 * Completed payouts and captures are never polled otherwise.
 */

/**
 * Ten times as long as the wallet redelivers a webhook, and within the 31 days that one report request may
 * cover.
 */
const LOOK_BACK_MS = 30 * DAY;

/**
 * Returns disputes of the last 30 days that we have not recorded. These are new ones, and for a while
 * disputes won before we saw them or about payments that are not ours. Returns an empty list if the wallet
 * does not answer.
 */
export async function listUnrecordedDisputes(deps: Deps): Promise<string[]> {
  const updatedAfter = addMilliseconds(deps.clock.now(), -LOOK_BACK_MS);
  const listed = await deps.ports.getWallet().listDisputeIds({ updatedAfter });
  if (listed.kind !== 'success') {
    const reason = listed.kind === 'refused' ? listed.issue : listed.reason;
    deps.log.warn({ reason }, 'the wallet does not list its disputes');
    return [];
  }
  const { ids, isWhole } = listed.value;
  if (!isWhole) deps.log.warn({ readCount: ids.length }, 'the wallet lists more disputes than are read');
  const booked = await listRecordedDisputeIds(deps.db, ids);
  return ids.filter((id) => !booked.has(id));
}

/** Completed here, but returned in the wallet's report. Returns none if the wallet does not answer. */
export async function listReversedPayouts(deps: Deps): Promise<Id[]> {
  const now = deps.clock.now();
  const names: string[] = [];
  for (const code of returnedPayoutCodes) {
    const wallet = deps.ports.getWallet();
    const report = await loadReport(wallet, addMilliseconds(now, -LOOK_BACK_MS), now, code);
    if ('lines' in report) names.push(...report.lines.flatMap(collectIds));
    else deps.log.warn({ kind: code }, 'the wallet does not list the payouts that came back');
  }
  return listArrivedPayouts(deps.db, names);
}
