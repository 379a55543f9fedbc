import type { CurrentUser } from '#auth/contract.ts';
import type { Message } from '#kernel/text.ts';
import type { Db, Reader, Tx } from '#platform/server/db/open-database.ts';
import type { Deps as PlatformDeps } from '#platform/server/deps.ts';
import type { PlatformPorts } from '#platform/server/ports.ts';
import type { Account } from './tables.ts';

/** A tie of an account to its user type, as a text for the owner: 'You have 2 running campaigns.' */
export interface AccountTie {
  text: Message;
  /** Open money or work: the account cannot be deleted until it is finished. */
  isOpen: boolean;
  /** Money that the owner gives up by deleting the account. Only the owner may do that. */
  isGivenUp?: boolean;
  /** Path of the page where the owner can see or close it. */
  href?: string;
}

/** Ties that later domains report. Any tie prevents a type change, an open one also a deletion. */
export type AccountTies = (reader: Reader, userId: string) => Promise<AccountTie[]>;

/**
 * Rows that a write locks before it binds an account. Deletion locks them in the same order, to avoid
 * deadlocks. `list` returns ids without locking, and `lock` locks them, both before the account is locked. If
 * `list` returns more ids after that, rows were added in between.
 */
export interface AccountLocks {
  list: (reader: Reader, userId: string) => Promise<readonly string[]>;
  lock: (tx: Tx, ids: readonly string[]) => Promise<void>;
}

/**
 * Erases the user's personal data in a domain, in the transaction that deletes the account. Facts and sums
 * stay.
 */
export type ErasePerson = (tx: Tx, deps: PlatformDeps, userId: string) => Promise<void>;

/**
 * Undoes what a domain ties to the old user type, in the transaction of the type change, with the account
 * locked. Returns sentences for the mail that tell the owner what to do; empty if nothing.
 */
export type UndoRole = (tx: Tx, deps: PlatformDeps, userId: string) => Promise<Message[]>;

/** A domain's part of the data export, with its name in the file. */
export interface ExportPart {
  name: string;
  /** Tables whose rows about the user the part includes. A test compares them with the schema. */
  tables: readonly string[];
  /** Large results are iterables, so that they are written row by row. */
  read: (db: Db, deps: PlatformDeps, userId: string) => Promise<unknown> | AsyncIterable<unknown>;
}

/** Each domain answers with its own part. */
export interface AuthPorts extends PlatformPorts {
  /** Returns an account, and what later domains know of it: profile, verification, ratings, earnings. */
  loadAccount: (userId: string) => Promise<{ account: Account; facts: Partial<CurrentUser> } | null>;
  accountTies: readonly AccountTies[];
  accountLocks: readonly AccountLocks[];
  erasePerson: readonly ErasePerson[];
  undoUserType: readonly UndoRole[];
  exportParts: readonly ExportPart[];
}
export type Deps = PlatformDeps<AuthPorts>;
