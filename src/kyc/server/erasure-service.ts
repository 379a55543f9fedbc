import { type Message, msg } from '#kernel/text.ts';
import { audit } from '#platform/server/security/audit.ts';
import type { Db, Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { amendEvents } from '#platform/server/outbox/announce.ts';
import { type KycDocumentKind, kycProcess } from '#kyc/contract.ts';
import { kycDecided } from './events.ts';
import { enqueueFileRemoval } from './file-removal.ts';
import { toKycStatus } from './kyc-presenter.ts';
import { deleteKey } from './sealing-store.ts';
import { deleteKyc, findKyc, listDocuments, lockKyc, removeDocuments, updateKyc } from './store.ts';

/**
 * Answers the port `erasePerson`. Keeps only the status and the dates. Deleting the key also makes any copies
 * of the numbers and documents unreadable.
 */
export async function eraseIdentity(tx: Tx, deps: Deps, userId: string): Promise<void> {
  const row = await lockKyc(tx, userId);
  if (!row || row.erasedAt) return;
  const documents = await eraseDocuments(tx, deps, userId);
  await updateKyc(tx, userId, { ...erasedFields, erasedAt: deps.clock.now() });
  await amendEvents(tx, kycDecided, `${userId}:`, { reason: null });
  await audit(tx, deps, {
    actor: null,
    action: 'kyc.erased',
    object: { kind: 'account', id: userId },
    details: { documents },
  });
}

/**
 * Answers the port `undoUserType`: the other role needs other documents. Returns what the user must do, in
 * sentences for the email. Keeps a rejected check: the user must resubmit it anyway.
 */
export async function resetIdentity(tx: Tx, deps: Deps, userId: string): Promise<Message[]> {
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
    msg(
      'Your identity check was for your previous account type, so we deleted its documents. Submit the documents for your new type.',
    ),
  ];
}

async function eraseDocuments(tx: Tx, deps: Deps, userId: string): Promise<number> {
  const documents = await listDocuments(tx, [userId]);
  await enqueueFileRemoval(tx, deps, documents);
  await removeDocuments(tx, userId);
  await deleteKey(tx, userId);
  return documents.length;
}

const erasedFields = {
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

export type ExportedIdentity = Omit<ReturnType<typeof toKycStatus>, 'documents'> & {
  decidedAt: string | null;
  documents: { kind: KycDocumentKind; contentType: string; sizeBytes: number; sentAt: string }[];
};

/** Answers `read` of the port `exportParts`. Numbers are masked. */
export async function exportIdentity(db: Db, _deps: Deps, userId: string): Promise<ExportedIdentity | null> {
  const row = await findKyc(db, userId);
  if (!row) return null;
  const documents = await listDocuments(db, [userId]);
  return {
    ...toKycStatus(row, []),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    documents: documents.map(({ kind, contentType, sizeBytes, createdAt }) => ({
      kind,
      contentType,
      sizeBytes,
      sentAt: createdAt.toISOString(),
    })),
  };
}
