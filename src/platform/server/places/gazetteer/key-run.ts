/** Keys only contain a-z, 0-9 and spaces. */
export interface KeyEntry {
  key: string;
}

export function findRun(entries: readonly KeyEntry[], prefix: string): [from: number, to: number] {
  // '~' sorts after every character of a key.
  return [firstAtOrAfter(entries, prefix), firstAtOrAfter(entries, `${prefix}~`)];
}

function firstAtOrAfter(entries: readonly KeyEntry[], key: string): number {
  let [from, to] = [0, entries.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((entries[middle]?.key ?? '') < key) from = middle + 1;
    else to = middle;
  }
  return from;
}
