import { refuse } from '#kernel/errors.ts';
import type { KycDocumentKind } from '#kyc/contract.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { FormFile } from '#platform/server/route.ts';
import { kycKey } from '#platform/server/secrets.ts';
import { open, seal } from '#platform/server/storage/seal.ts';
import { judgeContent } from '#uploads/server/content-service.ts';
import type { KycDocumentRow } from './tables.ts';

const MEGABYTE = 1024 * 1024;
const accepted = {
  'image/png': 10 * MEGABYTE,
  'image/jpeg': 10 * MEGABYTE,
  'image/webp': 10 * MEGABYTE,
  'application/pdf': 10 * MEGABYTE,
};
const acceptedText = 'an image (PNG, JPG, WebP) or a PDF of at most 10 MB';

export interface KeptDocument {
  kind: KycDocumentKind;
  storageKey: string;
  contentType: string;
  sizeBytes: number;
}

/**
 * Judges each file by its content, then seals and stores them. Nothing refers to them until their rows are written: where
 * that does not happen, forgetDocuments takes them away again.
 */
export async function keepDocuments(
  deps: Deps,
  userId: string,
  files: Readonly<Partial<Record<string, FormFile>>>,
  kinds: readonly KycDocumentKind[],
): Promise<KeptDocument[]> {
  const judged: { kind: KycDocumentKind; content: Buffer; contentType: string }[] = [];
  for (const kind of kinds) {
    const file = files[kind];
    if (!file) continue;
    const verdict = await judgeContent(file.content, { accepted, text: acceptedText });
    if (!verdict.accepted) {
      throw refuse('upload/wrong-type', { message: verdict.reason, fields: { [kind]: verdict.reason } });
    }
    judged.push({ kind, content: verdict.content ?? file.content, contentType: verdict.contentType });
  }
  const kept: KeptDocument[] = [];
  for (const { kind, content, contentType } of judged) {
    const sealed = seal(content, { key: kycKey(deps.config), aad: sealedPlace(userId, kind) });
    const { key } = await deps.storage.put(sealed, { contentType: 'application/octet-stream' });
    kept.push({ kind, storageKey: key, contentType, sizeBytes: content.length });
  }
  return kept;
}

export async function forgetDocuments(
  deps: Pick<Deps, 'storage'>,
  documents: readonly Pick<KeptDocument, 'storageKey'>[],
): Promise<void> {
  await Promise.all(documents.map(({ storageKey }) => deps.storage.remove(storageKey)));
}

export async function openDocument(deps: Deps, document: KycDocumentRow): Promise<Buffer> {
  const { stream } = await deps.storage.open(document.storageKey);
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return open(Buffer.concat(chunks), {
    key: kycKey(deps.config),
    aad: sealedPlace(document.accountId, document.kind),
  });
}

function sealedPlace(userId: string, kind: KycDocumentKind): string {
  return `kyc_document|${kind}|${userId}|1`;
}
