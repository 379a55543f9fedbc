import { join } from 'node:path';
import { migrate } from '#platform/server/db/migrate.ts';
import { openDatabase } from '#platform/server/db/open-database.ts';
import { createLog } from '#platform/server/log/log.ts';
import { readConfig } from '#platform/server/settings/config.ts';
import { withoutPooler } from '#platform/server/settings/process-settings.ts';
import { explainStartFailure } from '#platform/server/start-error.ts';
import { limits } from './domains.ts';
import { projectRoot } from './project-root.ts';

try {
  const config = readConfig(process.env, limits);
  const log = createLog({ level: config.logLevel });
  const database = await openDatabase({ ...withoutPooler(config), log });
  await migrate(database, join(projectRoot, 'migrations'), log);
  await database.close();
} catch (error) {
  console.error(explainStartFailure(error));
  // An open database keeps the process alive.
  process.exit(1);
}
