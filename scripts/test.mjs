// npm test [-- stages]: installs what is missing, then runs the tests, or only the named stages.
// npm run test:deep [-- stages]: explores (docs/testing.md).
// npm run test:changed [revision]: checks types and runs the tests close to what changed since a revision.
import { prepare } from './setup/prepare.mjs';

// The build is a check of its own. If it fails, the other checks still run.
await prepare({ targets: [] });
const { register } = await import('tsx/esm/api');
register();
const { runChecks } = await import('./checks/run-checks.ts');
const { changedSuite, deepSuite, quickSuite } = await import('./checks/stages.ts');
const [mode, ...rest] = process.argv.slice(2);
if (mode === '--deep') process.exitCode = await runChecks(deepSuite, rest);
else if (mode === '--changed') process.exitCode = await runChecks(changedSuite(rest[0] ?? 'HEAD'), []);
else process.exitCode = await runChecks(quickSuite, process.argv.slice(2));
