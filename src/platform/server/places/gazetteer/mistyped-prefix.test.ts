import fc from 'fast-check';
import { expect, it } from 'vitest';
import { maxMistakes, listMistypedRuns } from './mistyped-prefix.ts';

function mistakesByTable(key: string, text: string): number {
  const table = Array.from({ length: key.length + 1 }, (_, down) =>
    Array.from({ length: text.length + 1 }, (_, across) => (down === 0 ? across : down)),
  );
  const at = (down: number, across: number) => table[down]?.[across] ?? 0;
  for (let down = 1; down <= key.length; down += 1) {
    for (let across = 1; across <= text.length; across += 1) {
      const isSame = key.charAt(down - 1) === text.charAt(across - 1);
      const isSwapped =
        key.charAt(down - 1) === text.charAt(across - 2) && key.charAt(down - 2) === text.charAt(across - 1);
      const ways = [
        at(down - 1, across) + 1,
        at(down, across - 1) + 1,
        at(down - 1, across - 1) + (isSame ? 0 : 1),
      ];
      if (down > 1 && across > 1 && isSwapped) ways.push(at(down - 2, across - 2) + 1);
      (table[down] ?? [])[across] = Math.min(...ways);
    }
  }
  return Math.min(...table.map((row) => row[text.length] ?? 0));
}

const word = fc.stringMatching(/^[abc ]{0,9}$/);

it('returns the same keys as a comparison with every key', () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 40 }), fc.stringMatching(/^[abc ]{4,9}$/), (keys, text) => {
      const entries = keys.toSorted().map((key) => ({ key }));
      const found = new Map<number, number>();
      for (const { from, to, mistakes } of listMistypedRuns(entries, text)) {
        for (let index = from; index < to; index += 1) {
          found.set(index, Math.min(mistakes, found.get(index) ?? mistakes));
        }
      }
      const allowed = maxMistakes(text);
      const expected = entries.flatMap(({ key }, index) => {
        const mistakes = mistakesByTable(key, text);
        const isWanted = mistakes <= allowed && (allowed < 2 || key.startsWith(text.charAt(0)));
        return isWanted ? [[index, mistakes]] : [];
      });
      expect([...found].toSorted(([one], [other]) => one - other)).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});

it('allows no mistakes in a short text', () => {
  expect(listMistypedRuns([{ key: 'abd' }], 'abc')).toEqual([]);
});
