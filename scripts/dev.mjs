// npm run dev: runs the server from source with restarts, and the screens with hot replacement.
import { prepare } from './setup/prepare.mjs';
import { runProgram } from './setup/run-program.mjs';

await prepare();
const run = (...args) => runProgram(process.execPath, args, { stdio: 'inherit' });
await Promise.all([
  run('node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'src/main/server.ts'),
  run('node_modules/@react-router/dev/bin.js', 'dev'),
]);
