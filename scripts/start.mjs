// npm start: installs what is missing, builds again if the code has changed and runs the server in this process.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { prepare } from './setup/prepare.mjs';
import { runProgram, SetupError } from './setup/run-program.mjs';

await prepare({ whileClientBuilds: createDatabase });
process.setSourceMapsEnabled(true);
await import('../build/server/server.js');

/** Creates a new embedded database. An existing one is migrated only by a program that has been built. */
async function createDatabase() {
  const { DATABASE_URL, DATA_DIR = 'data' } = process.env;
  if (DATABASE_URL || existsSync(join(DATA_DIR, 'database/PG_VERSION'))) return;
  // Without its log, which would precede the sentence for the operator.
  const { exitCode, output } = await runProgram(process.execPath, ['build/server/migrate.js'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (exitCode !== 0) throw new SetupError(output.trim());
}
