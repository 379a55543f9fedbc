import type { KeyEntry } from './key-run.ts';

export interface MistypedRun {
  from: number;
  to: number;
  /** Number of letters that are wrong, missing, extra or swapped with their neighbour. */
  mistakes: number;
}

/** None in a short text: with a mistake, a short name becomes another short name. */
export function maxMistakes(text: string): number {
  if (text.length < 4) return 0;
  return text.length < 7 ? 1 : 2;
}

/**
 * Finds 'san fransisco', 'pheonix' and 'albequerque' by the restricted Damerau-Levenshtein distance. Walks the list as
 * a tree of letters and leaves a branch as soon as it has too many mistakes, so a hundred thousand keys take some
 * thousand steps. If two mistakes are allowed, the first letter must be right. A key that matches in several ways is in
 * several runs.
 */
export function listMistypedRuns(entries: readonly KeyEntry[], text: string): MistypedRun[] {
  const allowed = maxMistakes(text);
  const runs: MistypedRun[] = [];
  if (allowed === 0) return runs;

  /** `row[i]`: mistakes between the current branch and the first i letters of the text. */
  const visit = (
    [from, to]: [number, number],
    depth: number,
    row: readonly number[],
    before: { row: readonly number[]; letter: string } | undefined,
  ): void => {
    const mistakes = row[text.length] ?? Number.POSITIVE_INFINITY;
    if (mistakes <= allowed) runs.push({ from, to, mistakes });
    let at = from;
    while (at < to && (entries[at]?.key.length ?? 0) <= depth) at += 1;
    while (at < to) {
      const letter = entries[at]?.key.charAt(depth) ?? '';
      const end = endOfLetter(entries, letter, depth, at, to);
      if (depth > 0 || allowed < 2 || text.startsWith(letter)) {
        const next = nextRow(text, letter, row, before);
        if (Math.min(...next) <= allowed) visit([at, end], depth + 1, next, { row, letter });
      }
      at = end;
    }
  };
  const nothingTyped = Array.from({ length: text.length + 1 }, (_, index) => index);
  visit([0, entries.length], 0, nothingTyped, undefined);
  return runs;
}

/** All keys from `low` to `high` are equal up to that depth. */
function endOfLetter(
  entries: readonly KeyEntry[],
  letter: string,
  depth: number,
  low: number,
  high: number,
): number {
  let [from, to] = [low, high];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((entries[middle]?.key.charAt(depth) ?? '') <= letter) from = middle + 1;
    else to = middle;
  }
  return from;
}

function nextRow(
  text: string,
  letter: string,
  row: readonly number[],
  before: { row: readonly number[]; letter: string } | undefined,
): number[] {
  const next = [(row[0] ?? 0) + 1];
  for (let index = 1; index <= text.length; index += 1) {
    const typed = text.charAt(index - 1);
    let mistakes = Math.min(
      (row[index] ?? 0) + 1,
      (next[index - 1] ?? 0) + 1,
      (row[index - 1] ?? 0) + (typed === letter ? 0 : 1),
    );
    const isSwapped = index > 1 && typed === before?.letter && text.charAt(index - 2) === letter;
    if (isSwapped) mistakes = Math.min(mistakes, (before.row[index - 2] ?? 0) + 1);
    next.push(mistakes);
  }
  return next;
}
