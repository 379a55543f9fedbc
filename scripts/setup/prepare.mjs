import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { allTargets, buildTarget, listStaleTargets } from './build.mjs';
import { install, isInstalled } from './install.mjs';
import { SetupError } from './run-program.mjs';
import { withLock } from './lock.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

export async function prepare(options) {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Promenade needs Node 20.19 or later, and this is Node ${process.versions.node}.`);
    process.exit(1);
  }
  process.chdir(root);
  try {
    await setUp(options);
  } catch (error) {
    console.error(error instanceof SetupError ? error.message : error);
    process.exit(1);
  }
}

/**
 * Needs no network if there is nothing to do. `whileClientBuilds` can use the built server. Throws an error that says
 * what the user can do. With `isReadOnly`, it neither installs nor builds, and throws instead.
 */
export async function setUp({
  targets = allTargets,
  whileClientBuilds = async () => {},
  isReadOnly = false,
} = {}) {
  const listStale = () => listStaleTargets(root).filter((name) => targets.includes(name));
  if (isInstalled(root) && listStale().length === 0) return;
  if (isReadOnly)
    throw new SetupError(
      'The packages or the build do not match this code. Run npm start or npm run build first.',
    );
  mkdirSync(join(root, 'build'), { recursive: true });
  await withLock(join(root, 'build/.lock'), async () => {
    // Check again, because the previous owner of the lock may have done it.
    if (!isInstalled(root)) await timed('Installing packages', () => install(root));
    for (const name of listStale()) {
      const build = () => timed(`Building the ${name}`, () => buildTarget(root, name));
      await (name === 'client' ? waitForAll([build(), whileClientBuilds()]) : build());
    }
  });
}

/** Rejects only when all have ended, so that no program keeps running next to another start. */
async function waitForAll(promises) {
  await Promise.allSettled(promises);
  await Promise.all(promises);
}

async function timed(what, work) {
  console.log(`${what} …`);
  const start = performance.now();
  await work();
  console.log(`${what} took ${((performance.now() - start) / 1000).toFixed(1)} s.`);
}
