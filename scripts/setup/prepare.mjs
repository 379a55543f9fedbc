import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildTargets, staleTargets } from './build.mjs';
import { install, isInstalled } from './install.mjs';
import { withLock } from './lock.mjs';
import { SetupError } from './run-program.mjs';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** Runs `setUp`. If it fails, prints why and ends the process. */
export async function prepare(options) {
  try {
    await setUp(options);
  } catch (error) {
    console.error(error instanceof SetupError ? error.message : error);
    process.exit(1);
  }
}

/**
 * Installs what is missing and builds what is stale, for all targets or those in `only`. If there is nothing
 * to do, it needs no network. Throws a SetupError that says what the user can do.
 */
export async function setUp({ build = true, only } = {}) {
  const staleNow = () => (build ? staleTargets(root).filter((name) => !only || only.includes(name)) : []);
  if (isInstalled(root) && staleNow().length === 0) return;
  await withLock(join(root, 'build/.setup-lock'), {
    onWait: (owner) => console.log(`Waiting for process ${owner ?? '?'}, which is setting the project up …`),
    work: async () => {
      // Check again, because the previous owner of the lock may have done it.
      if (!isInstalled(root)) await timed('Installing packages', () => install(root));
      const stale = staleNow();
      if (stale.length > 0)
        await timed(`Building the ${stale.join(' and the ')}`, () => buildTargets(root, stale));
    },
  });
}

async function timed(what, work) {
  console.log(`${what} …`);
  const start = performance.now();
  await work();
  console.log(`${what} took ${((performance.now() - start) / 1000).toFixed(1)} s.`);
}
