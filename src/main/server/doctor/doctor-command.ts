/** `npm run doctor`: checks an installation. */
import { join } from 'node:path';
import { ConfigError } from '#platform/server/settings/config-error.ts';
import { type Config, readConfig, settings } from '#platform/server/settings/config.ts';
import { withoutPooler } from '#platform/server/settings/process-settings.ts';
import { limits } from '../../domains.ts';
import { projectRoot } from '../../project-root.ts';
import { checkDatabase, inspectPooler } from './check-database.ts';
import { checkDisk, checkKeys, checkStorage } from './check-files.ts';
import { checkBucket, checkLimitStore, checkMail, checkWallet } from './check-services.ts';
import { describeFailure, failed, type Finding, ok } from './finding.ts';

const help = `Check the settings, database, wallet, mail, storage, disk, and clock of this installation.

  npm run doctor

Uses the server's settings. Changes nothing, except that opening the embedded database after a crash
completes its recovery. Exits with 1 if a check failed.`;

export type Terminal = Pick<Console, 'log' | 'error'>;

/** Returns the exit code: 0 if no check failed, 1 if one did, 2 if the command line is invalid. */
export async function runDoctorCommand(
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<number> {
  if (words.includes('--help')) {
    terminal.log(help);
    return 0;
  }
  if (words.length > 0) {
    terminal.error(help);
    return 2;
  }
  const findings = await examine(environment);
  for (const { level, check, text } of findings)
    terminal.log(`${level.padEnd(8)} ${check.padEnd(10)} ${text}`);
  return findings.some(({ level }) => level === 'failed') ? 1 : 0;
}

async function examine(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  try {
    const config = readConfig(environment, limits);
    const given = Object.keys(settings).filter((name) => environment[name]).length;
    const mode = config.production ? 'production' : 'local mode';
    return [
      ok(
        'settings',
        `All are valid: ${given} set, the others at their defaults, ${mode}, role ${config.role}.`,
      ),
      ...(await checkAll(config)),
    ];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [
      ...error.problems.map((problem) => failed('settings', problem)),
      failed('settings', 'Correct these settings first. The other checks need them.'),
    ];
  }
}

async function checkAll(config: Config): Promise<Finding[]> {
  const checks = {
    database: checkDatabase(withoutPooler(config), join(projectRoot, 'migrations')),
    pooler: inspectPooler(config),
    wallet: checkWallet(config),
    mail: checkMail(config),
    limits: checkLimitStore(config),
    storage: checkStorage(config),
    bucket: checkBucket(config),
    keys: checkKeys(config),
    disk: checkDisk(config),
  };
  const findings = await Promise.all(
    Object.entries(checks).map(([name, findings]) =>
      findings.catch((error: unknown) => [failed(name, describeFailure(error))]),
    ),
  );
  // The clock was read on the way to the database and the wallet.
  return findings.flat().sort((a, b) => Number(a.check === 'clock') - Number(b.check === 'clock'));
}
