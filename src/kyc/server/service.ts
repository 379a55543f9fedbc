import type { CurrentUser } from '#auth/contract.ts';
import { contactsOf } from '#auth/server/service.ts';
import type { Role } from '#kernel/endpoint.ts';
import { refuse } from '#kernel/errors.ts';
import {
  type KycDocumentKind,
  type KycForm,
  kycProcess,
  type KycQueueEntry,
  type KycStatus,
} from '#kyc/contract.ts';
import { audit } from '#platform/server/audit.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import type { FormFile } from '#platform/server/route.ts';
import { kycKey } from '#platform/server/secrets.ts';
import type { Actor } from '#platform/server/session.ts';
import { lastFour } from '#platform/server/storage/mask.ts';
import { sealText } from '#platform/server/storage/seal.ts';
import { refuseUnderAge, requireCompliance } from '#profiles/server/service.ts';
import { forgetDocuments, type KeptDocument, keepDocuments, openDocument } from './documents.ts';
import { kycDecided, kycSubmitted } from './events.ts';
import {
  countKyc,
  findDocument,
  findKyc,
  listDocuments,
  listKycByStatus,
  listKycOf,
  lockKyc,
  putKyc,
  replaceDocuments,
  updateKyc,
} from './store.ts';
import type { KycDocumentRow, KycRow } from './tables.ts';

type Files = Readonly<Partial<Record<string, FormFile>>>;

/** Hands in the form and its documents, for the first time or again after a rejection. */
export async function submitKyc(deps: Deps, actor: Actor, form: KycForm, files: Files): Promise<void> {
  await requireCompliance(deps.db, actor.userId, { locationConsent: false });
  refuseUnderAge(deps, form.dateOfBirth);
  refuseMissing(actor.role, form, files);
  refuseUnlessOpen(await findKyc(deps.db, actor.userId));
  const kinds: KycDocumentKind[] = ['idDocument', 'proofOfAddress'];
  if (actor.role === 'advertiser') kinds.push('businessLicense');
  const documents = await keepDocuments(deps, actor.userId, files, kinds);
  let isKept = false;
  try {
    const replaced = await transact(deps.db, (tx) => replaceKyc(tx, deps, actor, form, documents));
    isKept = true;
    // After the commit: a crash in between leaves a sealed file that nothing refers to, never a row without its file.
    await forgetDocuments(deps, replaced);
  } finally {
    if (!isKept) await forgetDocuments(deps, documents);
  }
}

/** Answers the documents that were handed in before. */
async function replaceKyc(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  form: KycForm,
  documents: readonly KeptDocument[],
): Promise<KycDocumentRow[]> {
  const now = deps.clock.now();
  refuseUnlessOpen(await lockKyc(tx, actor.userId));
  const old = await listDocuments(tx, [actor.userId]);
  if (!(await putKyc(tx, { ...rowOf(deps, actor, form), submittedAt: now }))) throw refuse('kyc/not-open');
  await replaceDocuments(
    tx,
    actor.userId,
    documents.map((document) => ({ ...document, accountId: actor.userId, createdAt: now })),
  );
  const ref = `${actor.userId}:${now.toISOString()}`;
  await announce(tx, kycSubmitted, { ref, payload: { userId: actor.userId } }, deps.clock);
  return old;
}

function refuseUnlessOpen(present: KycRow | undefined): void {
  if (kycProcess.next(present?.status ?? 'incomplete', 'submit', 'account') === null) {
    throw refuse('kyc/not-open', present ? { state: present.status } : {});
  }
}

function refuseMissing(role: Role | null, form: KycForm, files: Files): void {
  const fields: Record<string, string> = {};
  if (!files['idDocument']) fields['idDocument'] = 'Please add your ID document';
  if (!files['proofOfAddress']) fields['proofOfAddress'] = 'Please add a proof of address';
  if (role === 'advertiser') {
    if (!form.businessName) fields['businessName'] = 'Business name is required';
    if (!form.businessAddress) fields['businessAddress'] = 'Business address is required';
    if (!form.businessType) fields['businessType'] = 'Business type is required';
    if (!form.businessTaxId) fields['businessTaxId'] = 'Business tax ID is required';
    if (!form.businessDescription) fields['businessDescription'] = 'Business description is required';
  }
  if (Object.keys(fields).length > 0) throw refuse('request/invalid', { fields });
}

function rowOf(deps: Deps, { userId, role }: Actor, form: KycForm): Omit<KycRow, 'submittedAt'> {
  const sealed = (column: string, text: string) =>
    sealText(text, { key: kycKey(deps.config), aad: `kyc|${column}|${userId}|1` });
  const isBusiness = role === 'advertiser';
  const businessTaxId = isBusiness ? form.businessTaxId : undefined;
  return {
    accountId: userId,
    status: 'pending',
    rejectionReason: null,
    decidedAt: null,
    decidedBy: null,
    firstName: form.firstName,
    lastName: form.lastName,
    dateOfBirth: form.dateOfBirth,
    phoneNumber: form.phoneNumber,
    address: form.address,
    city: form.city,
    state: form.state,
    zipCode: form.zipCode,
    country: form.country,
    idType: form.idType,
    governmentIdSealed: sealed('government_id', form.governmentId),
    governmentIdLast: lastFour(form.governmentId),
    taxIdSealed: sealed('tax_id', form.taxId),
    taxIdLast: lastFour(form.taxId),
    businessName: isBusiness ? (form.businessName ?? null) : null,
    businessAddress: isBusiness ? (form.businessAddress ?? null) : null,
    businessTaxIdSealed: businessTaxId ? sealed('business_tax_id', businessTaxId) : null,
    businessTaxIdLast: businessTaxId ? lastFour(businessTaxId) : null,
    businessType: isBusiness ? (form.businessType ?? null) : null,
    businessDescription: isBusiness ? (form.businessDescription ?? null) : null,
  };
}

