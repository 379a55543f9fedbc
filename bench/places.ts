/**
 * Measures the bundled list of places: loading, memory, and search time by kind of query. Run it with `npx
 * tsx bench/places.ts`. There is no baseline in the same run, so the figures vary with other load on the
 * machine.
 */
import { nearestPlace, searchPlaces } from '#platform/server/places/gazetteer/gazetteer.ts';
import { machineFacts } from './machine.ts';

const kinds: Record<string, readonly string[]> = {
  'two letters': ['sa', 'ne', 'po', 'lo', 'ma'],
  'begun name': ['san fr', 'chica', 'phila', 'minneap', 'spring'],
  'name and state': [
    'portland, or',
    'springfield, i',
    'columbus ga',
    'charleston west virginia',
    'aurora, co',
  ],
  state: ['oregon', 'texas', 'puerto rico', 'new york', 'ohio'],
  'ZIP code': ['941', '94105', '112', '60601', '99501'],
  mistyped: ['san fransisco', 'albequerque', 'pheonix', 'cincinatti', 'mineapolis, mn'],
  nothing: ['zzzzzz', 'qqqqqqqqqq', 'xylophone street', 'asdfghjkl', '12'],
};
const rounds = 400;

function sorted(run: (round: number) => void): number[] {
  return Array.from({ length: rounds }, (_, round) => {
    const begun = performance.now();
    run(round);
    return performance.now() - begun;
  }).toSorted((one, other) => one - other);
}

function row(kind: string, durations: readonly number[]): string {
  const at = (share: number) => durations[Math.floor(durations.length * share)]?.toFixed(3);
  return `| ${kind} | ${at(0.5)} | ${at(0.99)} |`;
}

const heapBefore = usedMegabytes();
const begun = performance.now();
searchPlaces('a');
const loadedMilliseconds = performance.now() - begun;
const searchMegabytes = usedMegabytes() - heapBefore;
const reverseBegun = performance.now();
nearestPlace(40, -100);
const reverseMilliseconds = performance.now() - reverseBegun;
const reverseMegabytes = usedMegabytes() - heapBefore - searchMegabytes;

const lines = [
  machineFacts(),
  `The first search took ${loadedMilliseconds.toFixed(0)} ms and keeps ${searchMegabytes.toFixed(1)} MB,`,
  `the first reverse lookup ${reverseMilliseconds.toFixed(0)} ms and ${reverseMegabytes.toFixed(1)} MB more.`,
  '',
  '| query | p50 ms | p99 ms |',
  '|---|---|---|',
  ...Object.entries(kinds).map(([kind, queries]) =>
    row(
      kind,
      sorted((round) => void searchPlaces(queries[round % queries.length] ?? '')),
    ),
  ),
  row(
    'reverse lookup',
    // Points all over the states, the same in every run.
    sorted((round) => void nearestPlace(26 + ((round * 7) % 220) / 10, -122 + ((round * 13) % 500) / 10)),
  ),
];
process.stdout.write(`${lines.join('\n')}\n`);

/** Run node with --expose-gc. Otherwise the result includes garbage. */
function usedMegabytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 1024 / 1024;
}
