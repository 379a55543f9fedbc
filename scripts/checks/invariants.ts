/** Finds titles such as 'invariants 1, 2 and 31: …'. Skips invariants that the document lists under "Not shown yet". */
export function findUnprovedInvariants(document: string, titles: readonly string[]): number[] {
  const [table = '', waiting = ''] = document.split('## Not shown yet');
  const numbersIn = (text: string, pattern: RegExp) =>
    Array.from(text.matchAll(pattern), ([, number]) => Number(number));
  const proved = new Set([
    ...numbersIn(waiting, /^- (\d+) waits for /gm),
    ...titles.flatMap((title) =>
      Array.from(title.matchAll(/\binvariants? ((?:\d+(?:, | and )?)+)/g), ([, list = '']) =>
        (list.match(/\d+/g) ?? []).map(Number),
      ).flat(),
    ),
  ]);
  return numbersIn(table, /^\| (\d+) \|/gm).filter((number) => !proved.has(number));
}
