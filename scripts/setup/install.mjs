import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError, runProgram } from './run-program.mjs';

/**
 * Whether node_modules holds what package-lock.json asks for. npm leaves its own stamp there at the very end of an
 * installation: the list of what it installed. An interrupted one has no such list, and one without the
 * development packages, which the build needs, has a shorter one.
 */
export function isInstalled(root) {
  const wanted = packagesIn(join(root, 'package-lock.json'));
  const present = packagesIn(join(root, 'node_modules/.package-lock.json'));
  if (!wanted) throw new SetupError('package-lock.json is missing or damaged.');
  if (!present) return false;
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    if (path === '') return true;
    // Optional packages are for one platform each; the others are absent here.
    if (!present[path]) return optional === true;
    return present[path].version === version;
  });
}

function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** Installs exactly what package-lock.json names, whatever NODE_ENV says. */
export async function install(root) {
  const npm = process.env.npm_execpath;
  const [program, before] = npm ? [process.execPath, [npm]] : ['npm', []];
  const args = [...before, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const { exitCode, output } = await runProgram(program, args, { cwd: root });
  if (exitCode === 0) return;
  throw new SetupError(
    `The packages could not be installed (npm ci, exit code ${exitCode}). The first start needs the network.\n${output.trim()}`,
  );
}
