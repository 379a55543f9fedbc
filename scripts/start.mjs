// npm start: installs what is missing, builds again if the code has changed and runs the server in this process.
import { prepare } from './setup/prepare.mjs';
import { runProgram, SetupError } from './setup/run-program.mjs';

await prepare({ whileClientBuilds: migrate });
process.setSourceMapsEnabled(true);
await import('../build/server/server.js');

async function migrate() {
  const { exitCode, output } = await runProgram(process.execPath, ['build/server/migrate.js']);
  if (exitCode !== 0) throw new SetupError(output.trim());
}
