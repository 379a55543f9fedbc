/** An entry of a list that is sorted by its keys, which hold only a-z, 0-9 and spaces. */
export interface KeyEntry {
  key: string;
}

/** Where the keys that begin with a prefix stand: from one index up to another. */
export function runOf(entries: readonly KeyEntry[], prefix: string): [from: number, to: number] {
  // '~' comes after every character of a key.
  return [firstAtOrAfter(entries, prefix), firstAtOrAfter(entries, `${prefix}~`)];
}

/** The first index whose key is not below. */
function firstAtOrAfter(entries: readonly KeyEntry[], key: string): number {
  let [from, to] = [0, entries.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((entries[middle]?.key ?? '') < key) from = middle + 1;
    else to = middle;
  }
  return from;
}
