import { AsyncLocalStorage } from 'node:async_hooks';

interface OpenTransaction {
  /** False once it has ended: work that it started and did not await is outside. */
  isOpen: boolean;
}

const current = new AsyncLocalStorage<OpenTransaction>();

export function isInTransaction(): boolean {
  return current.getStore()?.isOpen === true;
}

/** Runs work so that everything it awaits knows that a transaction is open. */
export async function inTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
  const transaction = { isOpen: true };
  try {
    return await current.run(transaction, work);
  } finally {
    transaction.isOpen = false;
  }
}
