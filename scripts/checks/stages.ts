import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setUp } from '../setup/prepare.mjs';
import { runProgram } from '../setup/run-program.mjs';
import { checkClient } from './built-client.ts';
import { affectedTests } from './changed.ts';
import { checkWords } from './words.ts';
import { countPlaywright, countVitest, emptyCount, runFailure, type Count } from './count.ts';
import { installChromium, installPostgres } from './install-programs.ts';

export interface Stage {
  name: string;
  /** Static checks run two at a time. The others use all cores. */
  kind: 'static' | 'tests';
  run: () => Promise<Count>;
}

const everyProject = ['server', 'screens', 'whole-app'].map((name) => `--project=${name}`);

export const quickSuite: Stage[] = [
  { name: 'types', kind: 'static', run: checkTypes },
  { name: 'build', kind: 'static', run: build },
  { name: 'lint', kind: 'static', run: () => checkOnce('oxlint/bin/oxlint', '--deny-warnings') },
  { name: 'format', kind: 'static', run: () => checkOnce('oxfmt/bin/oxfmt', '--check') },
  { name: 'dead-code', kind: 'static', run: () => checkOnce('knip/bin/knip.js') },
  { name: 'words', kind: 'static', run: checkPlainEnglish },
  { name: 'tests', kind: 'tests', run: () => runOnPostgres(everyProject) },
  { name: 'journeys', kind: 'tests', run: () => runJourneys(['--grep-invert', '@deep']) },
];

const deep = { TEST_DEEP: '1' };

export const filters = {
  exploring: ['.deep.test.ts', 'tests/money/'],
  embedded: ['src/', 'tests/authorisation', 'tests/releases', 'tests/security'],
  walletProxy: [
    'src/payments/server/',
    'src/campaigns/server/funding',
    'src/proofs/server/disputed-payment',
    'packages/wallet-simulator/',
    'tests/main-job',
    'tests/wallet/paypal-clients',
  ],
};

export const deepSuite: Stage[] = [
  {
    name: 'exploring',
    kind: 'tests',
    run: () => runOnPostgres(['--project=server', ...filters.exploring], deep),
  },
  { name: 'embedded', kind: 'tests', run: () => runEmbedded(filters.embedded, { TEST_SEED: takeSeed() }) },
  { name: 'wallet-proxy', kind: 'tests', run: runWalletProxy },
  { name: 'journeys', kind: 'tests', run: () => runJourneys([]) },
];

export function changedSuite(revision: string): Stage[] {
  return [
    { name: 'types', kind: 'static', run: checkTypes },
    {
      name: 'tests',
      kind: 'tests',
      run: async () => {
        const tests = affectedTests(await changedFiles(revision), await listFiles(), (path) =>
          readFileSync(path, 'utf8'),
        );
        if (tests.length === 0) return emptyCount();
        return runOnPostgres([...everyProject, ...tests]);
      },
    },
  ];
}

async function changedFiles(revision: string): Promise<string[]> {
  const changed = await git('diff', '--name-only', '--diff-filter=d', revision, '--');
  const added = await git('ls-files', '--others', '--exclude-standard');
  return [...changed, ...added].filter((file) => existsSync(file));
}

async function listFiles(): Promise<string[]> {
  const files = await git('ls-files', '--cached', '--others', '--exclude-standard');
  return files.filter((file) => existsSync(file));
}

async function git(...args: string[]): Promise<string[]> {
  const { exitCode, output } = await runProgram('git', args);
  if (exitCode !== 0) throw new Error(`git ${args.join(' ')}: ${output.trim()}`);
  return output.split('\n').filter((line) => line !== '');
}

export const needsProgram = 'needs a program that is missing here';

/** Without PostgreSQL, runs use cases on the embedded engine and reports the races as skipped. CI must have it. */
async function runOnPostgres(chosen: string[], env = {}): Promise<Count> {
  try {
    await installPostgres();
  } catch (error) {
    const count = skippedFor(error, '*.races.test.ts');
    return merge([count, await runEmbedded(chosen, env)]);
  }
  return runVitest(chosen, env);
}

function runEmbedded(chosen: string[], env = {}): Promise<Count> {
  const onlyServer = chosen.some((one) => one.startsWith('--project')) ? [] : ['--project=server'];
  return runVitest([...onlyServer, ...chosen, '--passWithNoTests'], { TEST_ENGINE: 'embedded', ...env });
}

