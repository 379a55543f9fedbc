import type { TrackFix } from './track/track.ts';

/** Single steps of honest recordings are wild, so fewer hits mean nothing (decision 23.4). */
export const LEAST_HITS = 3;

export const atLeast = (count: number, hits: readonly TrackFix[]) => (hits.length >= count ? hits : []);

export function stretches<Fix extends TrackFix>(
  fixes: readonly Fix[],
  belongs: (from: Fix, to: Fix) => boolean,
): Fix[][] {
  const found: Fix[][] = [];
  for (const fix of fixes) {
    const last = found.at(-1)?.at(-1);
    if (last && belongs(last, fix)) found.at(-1)?.push(fix);
    else found.push([fix]);
  }
  return found;
}

export function neighbours<Item>(items: readonly Item[]): [Item, Item][] {
  return items.slice(1).flatMap((item, index) => {
    const before = items[index];
    return before === undefined ? [] : [[before, item]];
  });
}
