import { audit } from '#platform/server/audit.ts';
import type { Db, Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { amendEvents } from '#platform/server/outbox/announce.ts';
import { type KycDocumentKind, kycProcess } from '#kyc/contract.ts';
import { kycDecided } from './events.ts';
import { forgetFiles } from './files.ts';
import { presentKyc } from './presentation.ts';
import { deleteKey } from './sealing-store.ts';
import { deleteKyc, findKyc, listDocuments, lockKyc, removeDocuments, updateKyc } from './store.ts';

/**
 * Takes the person out of their verification, in the transaction that deletes the account. Fits the slot `erasePerson`
 * (auth/server/slots.ts). What stays is that there was a verification, how it was decided, and when. The key goes, so copies
 * of the numbers and documents open no more, wherever they lie; the documents' files go right after the commit.
 */
export async function eraseIdentity(tx: Tx, deps: Deps, userId: string): Promise<void> {
  const row = await lockKyc(tx, userId);
  if (!row || row.erasedAt) return;
  const documents = await eraseDocuments(tx, deps, userId);
  await updateKyc(tx, userId, { ...nothing, erasedAt: deps.clock.now() });
  await amendEvents(tx, kycDecided, `${userId}:`, { reason: null });
  await audit(tx, deps, {
    actor: null,
    action: 'kyc.erased',
    object: { kind: 'account', id: userId },
    details: { documents },
  });
}

/**
 * An account becomes one of the other type, of which other documents are asked for: what was handed in for the first says nothing
 * about the second, so it goes, and the verification begins anew. What was rejected has to be handed in again anyway. Fits the
 * slot `leaveType` (auth/server/slots.ts).
 */
export async function takeBackIdentity(tx: Tx, deps: Deps, userId: string): Promise<string[]> {
  const row = await lockKyc(tx, userId);
  if (!row || kycProcess.next(row.status, 'takeBack', 'account') === null) return [];
  const documents = await eraseDocuments(tx, deps, userId);
  await deleteKyc(tx, userId);
  await audit(tx, deps, {
    actor: null,
    action: 'kyc.taken-back',
    object: { kind: 'account', id: userId },
    details: { from: row.status, documents },
  });
  return [
    'Your identity check was for the type before, so it begins anew and its documents are deleted: please hand in those for your new type.',
  ];
}

/** The key and the documents; how many these were. Their files go right after the commit. */
async function eraseDocuments(tx: Tx, deps: Deps, userId: string): Promise<number> {
  const documents = await listDocuments(tx, [userId]);
  await forgetFiles(tx, deps, documents);
  await removeDocuments(tx, userId);
  await deleteKey(tx, userId);
  return documents.length;
}

const nothing = {
  rejectionReason: null,
  firstName: null,
  lastName: null,
  dateOfBirth: null,
  phoneNumber: null,
  address: null,
  city: null,
  state: null,
  zipCode: null,
  country: null,
  idType: null,
  governmentIdSealed: null,
  governmentIdLast: null,
  governmentIdIndex: null,
  taxIdSealed: null,
  taxIdLast: null,
  taxIdIndex: null,
  businessName: null,
  businessAddress: null,
  businessTaxIdSealed: null,
  businessTaxIdLast: null,
  businessTaxIdIndex: null,
  businessType: null,
  businessDescription: null,
};

/** What somebody has handed in, as their export shows it; a plain object that becomes JSON as it is. */
export type ExportedIdentity = Omit<ReturnType<typeof presentKyc>, 'documents'> & {
  decidedAt: string | null;
  documents: { kind: KycDocumentKind; contentType: string; sizeBytes: number; sentAt: string }[];
};

/**
 * What somebody has handed in, for their export: numbers masked, documents by kind. Null where nothing was. Fits `read` of the
 * slot `exportParts` (auth/server/slots.ts).
 */
export async function exportIdentity(db: Db, _deps: Deps, userId: string): Promise<ExportedIdentity | null> {
  const row = await findKyc(db, userId);
  if (!row) return null;
  const documents = await listDocuments(db, [userId]);
  return {
    ...presentKyc(row, []),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    documents: documents.map(({ kind, contentType, sizeBytes, createdAt }) => ({
      kind,
      contentType,
      sizeBytes,
      sentAt: createdAt.toISOString(),
    })),
  };
}
