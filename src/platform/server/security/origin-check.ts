import type { FastifyRequest } from 'fastify';
import { refuse } from '#platform/domain.ts';

/**
 * A call without a body has no content type that triggers a preflight, so this check and SameSite=Lax protect it
 * (decision 14.1, OWASP ASVS V3.5). Clients other than browsers send neither header and are allowed: they carry no
 * victim's cookie.
 */
export function requireOwnOrigin(request: FastifyRequest, publicUrl: string | undefined): void {
  if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return;
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw refuse('request/cross-site');
  const origin = request.headers.origin;
  if (origin === undefined) return;
  if (!isOwn(origin, publicUrl, request.headers.host)) throw refuse('request/cross-site');
}

/**
 * If PUBLIC_URL is set, the scheme must match too. Otherwise a proxy may have terminated TLS, so only the
 * host is compared.
 */
function isOwn(origin: string, publicUrl: string | undefined, host: string | undefined): boolean {
  if (!URL.canParse(origin)) return false;
  const given = new URL(origin);
  return publicUrl ? given.origin === new URL(publicUrl).origin : given.host === host;
}
