import { createHmac, createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Role, SessionLack } from '#kernel/endpoint.ts';
import type { Id } from '#kernel/id.ts';
import { type Clock, MINUTE } from '#kernel/time.ts';
import { refuse } from '#platform/domain.ts';
import type { Config } from '../settings/config.ts';

/** `role` is null until the user chooses a type. */
export interface Actor {
  userId: Id;
  role: Role | null;
  sessionId: Id;
  /** Changes to money and identity require a recent sign-in. */
  signedInAt: Date;
  /** Null if the session is complete. Only few calls accept an incomplete one. */
  lacks: SessionLack | null;
}

const RECENT_SIGN_IN_MS = 15 * MINUTE;

/**
 * For changes that a stolen or forgotten session must not make: to money, identity, or other users' accounts. Refuses
 * with 'auth/recent-required'. The browser then confirms the user with a mailed code and repeats the call.
 */
export function requireRecentSignIn(
  { clock }: { clock: Clock },
  { signedInAt }: Pick<Actor, 'signedInAt'>,
): void {
  if (clock.now().getTime() - signedInAt.getTime() >= RECENT_SIGN_IN_MS) throw refuse('auth/recent-required');
}

/** The session, a sign-in that waits for its code, and a sign-in at the identity provider. */
type CookieName = 'sid' | 'preauth' | 'provider';

/** Only https cookies may have the __Host- prefix (decision 22.2). */
export function cookieName(config: Config, name: CookieName): string {
  return isSecure(config) ? `__Host-${name}` : name;
}

/** Scripts cannot read it, and other sites cannot send it with a POST. */
export function setCookie(
  reply: FastifyReply,
  config: Config,
  name: CookieName,
  value: string,
  maxAgeSeconds: number,
): void {
  reply.setCookie(cookieName(config, name), value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(config),
    maxAge: maxAgeSeconds,
  });
}

export function clearCookie(reply: FastifyReply, config: Config, name: CookieName): void {
  reply.clearCookie(cookieName(config, name), { path: '/', secure: isSecure(config) });
}

export function readCookie(request: FastifyRequest, config: Config, name: CookieName): string | undefined {
  return request.cookies[cookieName(config, name)];
}

/** Only the hashes of tokens are stored, so that a copy of the database signs no one in. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export function signValue(value: string, key: string): string {
  return `${value}.${createHmac('sha256', key).update(value).digest('base64url')}`;
}

export function verifySignedValue(signed: string | undefined, key: string): string | null {
  if (!signed) return null;
  const at = signed.lastIndexOf('.');
  if (at < 1) return null;
  const expected = Buffer.from(signValue(signed.slice(0, at), key));
  const actual = Buffer.from(signed);
  return expected.length === actual.length && timingSafeEqual(expected, actual) ? signed.slice(0, at) : null;
}

function isSecure(config: Config): boolean {
  return config.publicUrl?.startsWith('https://') ?? false;
}
