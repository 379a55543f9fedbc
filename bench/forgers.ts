/**
 * npm run bench:forgers: builds forged sessions of more than 60 kinds and honest ones, runs both through the
 * rules for signs, and writes the tables to docs/presence.md. Sources are split: `tuning` chose the rules'
 * limits, `test` did not. Reads the recordings in ../shared/data/tracks if they exist. With a set's name it
 * prints each kind of that set and writes nothing. Uses no network.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  isFound,
  type Judged,
  measureForgeries,
  measureHonest,
  measureMs,
  total,
} from './forgers/measure.ts';
import type { SourceSet } from './forgers/walkers.ts';

const SETS: readonly SourceSet[] = ['tuning', 'test'];
const chosen = SETS.find((set) => process.argv.includes(set));
const TIMES = 5;
const PEOPLE = 14;

const percent = (count: number, of: number) => `${((100 * count) / of).toFixed(1)} %`;

if (chosen) {
  const all = [...measureForgeries(chosen, TIMES), ...measureHonest(chosen, PEOPLE)];
  for (const { name, any, high, sessions, kinds } of all)
    process.stdout.write(`${name}: any ${any}, strong ${high} of ${sessions} (${[...kinds].join(', ')})\n`);
} else {
  await writeTables();
}

async function writeTables(): Promise<void> {
  const rows: string[] = [];
  const exceptions: string[] = [];
  for (const set of SETS) {
    const forged = measureForgeries(set, TIMES);
    const honest = measureHonest(set, PEOPLE);
    const found = forged.filter(isFound).length;
    rows.push(
      summaryRow(set, total(`forged, ${found} of ${forged.length} kinds found`, forged)),
      summaryRow(set, total('honest', honest)),
    );
    const least = [
      ...forged.filter((each) => each.any < each.sessions),
      ...honest.filter(({ any }) => any > 0),
    ];
    exceptions.push(
      ...least.map(
        ({ name, any, sessions, kinds }) =>
          `| ${set} | ${name} | ${any} of ${sessions} | ${[...kinds].join(', ')} |`,
      ),
    );
  }
  const { prepareMs, compareMs } = measureMs();
  await replaceSection([
    '| set | sessions | number | any sign | strong sign |',
    '|---|---|---|---|---|',
    ...rows,
    '',
    `Preparing an hour takes ${prepareMs.toFixed(1)} ms, and comparing it with another hour ${compareMs.toFixed(1)} ms.`,
    '',
    'Forgeries of which some show no sign, and honest sessions of which some show one:',
    '',
    '| set | kind | with a sign | signs |',
    '|---|---|---|---|',
    ...exceptions,
  ]);
}

function summaryRow(set: SourceSet, { name, any, high, sessions }: Judged): string {
  const row = `| ${set} | ${name} | ${sessions} | ${percent(any, sessions)} | ${percent(high, sessions)} |`;
  process.stdout.write(`${row}\n`);
  return row;
}

async function replaceSection(lines: readonly string[]): Promise<void> {
  const file = resolve(import.meta.dirname, '../docs/presence.md');
  const [start, end] = ['<!-- forgers -->', '<!-- end of forgers -->'];
  const page = await readFile(file, 'utf8');
  const [before, rest = ''] = page.split(start);
  const after = rest.split(end)[1] ?? '';
  await writeFile(file, `${before}${start}\n${lines.join('\n')}\n${end}${after}`);
}
