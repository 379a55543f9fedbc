import type { CurrentUser } from '#auth/contract.ts';
import type { Message } from '#kernel/text.ts';
import type { Db, Reader, Tx } from '#platform/server/db/open-database.ts';
import type { Deps as PlatformDeps } from '#platform/server/deps.ts';
import type { PlatformPorts } from '#platform/server/ports.ts';
import type { Account } from './tables.ts';

export interface AccountTie {
  text: Message;
  /** Open money or work: the account cannot be deleted until it is finished. */
  isOpen: boolean;
  /** Given up by deleting the account. Only the owner may do that. */
  isGivenUp?: boolean;
  href?: string;
}

/** Any tie prevents a type change, an open one also a deletion. */
export type AccountTies = (reader: Reader, userId: string) => Promise<AccountTie[]>;

/**
 * Locked before a write binds an account. Deletion locks them in the same order, to avoid deadlocks. `list` returns ids
 * without locking, and `lock` locks them, both before the account is locked. If `list` returns more ids after that,
 * rows were added in between.
 */
export interface AccountLocks {
  list: (reader: Reader, userId: string) => Promise<readonly string[]>;
  lock: (tx: Tx, ids: readonly string[]) => Promise<void>;
}

/** Runs in the transaction that deletes the account. Facts and sums stay. */
export type ErasePerson = (tx: Tx, deps: PlatformDeps, userId: string) => Promise<void>;

/**
 * Runs in the transaction of the type change, with the account locked. Returns sentences for the mail that tell the owner
 * what to do.
 */
export type UndoRole = (tx: Tx, deps: PlatformDeps, userId: string) => Promise<Message[]>;

export interface ExportPart {
  name: string;
  /** A test compares them with the schema. */
  tables: readonly string[];
  read: (db: Db, deps: PlatformDeps, userId: string) => Promise<unknown> | AsyncIterable<unknown>;
}

export interface AuthPorts extends PlatformPorts {
  loadAccount: (userId: string) => Promise<{ account: Account; facts: Partial<CurrentUser> } | null>;
  accountTies: readonly AccountTies[];
  accountLocks: readonly AccountLocks[];
  erasePerson: readonly ErasePerson[];
  undoUserType: readonly UndoRole[];
  exportParts: readonly ExportPart[];
}
export type Deps = PlatformDeps<AuthPorts>;
