// npm run test:changed [revision]: types, and the tests close to what changed since a revision (HEAD unless told).
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