function takeSeed(): string {
  const seed = process.env.TEST_SEED ?? String(Date.now() % 1_000_000_007);
  console.log(`To check properties with the same values again, set TEST_SEED=${seed}.`);
  return seed;
}

/** Throws in CI, where no check may be skipped because of a missing program. */
function skippedFor(error: unknown, file: string): Count {
  if (process.env.CI) throw error;
  console.log(error instanceof Error ? error.message : String(error));
  return { ...emptyCount(), skipped: [{ file, name: needsProgram }] };
}

/** Checks each call against the wallet's interface files. */
async function runWalletProxy(): Promise<Count> {
  if (!existsSync(walletFiles)) {
    console.log(`Skipped: the wallet's interface files are not in ${walletFiles}.`);
    return emptyCount();
  }
  // Every call takes a longer way, and a single process checks them all.
  const env = { WALLET_PROXY_CHECK: '1', TEST_PATIENCE: String(6 * Number(process.env.TEST_PATIENCE ?? 1)) };
  return runOnPostgres(['--project=server', ...filters.walletProxy], env);
}

const walletFiles = '../shared/data/paypal-openapi';

function runVitest(chosen: string[], env = {}): Promise<Count> {
  return withReport(async (report) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const args = ['run', ...chosen, ...reporters];
    const options = { stdio: 'inherit', env: { ...process.env, ...env } };
    const { exitCode } = await runPackage('vitest/vitest.mjs', args, options);
    return countFailedExit(countVitest(readReport(report)), exitCode);
  });
}

async function runJourneys(chosen: string[]): Promise<Count> {
  await setUp();
  try {
    await installChromium();
  } catch (error) {
    return skippedFor(error, 'tests/journeys');
  }
  await installPostgres().catch(() => {});
  return withReport(async (report) => {
    const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
    const args = ['test', '--reporter=list,json', ...chosen];
    const { exitCode } = await runPackage('@playwright/test/cli.js', args, { stdio: 'inherit', env });
    return countFailedExit(countPlaywright(readReport(report)), exitCode);
  });
}

/** Counts a runner that failed although no test did (an error outside all of them) as one failure. */
function countFailedExit(count: Count, exitCode: number): Count {
  if (exitCode === 0 || count.failures.length > 0) return count;
  return { ...count, failures: [runFailure(`the runner ended with exit code ${exitCode}`)] };
}

async function checkOnce(program: string, ...args: string[]): Promise<Count> {
  const { exitCode, output } = await runPackage(program, args);
  if (exitCode === 0) return { ...emptyCount(), passed: 1 };
  console.log(output.trim());
  const failure = { place: 'the run', name: [program, ...args].join(' '), message: `exit code ${exitCode}` };
  return { ...emptyCount(), failures: [failure] };
}

/** The browser's project needs the types of its routes first. */
async function checkTypes(): Promise<Count> {
  const typegen = await runPackage('@react-router/dev/bin.js', ['typegen']);
  if (typegen.exitCode !== 0) console.log(typegen.output.trim());
  return checkOnce('typescript/bin/tsc', '--build');
}

/** Later commits have subjects of at most 72 characters. A shallow clone lacks this commit and checks none. */
const LAST_LONG_SUBJECT = '8319e3dbbc14964e74b5bf77d0c6c09ee80a20b5';

/** Leaves out migrations, which never change. */
async function checkPlainEnglish(): Promise<Count> {
  const paths = await listFiles().catch(() => []);
  if (paths.length === 0) {
    console.log('Left out: this folder is not a Git checkout.');
    return emptyCount();
  }
  const texts = paths.filter((path) => /\.(tsx?|mjs|md|css)$/.test(path));
  const files = texts.map((path) => ({ path, text: readFileSync(path, 'utf8') }));
  const range = `${LAST_LONG_SUBJECT}..HEAD`;
  const failures = checkWords(files, await git('log', '--format=%s', range).catch(() => []));
  return { ...emptyCount(), passed: failures.length === 0 ? 1 : 0, failures };
}

async function build(): Promise<Count> {
  await setUp();
  const failures = checkClient('build/client');
  return { ...emptyCount(), passed: failures.length === 0 ? 1 : 0, failures };
}

function merge(counts: readonly Count[]): Count {
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    titles: counts.flatMap(({ titles }) => titles),
    failures: counts.flatMap(({ failures }) => failures),
    skipped: counts.flatMap(({ skipped }) => skipped),
    files: counts.flatMap(({ files }) => files),
  };
}

/** Faster than npx, which first looks the program up. */
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

function readReport(file: string) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
