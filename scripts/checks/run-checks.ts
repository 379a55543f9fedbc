import { existsSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import {
  emptyCount,
  failUnallowedSkips,
  runFailure,
  summaryLine,
  type Count,
  type SkippedCheck,
} from './count.ts';
import { findUnprovedInvariants } from './invariants.ts';
import { needsProgram, quickSuite, type Stage } from './stages.ts';

interface StageResult {
  name: string;
  count: Count;
  seconds: number;
}

/** Does not stop at a failure. Ends with `N passed, N failed`. Returns the exit code of the process. */
export async function runChecks(suite: readonly Stage[], names: readonly string[]): Promise<number> {
  const known = suite.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    console.error(`There is no stage ${unknown.join(', ')}. The stages are: ${known.join(', ')}.`);
    return 1;
  }
  const chosen = suite.filter(({ name }) => names.length === 0 || names.includes(name));
  const isStatic = ({ kind }: Stage) => kind === 'static';
  const began = performance.now();
  // Static checks use one core each. The test runners use all cores.
  const results = await runTwoAtOnce(chosen.filter(isStatic));
  for (const stage of chosen.filter((each) => !isStatic(each))) results.push(await runStage(stage));
  if (suite === quickSuite && names.length === 0) results.push(checkInvariants(results));
  printReport(results, (performance.now() - began) / 1000);
  return results.some(({ count }) => count.failures.length > 0) ? 1 : 0;
}

async function runTwoAtOnce(stages: readonly Stage[]): Promise<StageResult[]> {
  const waiting = [...stages];
  const results: StageResult[] = [];
  const worker = async () => {
    for (let stage = waiting.shift(); stage; stage = waiting.shift()) results.push(await runStage(stage));
  };
  await Promise.all([worker(), worker()]);
  return results;
}

async function runStage({ name, run }: Stage): Promise<StageResult> {
  console.log(`── ${name} …`);
  const began = performance.now();
  const count = await run()
    .catch((error: Error) => ({ ...emptyCount(), failures: [runFailure(error.message)] }))
    .then((found) => failUnallowedSkips(found, maySkip));
  const seconds = (performance.now() - began) / 1000;
  console.log(`── ${name}: ${describeCount(count)} in ${seconds.toFixed(1)} s`);
  return { name, count, seconds };
}

/** Checks nothing if a missing program kept tests from running. */
function checkInvariants(results: readonly StageResult[]): StageResult {
  const counts = results.map(({ count }) => count);
  const titles = counts.flatMap((count) => count.titles);
  const count = emptyCount();
  if (!counts.some(({ skipped }) => skipped.some(({ name }) => name === needsProgram))) {
    const unproved = findUnprovedInvariants(readFileSync('docs/invariants.md', 'utf8'), titles);
    if (unproved.length === 0) count.passed = 1;
    else {
      const message = `no passed test has the number ${unproved.join(', ')}`;
      count.failures.push({ place: 'docs/invariants.md', name: 'every invariant has a test', message });
    }
  }
  return { name: 'invariants', count, seconds: 0 };
}

const describeCount = (count: Count) => summaryLine([count]);

const recordings = '../shared/data';
/** Programs and history that not every machine has, as tests name them in `skipIf(!hasRedis)`. */
const optional = ['Redis', 'Pooler', 'PreviousVersion'];
const recorded = ['Tracks', 'OfficialFiles'];

function maySkip({ file, name }: SkippedCheck): boolean {
  if (name === needsProgram) return true;
  const source = [file, resolve('tests/journeys', file)].find((path) => existsSync(path));
  if (source === undefined) return false;
  const mayBeMissing = existsSync(recordings) ? optional : [...optional, ...recorded];
  const conditions = readFileSync(source, 'utf8').matchAll(/skipIf\(!has(\w+)\)/g);
  return [...conditions].some(([, missing = '']) => mayBeMissing.includes(missing));
}

const SLOWEST = 10;

function printReport(results: readonly StageResult[], seconds: number): void {
  const counts = results.map(({ count }) => count);
  console.log('\nSeconds per stage:');
  for (const { name, count, seconds: spent } of results) {
    console.log(`${spent.toFixed(1).padStart(8)}  ${name.padEnd(12)} ${describeCount(count)}`);
  }
  console.log(`${seconds.toFixed(1).padStart(8)}  in all`);
  const files = counts
    .flatMap((count) => count.files)
    .toSorted((one, other) => other.milliseconds - one.milliseconds);
  if (files.length > 0) console.log('\nSlowest files (seconds):');
  for (const { file, milliseconds } of files.slice(0, SLOWEST)) {
    console.log(`${(milliseconds / 1000).toFixed(1).padStart(8)}  ${shortPath(file)}`);
  }
  const skipped = counts.flatMap((count) => count.skipped);
  if (skipped.length > 0) console.log('\nSkipped:');
  for (const { file, name } of skipped) console.log(`  ${shortPath(file)}: ${name}`);
  // Failures come last, so that the end of a long output shows them.
  const failures = counts.flatMap((count) => count.failures);
  if (failures.length > 0) console.log('\nFailed:');
  for (const { place, name, message } of failures) {
    console.log(`  ${shortPath(place)}\n    ${name}\n    ${message}`);
  }
  console.log(`\n${summaryLine(counts)}`);
}

const shortPath = (path: string) => (path.startsWith('/') ? relative(process.cwd(), path) : path);
