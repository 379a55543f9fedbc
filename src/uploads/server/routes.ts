import type { FastifyInstance } from 'fastify';
import type { Deps } from './ports.ts';
import { rawRoute, type Route } from '#platform/server/http/route.ts';
import * as contract from '#uploads/contract.ts';
import { sendFile, sendThumbnail } from './send-file.ts';
import { findReadableFile } from './service.ts';
import type { Staging } from './staging.ts';
import { findThumbnail } from './store.ts';
import { BYTES_TYPE, tusCalls } from './tus.ts';

export function uploadRoutes(deps: Deps, staging: Staging): Route[] {
  const tus = tusCalls(deps, staging);
  return [
    rawRoute(contract.createUpload, (call) => tus.create(call)),
    rawRoute(contract.appendUpload, (call) => tus.append(call, call.params.id)),
    rawRoute(contract.findUploadOffset, (call) => tus.findOffset(call, call.params.id)),
    rawRoute(contract.removeUpload, (call) => tus.remove(call, call.params.id)),
    rawRoute(contract.readFile, async ({ params, actor, request, reply }) =>
      sendFile(deps, await findReadableFile(deps, actor, params.id), request, reply),
    ),
    rawRoute(contract.readThumbnail, async ({ params, actor, request, reply }) => {
      const file = await findReadableFile(deps, actor, params.id);
      const thumbnail = await findThumbnail(deps.db, file.id);
      return thumbnail ? sendThumbnail(file, thumbnail, reply) : sendFile(deps, file, request, reply);
    }),
  ];
}

/** Streams upload bytes to disk unparsed. Call it before the routes are registered. */
export function passUploadsThrough(http: FastifyInstance): void {
  http.addContentTypeParser(BYTES_TYPE, (_request, _payload, done) => done(null));
}
