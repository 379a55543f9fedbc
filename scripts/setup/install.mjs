import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram, SetupError } from './run-program.mjs';

/**
 * npm writes its list of installed packages at the very end. An interrupted installation has no list, and one without
 * the development packages, which the build needs, has a shorter list.
 */
export function isInstalled(root) {
  const wanted = readPackages(join(root, 'package-lock.json'));
  let present;
  try {
    present = readPackages(join(root, 'node_modules/.package-lock.json'));
  } catch {
    return false;
  }
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    if (path === '') return true;
    // Optional packages are for one platform each, so those of other platforms are absent.
    if (!present[path]) return optional === true;
    return present[path].version === version;
  });
}

/** Installs exactly what package-lock.json names, whatever NODE_ENV says. */
export async function install(root) {
  const npm = process.env.npm_execpath;
  const [program, before] = npm ? [process.execPath, [npm]] : ['npm', []];
  const options = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const { exitCode, output } = await runProgram(program, [...before, 'ci', ...options], { cwd: root });
  if (exitCode === 0 && isInstalled(root)) return;
  throw new SetupError(
    `The packages could not be installed (npm ci, exit code ${exitCode}). ` +
      `The first start needs a network connection.\n${output.trim()}`,
  );
}

const readPackages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
