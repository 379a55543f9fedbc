import type { Id } from '#kernel/id.ts';
import { HOLD, parseId, PAYOUT, PAYOUT_BACK, RELEASE, toFeeKey } from './move-keys.ts';
import type { OurMove, TheirMove } from './reconciliation-rules.ts';

/**
 * Removes holds with their releases of disputes that were closed without a loss before we saw them. They
 * moved no money of ours. Keeps the holds that we have recorded.
 */
export function removeUnseenDisputes(theirs: readonly TheirMove[], ours: readonly OurMove[]): TheirMove[] {
  const unheard = new Set<TheirMove>();
  for (const hold of theirs) {
    if (!hold.key.startsWith(HOLD)) continue;
    const isSame = ({ key, amountCents }: TheirMove) => key === hold.key && amountCents === hold.amountCents;
    const known = ours.filter(isSame).length;
    if (theirs.filter((move) => isSame(move) && !unheard.has(move)).length <= known) continue;
    const key = `${RELEASE}${parseId(hold.key)}`;
    const release = theirs.find(
      (move) => move.key === key && move.amountCents === -hold.amountCents && !unheard.has(move),
    );
    if (release) unheard.add(hold).add(release);
  }
  return theirs.filter((move) => !unheard.has(move));
}

/**
 * Removes payouts that left and came back without a posting, as often as they did, with their fees. They moved no money
 * of ours. One side of it may be missing: the payout left before this report, or its return is not reported yet.
 */
export function removeUnseenReturns(
  theirs: readonly TheirMove[],
  ours: readonly OurMove[],
  returned: ReadonlySet<Id>,
): TheirMove[] {
  const unseen = new Set<TheirMove>();
  const theirsByKey = groupByKey(theirs);
  const bookedByKey = groupByKey(ours.filter(({ isBooked }) => isBooked));
  const listTheirs = (key: string) => theirsByKey.get(key) ?? [];
  const countBooked = (key: string) => bookedByKey.get(key)?.length ?? 0;
  for (const id of returned) {
    const [out, back] = [`${PAYOUT}${id}`, `${PAYOUT_BACK}${id}`];
    const backs = Math.max(listTheirs(back).length, 1);
    const outs = Math.max(listTheirs(out).length, backs);
    const pairs = Math.max(0, Math.min(outs - countBooked(out), backs - countBooked(back)));
    for (const key of [out, back, toFeeKey(out), toFeeKey(back)])
      for (const move of listTheirs(key).slice(0, pairs)) unseen.add(move);
  }
  return theirs.filter((move) => !unseen.has(move));
}

function groupByKey(moves: readonly TheirMove[]): Map<string, TheirMove[]> {
  const groups = new Map<string, TheirMove[]>();
  for (const move of moves) {
    const group = groups.get(move.key);
    if (group) group.push(move);
    else groups.set(move.key, [move]);
  }
  return groups;
}
