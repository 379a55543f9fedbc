import { loadContacts } from '#auth/server/service.ts';
import {
  type KycDocumentKind,
  type KycDuplicate,
  type KycNumbers,
  kycProcess,
  type KycQueueEntry,
  type KycQueueQuery,
  listKyc as listContract,
} from '#kyc/contract.ts';
import { refuse } from '#kyc/domain.ts';
import { audit } from '#platform/server/security/audit.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { linkToNext, parseTimePage } from '#platform/server/time-cursor.ts';
import { loadNames } from '#profiles/server/service.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import { type Actor, requireRecentSignIn } from '#platform/server/security/session.ts';
import { openDocument } from './documents.ts';
import { kycDecided } from './events.ts';
import { toKycStatus } from './kyc-presenter.ts';
import { listKycPage, listDuplicates, type Duplicate } from './review-store.ts';
import { findKey, findSealedDocument } from './sealing-store.ts';
import { listDocuments, lockKyc, updateKyc } from './store.ts';
import { openNumbers } from './vault.ts';

/**
 * Pending ones longest waiting first, decided ones newest first. Audits each one, because it contains names,
 * birth dates and addresses.
 */
export async function listKyc(deps: Deps, actor: Actor, query: KycQueueQuery): Promise<KycQueueEntry[]> {
  const { after } = parseTimePage(query);
  const rows = await transact(deps.db, async (tx) => {
    const found = await listKycPage(tx, { ...query, after });
    for (const { accountId } of found) {
      const object = { kind: 'account', id: accountId };
      await audit(tx, deps, { actor, action: 'kyc-record.listed', object });
    }
    return found;
  });
  const ids = rows.map(({ accountId }) => accountId);
  const sharing = await listDuplicates(deps.db, ids);
  const [documents, people, contacts] = await Promise.all([
    listDocuments(deps.db, ids),
    loadNames(deps.db, ids),
    loadContacts(deps.db, [...ids, ...sharing.map(({ otherId }) => otherId)]),
  ]);
  return rows.map((row) => {
    const own = documents.filter(({ accountId }) => accountId === row.accountId);
    const contact = contacts.get(row.accountId);
    return {
      ...toKycStatus(
        row,
        own.map(({ kind }) => kind),
      ),
      userId: row.accountId,
      profileImageUrl: people.get(row.accountId)?.imageUrl ?? null,
      email: contact?.email ?? '',
      userType: contact?.role ?? null,
      decidedAt: row.decidedAt?.toISOString() ?? null,
      files: own.map(({ kind, contentType, sizeBytes }) => ({ kind, contentType, sizeBytes })),
      duplicates: sharing
        .filter(({ accountId }) => accountId === row.accountId)
        .map((shared) => toDuplicate(shared, contacts.get(shared.otherId)?.email ?? '')),
    };
  });
}

function toDuplicate(shared: Duplicate, email: string): KycDuplicate {
  const numbers: KycDuplicate['numbers'] = [];
  if (shared.sharesGovernmentId) numbers.push('governmentId');
  if (shared.sharesTaxId) numbers.push('taxId');
  if (shared.sharesBusinessTaxId) numbers.push('businessTaxId');
  return { userId: shared.otherId, email, kycStatus: shared.otherStatus, numbers };
}

export function linkToNextKyc(entries: readonly KycQueueEntry[], query: KycQueueQuery): string | null {
  const last = query.userId === undefined ? entries.at(-1) : undefined;
  const place = last?.submittedAt ? { at: last.submittedAt, id: last.userId } : undefined;
  return linkToNext(listContract.path, query, entries.length, place);
}

/**
 * Does nothing if it was already decided this way. Throws 'kyc/decided' if it was decided the other way, and
 * 'kyc/changed' if the user has submitted again since.
 */
export async function decideKyc(
  deps: Deps,
  actor: Actor,
  userId: string,
  decision: {
    status: 'approved' | 'rejected';
    reason?: string | undefined;
    submittedAt?: string | undefined;
  },
): Promise<void> {
  requireRecentSignIn(deps, actor);
  await transact(deps.db, async (tx) => {
    const row = await lockKyc(tx, userId);
    if (!row || row.erasedAt) throw refuse('kyc/not-found');
    // The admin may have been a marketer before.
    if (userId === actor.userId) throw refuse('kyc/own');
    if (isNewer(row.submittedAt, decision.submittedAt)) throw refuse('kyc/changed', { state: row.status });
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
      reason: decision.reason,
    });
    const ref = `${userId}:${now.toISOString()}`;
    await announce(tx, kycDecided, { ref, payload: { userId, status: decision.status, reason } }, deps.clock);
  });
}

function isNewer(submittedAt: Date, seen: string | undefined): boolean {
  return seen !== undefined && submittedAt.getTime() > new Date(seen).getTime();
}

/** For the owner or an admin. Audits the view first. */
export async function viewDocument(
  deps: Deps,
  actor: Actor,
  userId: string,
  kind: KycDocumentKind,
): Promise<{ content: Buffer; contentType: string }> {
  const found = await transact(deps.db, async (tx) => {
    const sealed = await findSealedDocument(tx, userId, kind);
    if (!sealed) throw refuse('kyc/not-found');
    await audit(tx, deps, {
      actor,
      action: 'kyc-document.viewed',
      object: { kind: 'account', id: userId },
      details: { document: kind },
    });
    return sealed;
  });
  const content = await openDocument(deps, found.document, found.key);
  return { content, contentType: found.document.contentType };
}

export async function viewNumbers(
  deps: Deps,
  actor: Actor,
  userId: string,
  reason: string,
): Promise<KycNumbers> {
  requireRecentSignIn(deps, actor);
  const sealed = await transact(deps.db, async (tx) => {
    const row = await lockKyc(tx, userId);
    if (!row || row.erasedAt) throw refuse('kyc/not-found');
    await audit(tx, deps, {
      actor,
      action: 'kyc-numbers.viewed',
      object: { kind: 'account', id: userId },
      reason,
    });
    return { row, key: await findKey(tx, userId) };
  });
  return openNumbers(deps.config, sealed.row, sealed.key);
}
