import type { Cents } from '../money.ts';

import { memoryJournal, openJournal, type Journal } from './journal.ts';
import type { TableName, Tables } from './records.ts';

export type Change = { [Name in TableName]: { table: Name; record: Tables[Name] } }[TableName];

export type BookTables = { readonly [Name in TableName]: ReadonlyMap<string, Tables[Name]> };

export type Books = BookTables & {
  /** Writes changes atomically: after a crash, all or none of them are there. */
  write(changes: readonly Change[]): void;
  /** Resolves when everything written is on disk. Wait for it before each response. */
  flushed(): Promise<void>;
  balance(): Cents;
  /** Ids of records that time alone will change, so that a check does not scan all records. */
  readonly waiting: Readonly<Record<WaitingTable, ReadonlySet<string>>>;
  close(): Promise<void>;
};

type WaitingTable = 'orders' | 'batches' | 'items' | 'deliveries';

export async function openBooks(store: string): Promise<Books> {
  const tables = emptyTables();
  const waiting = {
    orders: new Set<string>(),
    batches: new Set<string>(),
    items: new Set<string>(),
    deliveries: new Set<string>(),
  };
  let balanceCents = 0;

  function apply(change: Change): void {
    put(tables, change);
    if (change.table === 'moves') balanceCents += change.record.amountCents;
    if (isWaitingTable(change.table)) {
      if (isWaiting(change)) waiting[change.table].add(change.record.id);
      else waiting[change.table].delete(change.record.id);
    }
  }

  const journal: Journal =
    store === 'memory'
      ? memoryJournal()
      : // Only `write` below adds lines to the file.
        await openJournal(store, (line) => (line as Change[]).forEach(apply));

  return {
    ...tables,
    write(changes) {
      changes.forEach(apply);
      journal.append(changes);
    },
    flushed: () => journal.flushed(),
    balance: () => balanceCents,
    waiting,
    close: () => journal.close(),
  };
}

type MutableTables = { [Name in TableName]: Map<string, Tables[Name]> };

function emptyTables(): MutableTables {
  return {
    accounts: new Map(),
    signingKeys: new Map(),
    orders: new Map(),
    captures: new Map(),
    refunds: new Map(),
    batches: new Map(),
    items: new Map(),
    disputes: new Map(),
    moves: new Map(),
    keys: new Map(),
    events: new Map(),
    deliveries: new Map(),
  };
}

function put<Name extends TableName>(
  tables: MutableTables,
  change: { table: Name; record: Tables[Name] },
): void {
  tables[change.table].set(change.record.id, change.record);
}

function isWaitingTable(table: TableName): table is WaitingTable {
  return table === 'orders' || table === 'batches' || table === 'items' || table === 'deliveries';
}

function isWaiting(change: Change): boolean {
  switch (change.table) {
    case 'orders':
      return change.record.status === 'APPROVED';
    case 'batches':
      return change.record.status === 'PENDING' || change.record.status === 'PROCESSING';
    case 'items':
      return change.record.steps.length > 0;
    case 'deliveries':
      return change.record.state === 'waiting';
    default:
      return false;
  }
}
