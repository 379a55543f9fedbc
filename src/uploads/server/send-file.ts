import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#platform/server/deps.ts';
import type { ByteRange } from '#platform/server/storage/storage.ts';
import { openUpload } from './service.ts';
import type { FinishedUpload } from './service.ts';

const extensions: Readonly<Record<FinishedUpload['contentType'], string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'video/quicktime': 'mov',
};

/** Browsers can show images and videos but cannot run anything. Supports one Range, as media players request it. */
export async function sendFile(
  deps: Deps,
  file: FinishedUpload,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const isKnown = request.headers['if-none-match'] === `"${file.sha256}"`;
  const range = isKnown ? null : parseRange(request.headers.range, file.size);
  // Opened before any header is set, because a refusal must not have the file's headers.
  const stream = isKnown || range === 'outside' ? null : await openUpload(deps, file, range ?? undefined);
  const disposition = file.contentType === 'application/pdf' ? 'attachment' : 'inline';
  reply
    .header('content-type', file.contentType)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('content-disposition', `${disposition}; filename="${file.id}.${extensions[file.contentType]}"`)
    // The browser caches it but revalidates each time: permissions can change, and a 304 is cheap.
    .header('cache-control', 'private, no-cache')
    .header('etag', `"${file.sha256}"`)
    .header('accept-ranges', 'bytes');
  if (isKnown) return reply.code(304).send();
  if (range === 'outside') return reply.code(416).header('content-range', `bytes */${file.size}`).send();
  if (!range) return reply.header('content-length', String(file.size)).send(stream);
  return reply
    .code(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
    .header('content-length', String(range.end - range.start + 1))
    .send(stream);
}

export function sendThumbnail({ id }: Pick<FinishedUpload, 'id'>, content: Buffer, reply: FastifyReply) {
  return reply
    .header('content-type', 'image/jpeg')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('content-disposition', `inline; filename="${id}.jpg"`)
    .header('cache-control', 'private, no-cache')
    .send(content);
}

/** Returns null for no range or another form, which may be ignored (RFC 9110, 14.2). */
export function parseRange(header: string | undefined, size: number): ByteRange | 'outside' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const [, first = '', last = ''] = match;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return null;
  return start < size && start <= end ? { start, end } : 'outside';
}
