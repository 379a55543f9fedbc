import { createHmac } from 'node:crypto';
import type { Tx } from '../db/open-database.ts';
import type { Rate, Taken } from './bucket.ts';

/** Buckets that several processes share. */
export interface LimitStore {
  /** A token taken in a transaction that fails is given back. */
  usesTransactions: boolean;
  /** Must be atomic. May reject if the store does not answer. */
  take(key: string, nowUs: number, rate: Rate, tx?: Tx): Promise<Taken>;
  close(): Promise<void>;
}

/** Keys contain email and network addresses, so a store gets only their keyed hashes. */
export function hashKey(secret: string, key: string): string {
  return createHmac('sha256', secret).update(key).digest('base64url');
}
