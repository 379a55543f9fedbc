import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { SetupError, runProgram } from './run-program.mjs';

/**
 * Returns true if node_modules has what package-lock.json asks for. npm writes its list of installed packages
 * there at the very end. An interrupted installation has no list, and one without the development packages,
 * which the build needs, has a shorter list.
 */
export function isInstalled(root) {
  const present = readJson(join(root, 'node_modules/.package-lock.json'))?.packages;
  if (!present) return false;
  return Object.entries(readLock(root)).every(([path, { version, optional }]) => {
    if (path === '') return true;
    // Optional packages are for one platform each, so those of other platforms are absent.
    if (!present[path]) return optional === true;
    return present[path].version === version;
  });
}

/**
 * Installs exactly what package-lock.json names, whatever NODE_ENV says. Throws a SetupError if that fails.
 */
export async function install(root) {
  const command = lacksOptionalPackages(readLock(root)) ? installFromGappyLock(root) : ['ci'];
  const npm = process.env.npm_execpath;
  const [program, before] = npm ? [process.execPath, [npm]] : ['npm', []];
  const options = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const { exitCode, output } = await runProgram(program, [...before, ...command, ...options], { cwd: root });
  if (exitCode === 0 && isInstalled(root)) return;
  throw new SetupError(
    `The packages could not be installed (npm ${command[0]}, exit code ${exitCode}). ` +
      `The first start needs a network connection.\n${output.trim()}`,
  );
}

/**
 * Returns true if the lock file lacks optional packages. That happens if it was written against a registry
 * without the binaries of every platform. `npm ci` refuses such a file, although this platform has everything
 * it needs.
 */
function lacksOptionalPackages(lock) {
  const paths = Object.keys(lock);
  const present = new Set(
    paths.map((path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)),
  );
  const wanted = Object.values(lock).flatMap(({ optionalDependencies }) =>
    Object.keys(optionalDependencies ?? {}),
  );
  return wanted.some((name) => !present.has(name));
}

/**
 * `npm install` uses the locked versions too, but would accept a stale lock, which `npm ci` rightly refuses.
 * So check for one here.
 */
function installFromGappyLock(root) {
  const project = readJson(join(root, 'package.json'));
  for (const kind of ['dependencies', 'devDependencies']) {
    if (!isDeepStrictEqual(project[kind], readLock(root)['']?.[kind])) {
      throw new SetupError(
        `package.json and package-lock.json name different ${kind}. Run npm install and commit both.`,
      );
    }
  }
  return ['install', '--no-save'];
}

function readLock(root) {
  const packages = readJson(join(root, 'package-lock.json'))?.packages;
  if (!packages) throw new SetupError('package-lock.json is missing or damaged.');
  return packages;
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
