import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { SetupError, runProgram } from './run-program.mjs';

/**
 * Whether node_modules holds what package-lock.json asks for. npm leaves its own stamp there at the very end of an
 * installation: the list of what it installed. An interrupted one has no such list, and one without the
 * development packages, which the build needs, has a shorter one.
 */
export function isInstalled(root) {
  const present = readJson(join(root, 'node_modules/.package-lock.json'))?.packages;
  if (!present) return false;
  return Object.entries(readLock(root)).every(([path, { version, optional }]) => {
    if (path === '') return true;
    // Optional packages are for one platform each; the others are absent here.
    if (!present[path]) return optional === true;
    return present[path].version === version;
  });
}

/** Installs exactly what package-lock.json names, whatever NODE_ENV says. Throws a SetupError where that fails. */
export async function install(root) {
  const command = lacksOptionalPackages(readLock(root)) ? installFromGappyLock(root) : ['ci'];
  const npm = process.env.npm_execpath;
  const [program, before] = npm ? [process.execPath, [npm]] : ['npm', []];
  const options = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const { exitCode, output } = await runProgram(program, [...before, ...command, ...options], { cwd: root });
  if (exitCode === 0 && isInstalled(root)) return;
  throw new SetupError(
    `The packages could not be installed (npm ${command[0]}, exit code ${exitCode}). ` +
      `The first start needs the network.\n${output.trim()}`,
  );
}

/**
 * A lock file that was written against a registry without the binaries of every platform has no entries for those
 * that were missing. `npm ci` refuses it, although nothing that this platform needs is absent.
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

/** `npm install` takes the locked versions too, but would also accept what `npm ci` refuses for good reason: a stale lock. */
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
