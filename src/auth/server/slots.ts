import type { Db, Reader, Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { slot } from '#platform/server/slots.ts';

/** What binds an account to the other side of the market, in words for its owner: 'You have 2 running campaigns.' */
export interface AccountTie {
  text: string;
  /** Somebody's money or work still hangs on it: the account cannot be deleted before it has come to its end. */
  isOpen: boolean;
  /** Where its owner sees or ends it: a path of this site. */
  href?: string;
}

/** What later domains know to bind an account. Any tie keeps its type, an open one keeps the account itself. */
export type AccountTies = (reader: Reader, userId: string) => Promise<AccountTie[]>;
export const accountTies = slot<readonly AccountTies[]>('account ties');

/**
 * What a write that binds an account locks before it comes to the account: deleting locks it in the same order, so that the two
 * never wait for each other. `list` names what there is (locking nothing), `lock` locks what was named, and both are asked before
 * the account is locked; what `list` names more afterwards has come in between.
 */
export interface AccountLocks {
  list: (reader: Reader, userId: string) => Promise<readonly string[]>;
  lock: (tx: Tx, ids: readonly string[]) => Promise<void>;
}
export const accountLocks = slot<readonly AccountLocks[]>('account locks');

/** Takes the person out of what a domain keeps, in the transaction that deletes the account; facts and sums stay. */
export type ErasePerson = (tx: Tx, deps: Deps, userId: string) => Promise<void>;
export const erasePerson = slot<readonly ErasePerson[]>('erase person');

/**
 * What a domain takes back when an account becomes one of the other type, in the transaction of the change, the account locked.
 * Answers what its owner has to do about it, in sentences for the mail; empty where nothing.
 */
export type LeaveType = (tx: Tx, deps: Deps, userId: string) => Promise<string[]>;
export const leaveType = slot<readonly LeaveType[]>('leave type');

/** A domain's part of what somebody may take with them, by its name in the export. */
export interface ExportPart {
  name: string;
  /** The tables whose rows about the person it holds; a test holds them against the schema. */
  tables: readonly string[];
  /** Rows that may be very many come as an iterable and are written one by one. */
  read: (db: Db, deps: Deps, userId: string) => Promise<unknown> | AsyncIterable<unknown>;
}
export const exportParts = slot<readonly ExportPart[]>('export parts');
