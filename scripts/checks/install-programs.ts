import { runProgram } from '../setup/run-program.mjs';
import { findChromium } from '#tests/support/journeys/chromium.ts';
import { findPostgresBinaries, oldestPostgresVersion } from '#tests/support/databases/postgres.ts';

/** Installs it only as root on a Debian-like system. Otherwise throws an error that says what to do. */
export async function installPostgres(): Promise<void> {
  if (findPostgresBinaries()) return;
  const problem = await installWithApt('postgresql');
  if (findPostgresBinaries()) return;
  throw new Error(
    `PostgreSQL ${oldestPostgresVersion} or later is missing${problem}. Install it (Debian, Ubuntu: sudo apt-get install ` +
      'postgresql; macOS: brew install postgresql@17), or name its folder of programs in POSTGRES_BIN.',
  );
}

export async function installChromium(): Promise<void> {
  if (findChromium()) return;
  let aptProblem = '';
  // Only Debian has the shell as a package.
  for (const name of ['chromium-headless-shell', 'chromium']) {
    aptProblem = await installWithApt(name);
    if (findChromium()) return;
  }
  console.log('Downloading Chromium with Playwright …');
  // As root, Playwright also installs the libraries that Chromium needs.
  const withLibraries = isRoot() ? ['--with-deps'] : [];
  const { output } = await runProgram(process.execPath, [
    'node_modules/@playwright/test/cli.js',
    'install',
    ...withLibraries,
    'chromium',
  ]);
  if (findChromium()) return;
  throw new Error(
    `Chromium is missing${aptProblem}, and Playwright could not download it: ${lastLines(output)}\n` +
      'Install it (Debian: sudo apt-get install chromium), or name its program in CHROMIUM_PATH.',
  );
}

/** Returns why it could not, as the end of a sentence, or an empty text. */
async function installWithApt(name: string): Promise<string> {
  if (!isRoot()) return ' and only root can install it automatically';
  console.log(`Installing ${name} with apt-get …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    const update = await runProgram('apt-get', ['update'], { env });
    const install = await runProgram('apt-get', ['install', '--yes', '--no-install-recommends', name], {
      env,
    });
    if (install.exitCode === 0) return '';
    return `, and apt-get could not install it: ${lastLines(update.output + install.output)}`;
  } catch {
    return ', and apt-get is not available to install it';
  }
}

const isRoot = () => process.getuid?.() === 0;
const lastLines = (output: string) => output.trim().split('\n').slice(-3).join('\n');
