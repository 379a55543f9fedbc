// npm test: the set-up of npm start, then every check there is. `npm test -- unit races` runs some stages only.
import { requireNode } from './setup/require-node.mjs';

requireNode();
const { prepare, root } = await import('./setup/prepare.mjs');
process.chdir(root);
// The build belongs to the journeys: where it fails, the other stages still have something to say.
await prepare({ build: false });
const { register } = await import('tsx/esm/api');
register();
const { runChecks } = await import('./checks/run-checks.ts');
process.exitCode = await runChecks(process.argv.slice(2));
