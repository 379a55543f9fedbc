import { MINUTE, SECOND } from '#kernel/time.ts';
import { atLeast, LEAST_HITS, stretches } from './stretches.ts';
import type { TrackFix } from './track/track.ts';

const BATCH_FIXES = 5;
/** A call that ends with a position of its moment means that the connection was lost just before. */
const FRESH_BATCH_FIXES = 3;
const FRESH_MS = 20 * SECOND;
const LEAST_BATCHES = 4;
const SENT_IN_BATCHES_SHARE = 0.8;

/**
 * Finds sessions that arrived in batches only. Our app sends each position at once. Without a connection it
 * sends all that wait, and then single positions again.
 */
export function inBatches(track: readonly TrackFix[]): readonly TrackFix[] {
  const byReceipt = track.toSorted((one, other) => betweenReceiptsMs(other, one));
  const calls = stretches(byReceipt, (from, to) => betweenReceiptsMs(from, to) === 0);
  const large = calls.filter(({ length }) => length >= BATCH_FIXES);
  const fresh = calls.filter((call) => call.length >= FRESH_BATCH_FIXES && isFresh(call));
  const found = [large, fresh].find(
    (batches) =>
      batches.length >= LEAST_BATCHES && batches.flat().length >= SENT_IN_BATCHES_SHARE * track.length,
  );
  return found?.flat() ?? [];
}

const isFresh = (call: readonly TrackFix[]) =>
  call.some(({ receivedAt, recordedAt }) => receivedAt.getTime() - recordedAt.getTime() <= FRESH_MS);

const CLOCK_TOLERANCE_MS = 2 * MINUTE;
/** A phone that syncs its clock over the network sets it back by less. */
const CLOCK_CORRECTION_MS = SECOND;
/** Calls from a wrong clock are equally late, within this. If a phone catches up, the lag shrinks by more. */
const EVENLY_LATE_MS = 5 * SECOND;

/**
 * Finds times that no running clock gives: in the future; running backwards within a call; or long ago in
 * call after call without catching up. Positions recorded offline are late too, but in order, and each call
 * gets nearer to now.
 */
export function wrongClock(track: readonly TrackFix[]): readonly TrackFix[] {
  const sent = track
    .filter((fix): fix is ClaimedFix => fix.claimedAt !== null)
    .toSorted((one, other) => betweenReceiptsMs(other, one) || one.ordinal - other.ordinal);
  const calls = stretches(sent, (from, to) => betweenReceiptsMs(from, to) === 0);
  const hits = calls.flatMap((call, index) =>
    call.filter((fix, place) => {
      const before = call[place - 1];
      const callBefore = place === call.length - 1 ? calls[index - 1]?.at(-1) : undefined;
      return (
        lagMs(fix) < -CLOCK_TOLERANCE_MS ||
        (before && lagMs(fix) > lagMs(before) + CLOCK_CORRECTION_MS) ||
        (callBefore && staysBehind(callBefore, fix))
      );
    }),
  );
  return atLeast(LEAST_HITS, hits);
}

function staysBehind(callBefore: ClaimedFix, end: ClaimedFix): boolean {
  if (lagMs(end) <= CLOCK_TOLERANCE_MS) return false;
  const isEvenlyLate = Math.abs(lagMs(end) - lagMs(callBefore)) <= EVENLY_LATE_MS;
  return isEvenlyLate || end.claimedAt < callBefore.claimedAt;
}

type ClaimedFix = TrackFix & { claimedAt: Date };

/** Negative if the fix arrived before its own time. */
function lagMs({ receivedAt, claimedAt }: ClaimedFix): number {
  return receivedAt.getTime() - claimedAt.getTime();
}

function betweenReceiptsMs(from: TrackFix, to: TrackFix): number {
  return to.receivedAt.getTime() - from.receivedAt.getTime();
}
