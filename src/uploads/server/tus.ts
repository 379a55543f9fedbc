import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { toFieldErrors } from '#kernel/errors.ts';
import type { Deps } from './ports.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { TUS_VERSION, UploadPurpose } from '#uploads/contract.ts';
import { type RefusalCode, refuse } from '#uploads/domain.ts';
import { beginUpload, finishUpload, getOwnUpload, removeUpload } from './service.ts';
import type { Staging, StagingAnswer } from './staging.ts';
import type { UploadRow } from './tables.ts';

export const BYTES_TYPE = 'application/offset+octet-stream';

interface Call {
  request: FastifyRequest;
  reply: FastifyReply;
  actor: Actor;
}

/**
 * Handles accounts, limits and errors of tus 1.0 (https://tus.io/protocols/resumable-upload). Staging handles the
 * bytes.
 */
export function tusCalls(deps: Deps, staging: Staging) {
  const finishing = new Map<string, Promise<void>>();

  /** Two requests may both see the last byte arrive. The content is checked once, and both get the result. */
  function finishOnce(row: UploadRow): Promise<void> {
    const running = finishing.get(row.id);
    if (running) return running;
    const started = finishUpload(deps, staging, row).finally(() => finishing.delete(row.id));
    finishing.set(row.id, started);
    return started;
  }

  async function finishIfWhole(row: UploadRow, offset: number): Promise<void> {
    if (offset === row.declaredSize) await finishOnce(row);
  }

  return {
    async create({ request, reply, actor }: Call) {
      requireTusVersion(request, reply);
      const announced = parseCreation(request);
      const id = await beginUpload(deps, actor, announced);
      const answer = accepted(await staging.create(id, tusHeaders(request), getBody(request)));
      const offset = Number(answer.headers.get('upload-offset') ?? 0);
      const row = await getOwnUpload(deps, actor, id);
      await finishIfWhole(row, offset);
      if (answer.headers.has('upload-offset')) reply.header('upload-offset', String(offset));
      return reply.code(201).header('location', `/api/uploads/${id}`).send();
    },

    async append({ request, reply, actor }: Call, id: string) {
      requireTusVersion(request, reply);
      const row = await getOwnUpload(deps, actor, id);
      if (row.state !== 'receiving') throw refuse('upload/offset');
      const bytes = getBody(request);
      if (!bytes) throw refuse('request/unsupported-type');
      const answer = accepted(await staging.append(id, tusHeaders(request), bytes));
      const offset = Number(answer.headers.get('upload-offset'));
      await finishIfWhole(row, offset);
      return reply.code(204).header('upload-offset', String(offset)).send();
    },

    async findOffset({ request, reply, actor }: Call, id: string) {
      requireTusVersion(request, reply);
      const row = await getOwnUpload(deps, actor, id);
      const offset = row.state === 'receiving' ? await receivedBytes(row) : row.declaredSize;
      return reply
        .code(200)
        .header('upload-offset', String(offset))
        .header('upload-length', String(row.declaredSize))
        .send();
    },

    async remove({ request, reply, actor }: Call, id: string) {
      requireTusVersion(request, reply);
      await removeUpload(deps, staging, actor, id);
      return reply.code(204).send();
    },
  };

  async function receivedBytes(row: UploadRow): Promise<number> {
    const answer = accepted(await staging.offset(row.id));
    const offset = Number(answer.headers.get('upload-offset'));
    await finishIfWhole(row, offset);
    return offset;
  }
}

function requireTusVersion(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('tus-resumable', TUS_VERSION);
  if (request.headers['tus-resumable'] === TUS_VERSION) return;
  reply.header('tus-version', TUS_VERSION);
  throw refuse('upload/protocol');
}

const Announcement = z.object({
  declaredSize: z
    .string({ error: 'Upload-Length must be the size in bytes' }) // not for users
    .regex(/^\d{1,15}$/, 'Upload-Length must be the size in bytes')
    .transform(Number),
  // not for users
  purpose: UploadPurpose.or(z.never({ error: `purpose must be one of ${UploadPurpose.options.join(', ')}` })),
});

function parseCreation(request: FastifyRequest): z.output<typeof Announcement> {
  const { data, error } = Announcement.safeParse({
    declaredSize: request.headers['upload-length'],
    purpose: readMetadata(String(request.headers['upload-metadata'] ?? '')).get('purpose'),
  });
  if (!data) throw refuse('request/invalid', { fields: toFieldErrors(error) });
  return data;
}

/** Parses 'purpose cHJvb2Y=,filename YS5wbmc='. */
function readMetadata(text: string): Map<string, string> {
  const pairs = text.split(',').map((pair) => pair.trim().split(' '));
  return new Map(pairs.map(([key = '', value = '']) => [key, Buffer.from(value, 'base64').toString('utf8')]));
}

/** Passes only the headers that the protocol needs, so that clients cannot enable tus extensions. */
function tusHeaders(request: FastifyRequest): Record<string, string> {
  const passed = ['content-type', 'content-length', 'upload-offset', 'upload-length'] as const;
  return Object.fromEntries(
    passed.flatMap((name) =>
      typeof request.headers[name] === 'string' ? [[name, request.headers[name]]] : [],
    ),
  );
}

/** Returns undefined for any other content type: that body was already parsed. */
function getBody(request: FastifyRequest): IncomingMessage | undefined {
  return request.headers['content-type'] === BYTES_TYPE ? request.raw : undefined;
}

const codesByStatus: Readonly<Record<number, RefusalCode>> = {
  404: 'upload/not-found',
  409: 'upload/offset',
  410: 'upload/not-found',
  413: 'upload/too-large',
  423: 'server/busy',
};

function accepted(answer: StagingAnswer): StagingAnswer {
  if (answer.status < 400) return answer;
  throw refuse(codesByStatus[answer.status] ?? 'request/malformed');
}
