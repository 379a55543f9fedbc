import { Readable } from 'node:stream';
import type { UploadPurpose } from '#uploads/contract.ts';
import { beginUpload, finishUpload, getOwnUpload } from '#uploads/server/service.ts';
import { BYTES_TYPE } from '#uploads/server/tus.ts';
import { getActor, type World } from './world.ts';

/**
 * Uploads a file as the browser would, but without HTTP: registered, received whole, checked by content.
 * Returns the upload's id.
 */
export async function uploadPicture(
  world: World,
  who: string,
  purpose: UploadPurpose,
  content: Buffer,
): Promise<string> {
  const { deps, staging } = world;
  const actor = getActor(world, who);
  const declaredSize = content.length;
  const uploadId = await beginUpload(deps, actor, { purpose, declaredSize });
  const headers = { 'content-type': BYTES_TYPE, 'upload-length': String(declaredSize) };
  await staging.create(uploadId, headers, Readable.from(content));
  await finishUpload(deps, staging, await getOwnUpload(deps, actor, uploadId));
  return uploadId;
}
