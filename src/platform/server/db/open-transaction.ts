import { AsyncLocalStorage } from 'node:async_hooks';

interface OpenTransaction {
  /** False after the transaction ends: work that it started but did not await is outside. */
  isOpen: boolean;
}

const current = new AsyncLocalStorage<OpenTransaction>();

export function isInTransaction(): boolean {
  return current.getStore()?.isOpen === true;
}

export async function inTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
  const transaction = { isOpen: true };
  try {
    return await current.run(transaction, work);
  } finally {
    transaction.isOpen = false;
  }
}
