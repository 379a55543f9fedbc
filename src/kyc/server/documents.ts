import { msg } from '#kernel/text.ts';
import type { KycDocumentKind } from '#kyc/contract.ts';
import { refuse } from '#kyc/domain.ts';
import type { Deps } from '#platform/server/deps.ts';
import { isConnectionError } from '#platform/server/db/connection-errors.ts';
import type { FormFile } from '#platform/server/http/route.ts';
import { FileMissing } from '#platform/server/storage/storage.ts';
import { checkContent } from '#uploads/server/content-service.ts';
import type { KycDocumentRow, KycKeyRow } from './tables.ts';
import { type DataKey, openFile, listOpeningKeys, sealFile } from './vault.ts';

const MEGABYTE = 1024 * 1024;
const accepted = {
  'image/png': 10 * MEGABYTE,
  'image/jpeg': 10 * MEGABYTE,
  'image/webp': 10 * MEGABYTE,
  'application/pdf': 10 * MEGABYTE,
};
const acceptedText = msg('an image (PNG, JPG, WebP) or a PDF of at most 10 MB');

export interface StoredDocument {
  kind: KycDocumentKind;
  storageKey: string;
  contentType: string;
  sizeBytes: number;
  keyVersion: number;
}

/** If the caller does not save rows for the files, it must remove them with removeStoredDocuments. */
export async function storeDocuments(
  deps: Deps,
  userId: string,
  files: Readonly<Partial<Record<string, FormFile>>>,
  kinds: readonly KycDocumentKind[],
  dataKey: DataKey,
): Promise<StoredDocument[]> {
  const checked: { kind: KycDocumentKind; content: Buffer; contentType: string }[] = [];
  for (const kind of kinds) {
    const file = files[kind];
    if (!file) continue;
    const verdict = await checkContent(file.content, { accepted, text: acceptedText });
    if (!verdict.accepted) {
      throw refuse('upload/wrong-type', { message: verdict.reason, fields: { [kind]: verdict.reason } });
    }
    checked.push({ kind, content: verdict.content ?? file.content, contentType: verdict.contentType });
  }
  const kept: StoredDocument[] = [];
  for (const { kind, content, contentType } of checked) {
    const storageKey = await storeSealed(deps, sealFile(content, userId, kind, dataKey));
    kept.push({ kind, storageKey, contentType, sizeBytes: content.length, keyVersion: dataKey.version });
  }
  return kept;
}

/** Stores a new file under the user's own key. Keeps the old file, which its row still names. */
export async function resealDocument(
  deps: Deps,
  document: KycDocumentRow,
  dataKey: DataKey,
): Promise<KycDocumentRow> {
  const content = await openDocument(deps, document, undefined);
  const storageKey = await storeSealed(deps, sealFile(content, document.accountId, document.kind, dataKey));
  return { ...document, storageKey, keyVersion: dataKey.version };
}

async function storeSealed(deps: Deps, sealed: Buffer): Promise<string> {
  const { key } = await deps.storage.put(sealed, { contentType: 'application/octet-stream' });
  return key;
}

export async function removeStoredDocuments(
  deps: Pick<Deps, 'storage'>,
  documents: readonly Pick<StoredDocument, 'storageKey'>[],
): Promise<void> {
  await Promise.all(documents.map(({ storageKey }) => deps.storage.remove(storageKey)));
}

/** After a lost connection the transaction may have saved them, so they stay. If it has not, no key opens them. */
export async function removeUnsavedDocuments(
  deps: Pick<Deps, 'storage'>,
  documents: readonly Pick<StoredDocument, 'storageKey'>[],
  error: unknown,
): Promise<void> {
  if (!isConnectionError(error)) await removeStoredDocuments(deps, documents);
}

/** Throws kyc/not-found if a new submission has just replaced it, and SealBroken if no key opens it. */
export async function openDocument(
  deps: Deps,
  { accountId, kind, keyVersion, storageKey }: KycDocumentRow,
  keyRow: KycKeyRow | undefined,
): Promise<Buffer> {
  const sealed = await readFile(deps, storageKey);
  return openFile(sealed, accountId, kind, listOpeningKeys(deps.config, keyVersion, keyRow));
}

async function readFile({ storage }: Deps, storageKey: string): Promise<Buffer> {
  try {
    const { stream } = await storage.open(storageKey);
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(Buffer.from(chunk));
    return Buffer.concat(chunks);
  } catch (error) {
    if (error instanceof FileMissing) throw refuse('kyc/not-found');
    throw error;
  }
}
