import type { CurrentUser } from '#auth/contract.ts';
import type { Role } from '#kernel/endpoint.ts';
import { t } from '#kernel/text.ts';
import { type KycDocumentKind, kycProcess, type OwnKycStatus, emptyKycStatus } from '#kyc/contract.ts';
import type { KycForm } from '#kyc/form-contract.ts';
import { refuse } from '#kyc/domain.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import type { FormFile } from '#platform/server/http/route.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { refuseUnderAge, requireCompliance } from '#profiles/server/service.ts';
import { removeUnsavedDocuments, type StoredDocument, storeDocuments } from './documents.ts';
import { kycSubmitted } from './events.ts';
import { enqueueFileRemoval } from './file-removal.ts';
import { maskNumber, toKycStatus } from './kyc-presenter.ts';
import { upsertKey } from './sealing-store.ts';
import {
  countKyc,
  findKyc,
  lockActiveAccount,
  listDocuments,
  listKycByAccounts,
  lockKyc,
  upsertKyc,
  replaceDocuments,
  measureReviews,
} from './store.ts';
import type { KycRow } from './tables.ts';
import { type DataKey, DIRECT_VERSION, createDataKey, sealNumbers, wrapDataKey } from './vault.ts';

type Files = Readonly<Partial<Record<string, FormFile>>>;

export async function submitKyc(deps: Deps, actor: Actor, form: KycForm, files: Files): Promise<void> {
  await requireCompliance(deps.db, actor.userId, { locationConsent: false });
  refuseUnderAge(deps, form.dateOfBirth);
  assertComplete(actor.role, form, files);
  const present = await findKyc(deps.db, actor.userId);
  assertOpen(present);
  const kinds: KycDocumentKind[] = ['idDocument', 'proofOfAddress'];
  if (actor.role === 'advertiser') kinds.push('businessLicense');
  // Each submission has its own key. Once the old key is gone, the earlier submission can't be decrypted.
  const dataKey = createDataKey((present?.keyVersion ?? DIRECT_VERSION) + 1);
  const documents = await storeDocuments(deps, actor.userId, files, kinds, dataKey);
  try {
    await transact(deps.db, (tx) => replaceKyc(tx, deps, { actor, form, documents, dataKey }));
  } catch (error) {
    await removeUnsavedDocuments(deps, documents, error);
    throw error;
  }
}

interface Submission {
  actor: Actor;
  form: KycForm;
  documents: readonly StoredDocument[];
  dataKey: DataKey;
}

async function replaceKyc(
  tx: Tx,
  deps: Deps,
  { actor, form, documents, dataKey }: Submission,
): Promise<void> {
  const now = deps.clock.now();
  const { userId } = actor;
  // Waits for a concurrent deletion or role change. Without it the server could save data of a deleted user,
  // or accept a marketer's documents from an advertiser.
  const living = await lockActiveAccount(tx, userId);
  if (!living) throw refuse('account/not-found');
  if (living.role !== actor.role) throw refuse('auth/required');
  assertOpen(await lockKyc(tx, userId));
  await enqueueFileRemoval(tx, deps, await listDocuments(tx, [userId]));
  const row = { ...toKycRow(deps, actor, form, dataKey), submittedAt: now };
  if (!(await upsertKyc(tx, row))) throw refuse('kyc/not-open');
  await upsertKey(tx, { accountId: userId, ...wrapDataKey(deps.config, userId, dataKey), createdAt: now });
  await replaceDocuments(
    tx,
    userId,
    documents.map((document) => ({ ...document, accountId: userId, createdAt: now })),
  );
  const ref = `${userId}:${now.toISOString()}`;
  await announce(tx, kycSubmitted, { ref, payload: { userId } }, deps.clock);
}

function assertOpen(present: KycRow | undefined): void {
  if (kycProcess.next(present?.status ?? 'incomplete', 'submit', 'account') === null) {
    throw refuse('kyc/not-open', present ? { state: present.status } : {});
  }
}

function assertComplete(role: Role | null, form: KycForm, files: Files): void {
  const fields: Record<string, string> = {};
  if (!files['idDocument']) fields['idDocument'] = t('Add your ID document');
  if (!files['proofOfAddress']) fields['proofOfAddress'] = t('Add a proof of address');
  if (role === 'advertiser') {
    if (!form.businessName) fields['businessName'] = t('Business name is required');
    if (!form.businessAddress) fields['businessAddress'] = t('Business address is required');
    if (!form.businessType) fields['businessType'] = t('Business type is required');
    if (!form.businessTaxId) fields['businessTaxId'] = t('Business tax ID is required');
    if (!form.businessDescription) fields['businessDescription'] = t('Business description is required');
  }
  if (Object.keys(fields).length > 0) throw refuse('request/invalid', { fields });
}

function toKycRow(
  deps: Deps,
  { userId, role }: Actor,
  form: KycForm,
  dataKey: DataKey,
): Omit<KycRow, 'submittedAt'> {
  const isBusiness = role === 'advertiser';
  return {
    accountId: userId,
    status: 'pending',
    rejectionReason: null,
    decidedAt: null,
    decidedBy: null,
    erasedAt: null,
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
    ...sealNumbers(deps.config, userId, dataKey, {
      governmentId: form.governmentId,
      taxId: form.taxId,
      businessTaxId: (isBusiness && form.businessTaxId) || null,
    }),
    businessName: isBusiness ? (form.businessName ?? null) : null,
    businessAddress: isBusiness ? (form.businessAddress ?? null) : null,
    businessType: isBusiness ? (form.businessType ?? null) : null,
    businessDescription: isBusiness ? (form.businessDescription ?? null) : null,
  };
}

export async function getKycStatus(deps: Deps, actor: Actor): Promise<OwnKycStatus> {
  const usualReviewHours = await measureReviews(deps.db);
  const row = await findKyc(deps.db, actor.userId);
  if (!row) return { ...emptyKycStatus, usualReviewHours };
  const documents = await listDocuments(deps.db, [actor.userId]);
  const kinds = documents.map(({ kind }) => kind);
  return { ...toKycStatus(row, kinds), usualReviewHours };
}

export async function loadIdentity(reader: Reader, userId: string): Promise<Identity> {
  return toIdentity(await findKyc(reader, userId));
}

export interface Identity {
  isApproved: boolean;
  hasTaxId: boolean;
}

export function toIdentity(row: Pick<KycRow, 'status' | 'taxIdSealed'> | null | undefined): Identity {
  const isApproved = row?.status === 'approved';
  return { isApproved, hasTaxId: isApproved && Boolean(row.taxIdSealed) };
}

export async function loadIdentityChecks(
  reader: Reader,
  userIds: readonly string[],
): Promise<Map<string, { status: KycRow['status']; submittedAt: Date }>> {
  const rows = await listKycByAccounts(reader, userIds);
  return new Map(rows.map(({ accountId, ...check }) => [accountId, check]));
}

export async function countPendingKyc(reader: Reader): Promise<number> {
  return countKyc(reader, 'pending');
}

export function toKycFacts(row: Pick<KycRow, 'status' | 'taxIdLast'>): Partial<CurrentUser> {
  return { kycStatus: row.status, taxId: maskNumber(row.taxIdLast), isVerified: row.status === 'approved' };
}
