/** The stages of `npm test`, in the order of how soon they answer. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setUp } from '../setup/prepare.mjs';
import { runProgram } from '../setup/run-program.mjs';
import { countPlaywright, countVitest, type Count } from './count.ts';
import { obtainChromium, obtainPostgres } from './obtain.ts';

export type Stage = { name: string; run: () => Promise<Count> };

export const stages: Stage[] = [
  { name: 'types', run: checkTypes },
  { name: 'lint', run: () => checkOnce('oxlint/bin/oxlint', '--deny-warnings') },
  { name: 'format', run: () => checkOnce('oxfmt/bin/oxfmt', '--check') },
  { name: 'dead-code', run: () => checkOnce('knip/bin/knip.js') },
  { name: 'unit', run: () => runVitest(['--project=unit', '--project=screens']) },
  { name: 'wallet-proxy', run: runWalletProxy },
  { name: 'races', run: runRaces },
  { name: 'journeys', run: runJourneys },
];

const nothing: Count = { passed: 0, failed: 0, skipped: [], notes: [] };

/** A stage that is one check: the program of a package, whose output is shown where it fails. */
async function checkOnce(program: string, ...args: string[]): Promise<Count> {
  const { exitCode, output } = await runPackage(program, args);
  if (exitCode === 0) return { ...nothing, passed: 1 };
  console.log(output.trim());
  return { ...nothing, failed: 1, notes: [[program, ...args].join(' ')] };
}

/** The three projects; the one of the browser needs the types of its routes first. */
async function checkTypes(): Promise<Count> {
  const typegen = await runPackage('@react-router/dev/bin.js', ['typegen']);
  if (typegen.exitCode !== 0) console.log(typegen.output.trim());
  const count = { ...nothing };
  for (const project of ['contract', 'server', 'web']) {
    const { passed, failed, notes } = await checkOnce(
      'typescript/bin/tsc',
      '--project',
      `tsconfig.${project}.json`,
    );
    count.passed += passed;
    count.failed += failed;
    count.notes = [...count.notes, ...notes];
  }
  return count;
}

async function runRaces(): Promise<Count> {
  await obtainPostgres();
  return runVitest(['--project=races']);
}

/** The tests of whatever calls the wallet once more, with its own interface files between it and us. */
async function runWalletProxy(): Promise<Count> {
  if (!existsSync(walletFiles)) {
    console.log(`Left out: the wallet's interface files are not in ${walletFiles}.`);
    return nothing;
  }
  const tests = [
    'src/payments/server/',
    'src/campaigns/server/funding',
    'src/campaigns/server/closing',
    'src/proofs/server/disputed-payment',
    'src/wallet-simulator/',
    'tests/main-job',
    'tests/wallet/paypal-clients',
  ];
  // Every call goes a longer way, and one process looks at them all.
  const patience = '--testTimeout=60000';
  return runVitest(['--project=unit', patience, ...tests], { ...process.env, WALLET_PROXY_CHECK: '1' });
}

const walletFiles = '../shared/data/paypal-openapi';

function runVitest(chosen: string[], env = process.env): Promise<Count> {
  return withReport(async (report) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const args = ['run', ...chosen, ...reporters];
    const { exitCode } = await runPackage('vitest/vitest.mjs', args, { stdio: 'inherit', env });
    return countFailedExit(countVitest(readReport(report)), exitCode);
  });
}

async function runJourneys(): Promise<Count> {
  await setUp();
  await obtainChromium();
  return withReport(async (report) => {
    const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
    const args = ['test', '--grep-invert=@deep', '--reporter=list,json'];
    const { exitCode } = await runPackage('@playwright/test/cli.js', args, { stdio: 'inherit', env });
    return countFailedExit(countPlaywright(readReport(report)), exitCode);
  });
}

/** A runner that ends badly although no test failed (an error outside all of them) has failed. */
function countFailedExit(count: Count, exitCode: number): Count {
  if (exitCode === 0 || count.failed > 0) return count;
  return {
    ...count,
    failed: 1,
    notes: [...count.notes, `the run ended with exit code ${exitCode} outside any test`],
  };
}

/** Runs a package's program with this Node, without the look-up that npx makes. */
function runPackage(program: string, args: string[], options: object = {}) {
  return runProgram(process.execPath, [join('node_modules', program), ...args], options);
}

async function withReport(work: (report: string) => Promise<Count>): Promise<Count> {
  const folder = mkdtempSync(join(tmpdir(), 'promenade-checks-'));
  try {
    return await work(join(folder, 'report.json'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Throws where the runner died before it wrote one, which fails the stage. */
function readReport(file: string) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
