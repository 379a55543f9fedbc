// npm run test:changed [revision]: checks types and runs the tests close to what changed since a revision
// (HEAD by default).
import { requireNode } from './setup/require-node.mjs';

requireNode();
const { prepare, root } = await import('./setup/prepare.mjs');
process.chdir(root);
await prepare({ build: false });
const { register } = await import('tsx/esm/api');
register();
const { runChecks } = await import('./checks/run-checks.ts');
const { changedSuite } = await import('./checks/stages.ts');
process.exitCode = await runChecks(changedSuite(process.argv[2] ?? 'HEAD'), []);
