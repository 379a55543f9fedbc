/**
 * `npm run admin`: grant|revoke|list|reset-second-factors|verify-audit|release-payments. The commands work
 * directly on the database.
 */
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { Email } from '#auth/sign-in-contract.ts';
import {
  type Granted,
  grantAdmin,
  listAdmins,
  revokeAdmin,
  type Revoked,
} from '#auth/server/account/admin-role-service.ts';
import { type FactorsReset, resetSecondFactors } from '#auth/server/second-factor/second-factor-reset.ts';
import { Refusal } from '#kernel/errors.ts';
import { systemClock } from '#kernel/time.ts';
import { sealAudit, type Seal, verifyAudit } from '#platform/server/security/audit-chain.ts';
import { type Config, readConfig } from '#platform/server/settings/config.ts';
import { withoutPooler } from '#platform/server/settings/process-settings.ts';
import { DataFolderInUse } from '#platform/server/db/data-lock.ts';
import { endRestore, getRestoredAt } from '#platform/server/db/installation.ts';
import { migrate } from '#platform/server/db/migrate.ts';
import { type Database, openDatabase, type Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import { createLog } from '#platform/server/log/log.ts';
import { systemRandom } from '#platform/server/security/random.ts';
import { explainStartFailure } from '#platform/server/start-error.ts';
import { limits } from './domains.ts';
import { projectRoot } from './project-root.ts';

const help = `Manage administrators, reset lost second factors and verify the audit log.

  npm run admin -- grant <email>    make the account an administrator
  npm run admin -- revoke <email>   undo that; the last administrator cannot be revoked
  npm run admin -- list             list all administrators
  npm run admin -- reset-second-factors <email>
                                    if a user has lost all of theirs and you have checked who asks: remove
                                    passkeys, app and recovery codes, and end all sessions
  npm run admin -- verify-audit [<number>:<hash>]
                                    compare every entry of the audit log with its seal; if you pass a seal
                                    that you saved earlier, also check that the log still has it
  npm run admin -- release-payments [<differences>]
                                    after a restore, let the server send payouts and refunds again; needs a
                                    reconciliation since then, and the number of differences that it found

Uses DATABASE_URL, or the embedded database in DATA_DIR while the server is stopped, and the same
settings as the server. Every command, including list, first migrates the database, as the server
does when it starts.`;

export type Terminal = Pick<Console, 'log' | 'error'>;

/** The message says why the command line is invalid. */
class UsageError extends Error {}

type Command = (database: Database, config: Config, terminal: Terminal) => Promise<boolean>;

/** Returns the exit code: 0 if done, 1 if failed, 2 if the command line is invalid. */
export async function runAdminCommand(
  words: readonly string[],
  settings: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<number> {
  try {
    if (words.length === 0 || words.includes('--help') || words[0] === 'help') {
      terminal.log(help);
      return words.length === 0 ? 2 : 0;
    }
    const command = parseCommand(words);
    const config = readConfig(settings, limits);
    return (await withDatabase(config, (database) => command(database, config, terminal))) ? 0 : 1;
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.error(`${error.message}\n\n${help}`);
      return 2;
    }
    terminal.error(explain(error));
    return 1;
  }
}

function parseCommand([name, ...rest]: readonly string[]): Command {
  const [word] = rest;
  if (rest.length > 1) throw new UsageError(`Too many arguments: ${rest.slice(1).join(' ')}`);
  switch (name) {
    case 'grant':
      return grant(parseEmail(word));
    case 'revoke':
      return revoke(parseEmail(word));
    case 'list':
      if (word !== undefined) throw new UsageError(`list takes no argument: ${word}`);
      return list;
    case 'reset-second-factors':
      return resetFactors(parseEmail(word));
    case 'verify-audit':
      return verify(word === undefined ? undefined : parseSeal(word));
    case 'release-payments':
      return releasePayments(word ?? '0');
    default:
      throw new UsageError(`Unknown command: ${name}`);
  }
}

function parseEmail(word: string | undefined): string {
  if (word === undefined) throw new UsageError('An email address is missing');
  const email = Email.safeParse(word);
  if (!email.success) throw new UsageError(`${word} is not an email address`);
  return email.data;
}

function parseSeal(word: string): Seal {
  const [, number, hash] = /^([1-9]\d*):([0-9a-f]{64})$/.exec(word) ?? [];
  if (!number || !hash) throw new UsageError(`${word} is not a seal. Write it as number:hash`);
  return { number: Number(number), hash };
}

async function withDatabase(
  config: Config,
  work: (database: Database) => Promise<boolean>,
): Promise<boolean> {
  const log = createLog({ level: 'error' });
  const database = await openDatabase({ ...withoutPooler(config), poolSize: 2, log });
  try {
    await migrate(database, join(projectRoot, 'migrations'), log);
    return await work(database);
  } finally {
    await database.close();
  }
}

const createDeps = ({ db }: Database) => ({ db, clock: systemClock, random: systemRandom });

function grant(email: string): Command {
  const texts: Record<Granted, string> = {
    granted: `${email} is an administrator now. Its sessions have ended, and it must sign in again.`,
    'already-admin': `${email} is already an administrator.`,
    invited: `${email} has no account yet. It becomes an administrator when it signs in for the first time.`,
    'already-invited': `${email} has no account yet, and becomes an administrator when it signs in for the first time.`,
  };
  return async (database, _config, terminal) => {
    terminal.log(texts[await grantAdmin(createDeps(database), email)]);
    return true;
  };
}

function revoke(email: string): Command {
  const texts: Record<Revoked, string> = {
    revoked: `${email} is no longer an administrator. Its sessions have ended.`,
    'invitation-withdrawn': `${email} had no account yet, and will not become an administrator.`,
    'no-admin': `${email} is not an administrator.`,
  };
  return async (database, config, terminal) => {
    const revoked = await revokeAdmin(createDeps(database), email);
    terminal.log(texts[revoked]);
    if (config.adminEmails.includes(email))
      terminal.log(
        'ADMIN_EMAILS still lists this address. Remove it there, or it becomes an administrator at the next sign-in.',
      );
    return revoked !== 'no-admin';
  };
}

const list: Command = async (database, config, terminal) => {
  const admins = await listAdmins(database.db);
  for (const { email, state, since } of admins) {
    const notes = { active: '', suspended: '  suspended', invited: '  has not signed in yet' };
    terminal.log(`${email}  since ${since.toISOString().slice(0, 10)}${notes[state]}`);
  }
  const listed = config.adminEmails.filter((email) => admins.every((admin) => admin.email !== email));
  for (const email of listed) terminal.log(`${email}  by ADMIN_EMAILS, once it signs in`);
  if (admins.length === 0 && listed.length === 0) {
    terminal.log('There are no administrators. Add one: npm run admin -- grant <email>');
  }
  return true;
};

function resetFactors(email: string): Command {
  const texts: Record<FactorsReset, string> = {
    reset: `${email} no longer has a second factor and signs in with an emailed code. Its owner is notified by email.`,
    'had-none': `${email} has no second factor.`,
    'no-account': `${email} has no account.`,
  };
  return async (database, _config, terminal) => {
    const outcome = await resetSecondFactors(createDeps(database), email);
    terminal.log(texts[outcome]);
    return outcome !== 'no-account';
  };
}

const problems = {
  altered: 'the entry at position %d was altered',
  removed: 'the entry at position %d was removed',
  'seal-missing': 'seal number %d is missing',
  'never-sealed': 'the entry at position %d was added outside the chain',
  'other-chain': 'seal number %d differs from the one that you saved',
};

function verify(known: Seal | undefined): Command {
  return async (database, _config, terminal) => {
    await sealAudit({ db: database.db, clock: systemClock });
    const verdict = await verifyAudit(database.db, known);
    for (const { at, kind } of verdict.problems) terminal.error(problems[kind].replace('%d', String(at)));
    const entries = `${verdict.sealed} ${verdict.sealed === 1 ? 'entry' : 'entries'}`;
    const isWhole = verdict.problems.length === 0;
    terminal.log(isWhole ? `The audit log is intact: ${entries}.` : `The audit log is broken: ${entries}.`);
    if (verdict.expired > 0)
      terminal.log(`Entries with seals 1 to ${verdict.expired} were deleted after seven years.`);
    if (verdict.sealed > 0)
      terminal.log(`Its last seal, to be kept elsewhere: ${verdict.head.number}:${verdict.head.hash}`);
    return isWhole;
  };
}

function releasePayments(acceptedDifferences: string): Command {
  return async ({ db }, _config, terminal) => {
    const released = await releaseRestored(db);
    const texts: Record<typeof released.outcome, string> = {
      'not-restored': 'This database does not wait: it was not restored, or was released before.',
      'not-reconciled':
        'No reconciliation covers the time since the backup. Run one in the admin panel, from before the backup until now.',
      differences: `The last reconciliation found ${released.differences} differences. Resolve them. Then pass their number.`,
      released: 'Restart the server: it then sends payouts and refunds again.',
    };
    terminal.log(texts[released.outcome]);
    return released.outcome === 'released';
  };

  function releaseRestored(db: Database['db']) {
    return transact(db, async (tx) => {
      if ((await getRestoredAt(tx)) === null) return { outcome: 'not-restored', differences: 0 } as const;
      const differences = await countDifferencesSinceRestore(tx);
      if (differences === null) return { outcome: 'not-reconciled', differences: 0 } as const;
      if (String(differences) !== acceptedDifferences)
        return { outcome: 'differences', differences } as const;
      await endRestore(tx);
      return { outcome: 'released', differences } as const;
    });
  }
}

/**
 * Returns null if no reconciliation after the restore covers the time since the backup. One run covers at
 * most 31 days.
 */
async function countDifferencesSinceRestore(tx: Tx): Promise<number | null> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    select jsonb_array_length(differences) as count from reconciliation, installation
    where finished_at is not null and problem is null and started_at >= restored_at and to_at >= restored_at
      and from_at <= greatest(backup_taken_at, to_at - interval '30 days')
    order by started_at desc limit 1`);
  return rows[0]?.count ?? null;
}

function explain(error: unknown): unknown {
  if (error instanceof DataFolderInUse) {
    return `${error.message}: the server is running. Stop it first: only one process can use the embedded database.`;
  }
  return error instanceof Refusal ? error.message : explainStartFailure(error);
}
