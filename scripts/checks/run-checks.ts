import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { judgeSkips, summaryLine, type Count, type SkippedCheck } from './count.ts';
import { stages, type Stage } from './stages.ts';

/**
 * Runs the named stages, or all, to the end whatever fails on the way, and prints one line over all of them.
 * Answers the process's exit code.
 */
export async function runChecks(names: readonly string[]): Promise<number> {
  const known = stages.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    console.error(`There is no stage ${unknown.join(', ')}. The stages are: ${known.join(', ')}.`);
    return 1;
  }
  const chosen = stages.filter(({ name }) => names.length === 0 || names.includes(name));
  const counts: Count[] = [];
  for (const stage of chosen) counts.push(await runStage(stage));
  printSummary(chosen, counts);
  return counts.some(({ failed }) => failed > 0) ? 1 : 0;
}

async function runStage({ name, run }: Stage): Promise<Count> {
  console.log(`\n── ${name}`);
  const start = performance.now();
  const count = await run()
    .catch((error: Error) => ({ passed: 0, failed: 1, skipped: [], notes: [error.message] }))
    .then((found) => judgeSkips(found, mayBeLeftOut));
  console.log(`${name}: ${summaryLine([count])} in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return count;
}

const recordings = '../shared/data';

/** Only checks that read the recordings, and only where those are missing. */
function mayBeLeftOut({ file }: SkippedCheck): boolean {
  if (existsSync(recordings)) return false;
  const source = [file, resolve('tests/journeys', file)].find((path) => existsSync(path));
  return source !== undefined && readFileSync(source, 'utf8').includes('shared/data');
}

function printSummary(chosen: readonly Stage[], counts: readonly Count[]): void {
  console.log('');
  for (const [index, { name }] of chosen.entries()) {
    const count = counts[index];
    if (count) console.log(`${name.padEnd(10)} ${summaryLine([count])}`);
  }
  const skipped = counts.flatMap((count) => count.skipped);
  if (skipped.length > 0) {
    console.log(`\nLeft out, because ${recordings} is missing:`);
    for (const { file, name } of skipped) console.log(`  ${file}: ${name}`);
  }
  const notes = counts.flatMap((count) => count.notes);
  if (notes.length > 0) {
    // At the end, where also the cut-off output of a long run still has them.
    console.log('\nFailed:');
    for (const note of notes) console.log(`  ${note}`);
  }
  console.log(`\n${summaryLine(counts)}`);
}
