// npm test: installs what is missing, then proves every promise once. npm run test:deep explores
// (docs/testing.md).
// To run only some stages, name them: `npm test -- types lint`.
import { requireNode } from './setup/require-node.mjs';

requireNode();
const { prepare, root } = await import('./setup/prepare.mjs');
process.chdir(root);
// The build is a check of its own. If it fails, the other checks still run.
await prepare({ build: false });
const { register } = await import('tsx/esm/api');
register();
const { runChecks } = await import('./checks/run-checks.ts');
const { deepSuite, quickSuite } = await import('./checks/stages.ts');
const [first, ...rest] = process.argv.slice(2);
process.exitCode =
  first === '--deep' ? await runChecks(deepSuite, rest) : await runChecks(quickSuite, process.argv.slice(2));
