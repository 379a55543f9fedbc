/**
 * npm run bench:positions: plays the attacks of tests/support/attacker.ts and writes their table to
 * docs/presence.md. Uses no network.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  type Attack,
  measureError,
  errorOfHiddenPoint,
  errorOfMean,
  quantile,
} from '#tests/support/attacker.ts';

const file = resolve(import.meta.dirname, '../docs/presence.md');
const [start, end] = ['<!-- attacks -->', '<!-- end of attacks -->'];
const marketers = Array.from({ length: Number(process.argv[2] ?? 200) }, (_, index) => index + 1);
const rows: string[] = [];

function measure(name: string, errorFor: (seed: number) => number): void {
  const errors = marketers.map(errorFor);
  const row = `| ${name} | ${quantile(errors, 0.5)} | ${quantile(errors, 0.05)} |`;
  process.stdout.write(`${row}\n`);
  rows.push(row);
}

for (const campaigns of [1, 3, 10])
  measure(`mean of the points of ${campaigns} campaigns`, (seed) => errorOfMean(campaigns, seed));
measure('the hidden point itself, by any number of crossings', errorOfHiddenPoint);
const attacks: readonly Attack[] = [
  { name: '10 flags, zones anywhere', campaigns: 10, businesses: 1, zones: 'random', sees: 'live' },
  { name: '7 flags, zones chosen', campaigns: 7, businesses: 1, zones: 'chosen', sees: 'live' },
  { name: '10 flags, zones chosen', campaigns: 10, businesses: 1, zones: 'chosen', sees: 'live' },
  { name: 'two businesses, points only', campaigns: 0, businesses: 2, zones: 'none', sees: 'live' },
  {
    name: 'two businesses, 20 flags, zones chosen',
    campaigns: 20,
    businesses: 2,
    zones: 'chosen',
    sees: 'live',
  },
  {
    name: '10 proofs from one place, zones chosen',
    campaigns: 10,
    businesses: 1,
    zones: 'chosen',
    sees: 'proof',
  },
];
for (const attack of attacks) measure(attack.name, (seed) => measureError(attack, seed));

const page = await readFile(file, 'utf8');
const [before, rest = ''] = page.split(start);
const after = rest.split(end)[1] ?? '';
const table = ['| what the business uses | median m | 5 % m |', '|---|---|---|', ...rows].join('\n');
await writeFile(file, `${before}${start}\n${table}\n${end}${after}`);
