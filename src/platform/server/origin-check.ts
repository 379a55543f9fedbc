import type { FastifyRequest } from 'fastify';
import { refuse } from '#kernel/errors.ts';

/**
 * Refuses state-changing requests that a browser sent from another site. Calls without a body carry no content type
 * that would trigger a preflight, so this is the guard, together with SameSite=Lax (security.md, V3.5).
 * Programs that are no browser send neither header and are let through: they hold no victim's cookie.
 */
export function checkOrigin(request: FastifyRequest, publicUrl: string | undefined): void {
  if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return;
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw refuse('request/cross-site');
  const origin = request.headers.origin;
  if (origin === undefined) return;
  if (!isOwn(origin, publicUrl, request.headers.host)) throw refuse('request/cross-site');
}

/** With PUBLIC_URL its scheme counts too; without, a proxy in front may have taken TLS off, so only the host does. */
function isOwn(origin: string, publicUrl: string | undefined, host: string | undefined): boolean {
  if (!URL.canParse(origin)) return false;
  const given = new URL(origin);
  return publicUrl ? given.origin === new URL(publicUrl).origin : given.host === host;
}
