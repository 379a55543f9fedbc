import { Readable } from 'node:stream';
import type { Actor } from '#platform/server/security/session.ts';
import type { UploadPurpose } from '#uploads/contract.ts';
import { beginUpload, finishUpload, getOwnUpload } from '#uploads/server/service.ts';
import { BYTES_TYPE } from '#uploads/server/tus.ts';
import type { World } from './world.ts';

/** As the browser would, but without HTTP: registered, received whole, checked by content. */
export async function uploadFile(
  { deps, staging }: World,
  actor: Actor,
  purpose: UploadPurpose,
  content: Buffer,
): Promise<string> {
  const declaredSize = content.length;
  const uploadId = await beginUpload(deps, actor, { purpose, declaredSize });
  const headers = { 'content-type': BYTES_TYPE, 'upload-length': String(declaredSize) };
  await staging.create(uploadId, headers, Readable.from(content));
  await finishUpload(deps, staging, await getOwnUpload(deps, actor, uploadId));
  return uploadId;
}