export async function getKycStatus(deps: Deps, actor: Actor): Promise<KycStatus> {
  const row = await findKyc(deps.db, actor.userId);
  if (!row) return nothingYet;
  const documents = await listDocuments(deps.db, [actor.userId]);
  return statusOf(
    row,
    documents.map(({ kind }) => kind),
  );
}

export async function listKyc(deps: Deps, status: KycRow['status']): Promise<KycQueueEntry[]> {
  const rows = await listKycByStatus(deps.db, status);
  const ids = rows.map(({ accountId }) => accountId);
  const [documents, contacts] = await Promise.all([listDocuments(deps.db, ids), contactsOf(deps.db, ids)]);
  return rows.map((row) => {
    const own = documents.filter(({ accountId }) => accountId === row.accountId);
    const contact = contacts.get(row.accountId);
    return {
      ...statusOf(
        row,
        own.map(({ kind }) => kind),
      ),
      userId: row.accountId,
      email: contact?.email ?? '',
      userType: contact?.role ?? null,
    };
  });
}

/** The same decision again changes nothing; the opposite one is refused with the present state. */
export async function decideKyc(
  deps: Deps,
  actor: Actor,
  userId: string,
  decision: { status: 'approved' | 'rejected'; reason?: string | undefined },
): Promise<void> {
  await transact(deps.db, async (tx) => {
    const row = await lockKyc(tx, userId);
    if (!row) throw refuse('kyc/not-found');
    if (row.status === decision.status) return;
    const next = kycProcess.next(row.status, decision.status === 'approved' ? 'approve' : 'reject', 'admin');
    if (next === null) throw refuse('kyc/decided', { state: row.status });
    const now = deps.clock.now();
    const reason = decision.status === 'rejected' ? (decision.reason ?? null) : null;
    await updateKyc(tx, userId, {
      status: decision.status,
      rejectionReason: reason,
      decidedAt: now,
      decidedBy: actor.userId,
    });
    await audit(tx, deps, {
      actor,
      action: `kyc.${decision.status}`,
      object: { kind: 'account', id: userId },
      reason: reason ?? undefined,
    });
    const ref = `${userId}:${now.toISOString()}`;
    await announce(tx, kycDecided, { ref, payload: { userId, status: decision.status, reason } }, deps.clock);
  });
}

/** A document's bytes for an admin; the look is audited before anything is shown. */
export async function viewDocument(
  deps: Deps,
  actor: Actor,
  userId: string,
  kind: KycDocumentKind,
): Promise<{ content: Buffer; contentType: string }> {
  const document = await findDocument(deps.db, userId, kind);
  if (!document) throw refuse('kyc/not-found');
  await transact(deps.db, (tx) =>
    audit(tx, deps, {
      actor,
      action: 'kyc-document.viewed',
      object: { kind: 'account', id: userId },
      details: { document: kind },
    }),
  );
  return { content: await openDocument(deps, document), contentType: document.contentType };
}

/** What paying somebody depends on. */
export async function identityOf(
  reader: Reader,
  userId: string,
): Promise<{ isApproved: boolean; hasTaxId: boolean }> {
  const row = await findKyc(reader, userId);
  return {
    isApproved: row?.status === 'approved',
    hasTaxId: row?.status === 'approved' && row.taxIdSealed !== '',
  };
}

/** Which of these accounts are verified. */
export async function verifiedAmong(reader: Reader, userIds: readonly string[]): Promise<Set<string>> {
  const rows = await listKycOf(reader, userIds);
  return new Set(rows.filter(({ status }) => status === 'approved').map(({ accountId }) => accountId));
}

export async function countWaitingKyc(reader: Reader): Promise<number> {
  return countKyc(reader, 'pending');
}

/** The verification's part of the signed-in account. */
export async function kycFacts(reader: Reader, userId: string): Promise<Partial<CurrentUser>> {
  const row = await findKyc(reader, userId);
  if (!row) return {};
  return { kycStatus: row.status, taxId: masked(row.taxIdLast), isVerified: row.status === 'approved' };
}

function masked(last: string | null): string | null {
  return last === null ? null : `••••${last}`;
}

function statusOf(row: KycRow, documents: KycDocumentKind[]): KycStatus {
  return {
    kycStatus: row.status,
    rejectionReason: row.rejectionReason,
    submittedAt: row.submittedAt.toISOString(),
    firstName: row.firstName,
    lastName: row.lastName,
    dateOfBirth: row.dateOfBirth,
    phoneNumber: row.phoneNumber,
    address: row.address,
    city: row.city,
    state: row.state,
    zipCode: row.zipCode,
    country: row.country,
    idType: row.idType,
    governmentId: masked(row.governmentIdLast),
    taxId: masked(row.taxIdLast),
    businessName: row.businessName,
    businessAddress: row.businessAddress,
    businessTaxId: masked(row.businessTaxIdLast),
    businessType: row.businessType,
    businessDescription: row.businessDescription,
    documents,
  };
}

const nothingYet: KycStatus = {
  kycStatus: 'incomplete',
  rejectionReason: null,
  submittedAt: null,
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
  governmentId: null,
  taxId: null,
  businessName: null,
  businessAddress: null,
  businessTaxId: null,
  businessType: null,
  businessDescription: null,
  documents: [],
};
