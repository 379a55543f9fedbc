import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { addMilliseconds, DAY } from '#kernel/time.ts';
import type { Capture } from '../../media-contract.ts';
import type { MediaKind } from '../../contract.ts';

export interface DraftFile {
  key: string;
  file: File;
  uploadId: string | null;
  /** Null unless the marketer chose it or the camera knows it. */
  kind: MediaKind | null;
  capture: Capture | null;
}

/** It outlives the page, a crash and a lost connection. */
export interface ProofDraft {
  accountId: string;
  slot: string;
  campaignId: string;
  campaignTitle: string;
  submissionKey: string;
  sessionId: string | null;
  postUrl: string;
  note: string;
  isAdDisclosed: boolean;
  files: DraftFile[];
  /** Missing in drafts of first proofs. */
  againFor?: string;
  /** When the marketer pressed Submit without a connection. Null while they still edit. */
  queuedAt: string | null;
  refusal: string | null;
  updatedAt: string;
}

export interface ProofDrafts {
  load(accountId: string, slot: string): Promise<ProofDraft | undefined>;
  save(draft: ProofDraft): Promise<void>;
  remove(accountId: string, slot: string): Promise<void>;
  /** Returns the drafts that wait to be sent, of all accounts, oldest first. */
  listQueued(): Promise<ProofDraft[]>;
  removeAccount(accountId: string): Promise<void>;
}

/**
 * After a rejection, the next proof has another slot: a draft of the first proof that was left behind would be taken
 * for a repetition of it.
 */
export function toDraftSlot(campaignId: string, previousProofId: string | undefined): string {
  return `${campaignId}/${previousProofId ?? ''}`;
}

export function toAgainSlot(campaignId: string, proofId: string): string {
  return `${campaignId}/again/${proofId}`;
}

/** Longer than any deadline for proof after the work. */
const KEPT_MS = 30 * DAY;

interface Schema extends DBSchema {
  drafts: { key: [accountId: string, slot: string]; value: ProofDraft };
}

/** Rejects if the browser gives us no database. */
export async function openProofDrafts(now: Date): Promise<ProofDrafts> {
  const database = await openDB<Schema>('promenade-proofs', 1, {
    upgrade: (fresh) => {
      fresh.createObjectStore('drafts', { keyPath: ['accountId', 'slot'] });
    },
    // A page of a newer release must not wait for this one to close.
    blocking: (_present, _wanted, event) => {
      if (event.target instanceof IDBDatabase) event.target.close();
    },
  });
  await removeOverdue(database, addMilliseconds(now, -KEPT_MS).toISOString());
  return {
    load: (accountId, slot) => database.get('drafts', [accountId, slot]),
    async save(draft) {
      await database.put('drafts', draft);
    },
    remove: (accountId, slot) => database.delete('drafts', [accountId, slot]),
    async listQueued() {
      const drafts = await database.getAll('drafts');
      return drafts
        .filter(({ queuedAt }) => queuedAt !== null)
        .toSorted((one, other) => (one.queuedAt ?? '').localeCompare(other.queuedAt ?? ''));
    },
    async removeAccount(accountId) {
      // In IndexedDB, arrays sort after every string, so this range covers all drafts of the account.
      await database.delete('drafts', IDBKeyRange.bound([accountId], [accountId, []]));
    },
  };
}

async function removeOverdue(database: IDBPDatabase<Schema>, before: string): Promise<void> {
  for (const { accountId, slot, updatedAt } of await database.getAll('drafts'))
    if (updatedAt < before) await database.delete('drafts', [accountId, slot]);
}

export async function eraseProofDrafts(accountId: string, now: Date): Promise<void> {
  try {
    const drafts = await openProofDrafts(now);
    await drafts.removeAccount(accountId);
  } catch {
    // If the browser gives us no database, nothing outlives the page.
  }
}
