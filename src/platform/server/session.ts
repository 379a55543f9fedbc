import { createHmac, createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Role, SessionLack } from '#kernel/endpoint.ts';
import { refuse } from '#kernel/errors.ts';
import type { Id } from '#kernel/id.ts';
import { type Clock, MINUTE } from '#kernel/time.ts';
import type { Config } from './config.ts';
import type { Db } from './db/open-database.ts';
import { slot } from './slots.ts';

/** Who is calling, as the session says. `role` is null until a type is chosen. */
export interface Actor {
  userId: Id;
  role: Role | null;
  sessionId: Id;
  /** When this session began: money and identity changes ask for a recent one. */
  signedInAt: Date;
  /** What keeps this session from being complete; null nearly everywhere, because only few calls take others. */
  lacks: SessionLack | null;
}

/** Filled by auth: the live session with this token hash, or null. `isUse` is false for polls. */
export const findActor =
  slot<(db: Db, tokenHash: string, isUse: boolean) => Promise<Actor | null>>('find actor');

/** So long after a sign-in nobody is asked for another one. */
const RECENT_SIGN_IN_MS = 15 * MINUTE;

/**
 * For changes that a stolen or forgotten session must not make: of money, identity, or other people's accounts. Refuses
 * 'auth/recent-required', from which the browser leads through a mailed code back to the same call.
 */
export function requireRecentSignIn(
  { clock }: { clock: Clock },
  { signedInAt }: Pick<Actor, 'signedInAt'>,
): void {
  if (clock.now().getTime() - signedInAt.getTime() >= RECENT_SIGN_IN_MS) throw refuse('auth/recent-required');
}

/** The session, a sign-in that waits for its code, and one that is on its way to the identity provider. */
type CookieName = 'sid' | 'preauth' | 'provider';

/** Only https cookies may carry the __Host- prefix (decisions.md 12.2). */
export function cookieName(config: Config, name: CookieName): string {
  return isSecure(config) ? `__Host-${name}` : name;
}

/** Sets a cookie that scripts cannot read and other sites cannot send along with a post. */
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

/** Tokens are kept as hashes only, so that a copy of the database signs nobody in. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** 'value.signature': for values that must come back unaltered but are no secret. */
export function signValue(value: string, key: string): string {
  return `${value}.${createHmac('sha256', key).update(value).digest('base64url')}`;
}

/** The value, or null where the signature is not ours. */
export function readSigned(signed: string | undefined, key: string): string | null {
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
