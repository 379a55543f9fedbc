import { systemClock } from '#kernel/time.ts';
import { readConfig, type Config } from '#platform/server/settings/config.ts';
import { withoutPooler } from '#platform/server/settings/process-settings.ts';
import { DataFolderInUse } from '#platform/server/db/data-lock.ts';
import { explainStartFailure } from '#platform/server/start-error.ts';
import { limits } from '../../domains.ts';
import { type Manifest, restoreBackup, writeBackup } from './database-backup.ts';

const help = `Back up the database, uploads, and keys, and restore them.

  npm run backup -- <folder>     write a backup to a new folder
  npm run restore -- <folder>    restore a backup into an empty DATA_DIR and an empty DATABASE_URL

Use the server's settings. A PostgreSQL server may be in use during a backup. With the embedded
database, stop the server first.`;

export type Terminal = Pick<Console, 'log' | 'error'>;

export async function runBackupCommand(
  words: readonly string[],
  settings: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<number> {
  const [command, folder, ...rest] = words;
  if (words.includes('--help')) {
    terminal.log(help);
    return 0;
  }
  if ((command !== 'backup' && command !== 'restore') || folder === undefined || rest.length > 0) {
    terminal.error(help);
    return 2;
  }
  try {
    const config = withoutPooler(readConfig(settings, limits));
    const isBackup = command === 'backup';
    const manifest = isBackup
      ? await writeBackup(config, folder, systemClock.now())
      : await restoreBackup(config, folder, systemClock.now());
    terminal.log(`${isBackup ? 'The backup is complete' : 'The backup is restored'}: ${describe(manifest)}`);
    terminal.log(describeKeys(config, isBackup));
    if (!isBackup)
      terminal.log(
        'The server sends no payouts and refunds until you have reconciled with the wallet and run ' +
          '"npm run admin -- release-payments".',
      );
    const { violations } = manifest.books;
    if (violations.length > 0)
      terminal.error(
        `The ledger in the backup breaks ${violations.length} of its rules. See the admin panel.`,
      );
    return 0;
  } catch (error) {
    terminal.error(
      error instanceof DataFolderInUse
        ? `${error.message}. Stop the server first.`
        : explainStartFailure(error),
    );
    return 1;
  }
}

function describe({ books, takenAt }: Manifest): string {
  return `${books.transactions} ledger transactions with a sum of ${books.sum}, taken ${takenAt}.`;
}

function describeKeys({ secretKey, kycKey }: Config, isBackup: boolean): string {
  if (secretKey === undefined && kycKey === undefined)
    return `The keys in DATA_DIR/keys are ${isBackup ? 'part of it. Protect it like the server' : 'restored'}.`;
  return isBackup
    ? 'It does not contain SECRET_KEY and KYC_KEY of your settings. Keep a copy of them elsewhere.'
    : 'Start the server with the same SECRET_KEY and KYC_KEY as before.';
}
