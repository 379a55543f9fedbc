/**
 * The commands of `npm run admin`: grant|revoke|list|reset-second-factors|verify-audit. They make administrators, let in an
 * account that has lost every second factor, and check the audit log, directly on the database.
 */
import { join, resolve } from 'node:path';
import { Email } from '#auth/contract.ts';
import {
  type Granted,
  grantAdmin,
  listAdmins,
  revokeAdmin,
  type Revoked,
} from '#auth/server/admin-role-service.ts';
import { type FactorsReset, resetSecondFactors } from '#auth/server/second-factor-reset.ts';
import { Refusal } from '#kernel/errors.ts';
import { systemClock } from '#kernel/time.ts';
import { sealAudit, type Seal, verifyAudit } from '#platform/server/audit-chain.ts';
import { type Config, ConfigError, readConfig } from '#platform/server/config.ts';
import { DataFolderInUse } from '#platform/server/db/data-lock.ts';
import { migrate, MigrationError } from '#platform/server/db/migrate.ts';
import { type Database, openDatabase } from '#platform/server/db/open-database.ts';
import { createLog } from '#platform/server/log/log.ts';
import { systemRandom } from '#platform/server/random.ts';

/** The project's root, from build/server/admin.js as from src/main/admin-command.ts. */
const root = resolve(import.meta.dirname, '../..');

const help = `Administrators, lost second factors, and the audit log.

  npm run admin -- grant <email>    make the account of this address an administrator
  npm run admin -- revoke <email>   take that back; the last administrator stays one
  npm run admin -- list             everybody who is an administrator
  npm run admin -- reset-second-factors <email>
                                    for somebody who has lost them all, once you know who asks: takes
                                    passkeys, app and recovery codes away and ends every session
  npm run admin -- verify-audit [<number>:<hash>]
                                    compare every entry of the audit log with its seal; with a seal that
                                    was written down before, also whether the log still has it

It works on DATABASE_URL, or on the embedded database in DATA_DIR while the server is stopped.
It takes the same settings as the server. Each command, list too, first brings the database up to
date, as a start of the server does.`;

/** Where a command writes: the terminal, or a test. */
export type Terminal = Pick<Console, 'log' | 'error'>;

/** What was typed makes no sense; the text says why. */
class UsageError extends Error {}

type Command = (database: Database, config: Config, terminal: Terminal) => Promise<boolean>;

/** Runs a command with these settings and returns the exit code: 0 done, 1 failed, 2 not understood. */
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
    const command = commandOf(words);
    const config = readConfig(settings);
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

function commandOf([name, ...rest]: readonly string[]): Command {
  const [word] = rest;
  if (rest.length > 1) throw new UsageError(`Too many words: ${rest.slice(1).join(' ')}`);
  switch (name) {
    case 'grant':
      return grant(emailIn(word));
    case 'revoke':
      return revoke(emailIn(word));
    case 'list':
      if (word !== undefined) throw new UsageError(`list takes nothing more: ${word}`);
      return list;
    case 'reset-second-factors':
      return resetFactors(emailIn(word));
    case 'verify-audit':
      return verify(word === undefined ? undefined : sealIn(word));
    default:
      throw new UsageError(`There is no command ${name}`);
  }
}

function emailIn(word: string | undefined): string {
  if (word === undefined) throw new UsageError('An email address is missing');
  const email = Email.safeParse(word);
  if (!email.success) throw new UsageError(`${word} is no email address`);
  return email.data;
}

function sealIn(word: string): Seal {
  const [, number, hash] = /^([1-9]\d*):([0-9a-f]{64})$/.exec(word) ?? [];
  if (!number || !hash) throw new UsageError(`${word} is no seal: write number:hash`);
  return { number: Number(number), hash };
}

async function withDatabase(
  config: Config,
  work: (database: Database) => Promise<boolean>,
): Promise<boolean> {
  const log = createLog({ level: 'error' });
  const database = await openDatabase({ ...config, poolSize: 2, log });
  try {
    await migrate(database, join(root, 'migrations'), log);
    return await work(database);
  } finally {
    await database.close();
  }
}

const depsOf = ({ db }: Database) => ({ db, clock: systemClock, random: systemRandom });

function grant(email: string): Command {
  const texts: Record<Granted, string> = {
    granted: `${email} is an administrator now. Its sessions have ended; it signs in anew.`,
    'already-admin': `${email} is an administrator already.`,
    invited: `${email} has no account yet. It becomes an administrator when it signs in for the first time.`,
    'already-invited': `${email} has no account yet, and becomes an administrator when it signs in for the first time.`,
  };
  return async (database, _config, terminal) => {
    terminal.log(texts[await grantAdmin(depsOf(database), email)]);
    return true;
  };
}

function revoke(email: string): Command {
  const texts: Record<Revoked, string> = {
    revoked: `${email} is no administrator any more. Its sessions have ended.`,
    'invitation-withdrawn': `${email} had no account yet, and will not become an administrator.`,
    'no-admin': `${email} is no administrator.`,
  };
  return async (database, config, terminal) => {
    const revoked = await revokeAdmin(depsOf(database), email);
    terminal.log(texts[revoked]);
    if (config.adminEmails.includes(email))
      terminal.log(
        'The setting ADMIN_EMAILS names it: take it out there, or it becomes one at its next sign-in.',
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
    terminal.log('There is no administrator. Make one: npm run admin -- grant <email>');
  }
  return true;
};

function resetFactors(email: string): Command {
  const texts: Record<FactorsReset, string> = {
    reset: `${email} has no second factor any more, and signs in anew with a mailed code alone. Its owner is told by mail.`,
    'had-none': `${email} has no second factor.`,
    'no-account': `${email} has no account.`,
  };
  return async (database, _config, terminal) => {
    const outcome = await resetSecondFactors(depsOf(database), email);
    terminal.log(texts[outcome]);
    return outcome !== 'no-account';
  };
}

const problems = {
  altered: 'the entry at position %d was altered',
  removed: 'the entry at position %d was removed',
  'seal-missing': 'seal number %d is missing',
  'never-sealed': 'the entry at position %d was slipped in past the chain',
  'other-chain': 'seal number %d is not the one that was written down',
};

function verify(known: Seal | undefined): Command {
  return async (database, _config, terminal) => {
    await sealAudit({ db: database.db, clock: systemClock });
    const verdict = await verifyAudit(database.db, known);
    for (const { at, kind } of verdict.problems) terminal.error(problems[kind].replace('%d', String(at)));
    const entries = `${verdict.sealed} ${verdict.sealed === 1 ? 'entry' : 'entries'}`;
    const isWhole = verdict.problems.length === 0;
    terminal.log(isWhole ? `The audit log is whole: ${entries}.` : `The audit log is broken: ${entries}.`);
    if (verdict.sealed > 0)
      terminal.log(`Its last seal, to be kept elsewhere: ${verdict.head.number}:${verdict.head.hash}`);
    return isWhole;
  };
}

function explain(error: unknown): unknown {
  if (error instanceof DataFolderInUse) {
    return `${error.message}: the server runs. Stop it first; with the embedded database only one process can work at a time.`;
  }
  const isExpected =
    error instanceof ConfigError || error instanceof MigrationError || error instanceof Refusal;
  return isExpected ? error.message : error;
}
