// npm run dev: runs the server from source with restarts, and the screens with hot replacement.
import { requireNode } from './setup/require-node.mjs';

requireNode();
const { prepare, root } = await import('./setup/prepare.mjs');
const { runProgram } = await import('./setup/run-program.mjs');
await prepare();

const run = (script, ...args) =>
  runProgram(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit' });
await Promise.all([
  run('node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'src/main/server.ts'),
  run('node_modules/@react-router/dev/bin.js', 'dev'),
]);
