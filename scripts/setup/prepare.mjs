import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildTargets, staleTargets } from './build.mjs';
import { install, isInstalled } from './install.mjs';
import { withLock } from './lock.mjs';
import { SetupError } from './run-program.mjs';

/** The project's folder. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** Sets the project up as `setUp` does, and ends the process with a text where that fails. */
export async function prepare(options) {
  try {
    await setUp(options);
  } catch (error) {
    console.error(error instanceof SetupError ? error.message : error);
    process.exit(1);
  }
}

/**
 * Installs what is missing and builds what is stale, of the targets that `only` names or of all; does nothing, and needs no network, where neither is.
 * Throws a SetupError that says what the person at the terminal can do.
 */
export async function setUp({ build = true, only } = {}) {
  const staleNow = () => (build ? staleTargets(root).filter((name) => !only || only.includes(name)) : []);
  if (isInstalled(root) && staleNow().length === 0) return;
  await withLock(join(root, 'build/.setup-lock'), {
    onWait: (owner) => console.log(`Waiting for process ${owner ?? '?'}, which is setting the project up …`),
    work: async () => {
      // Asked again: who held the lock before may have done it.
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
