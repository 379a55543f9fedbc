import { createHmac } from 'node:crypto';
import { addMilliseconds, MINUTE } from '#kernel/time.ts';
import type { Deps } from '#platform/server/deps.ts';
import { secretFor } from '#platform/server/secrets.ts';
import { hashToken, readSigned, signValue } from '#platform/server/session.ts';

/** A way to the provider and back takes at most this long. */
export const FLOW_LIFETIME_MS = 10 * MINUTE;

/** One way to the provider and back, bound to the browser that began it. */
export interface Flow {
  /** Returns in the address, which shows that the provider answers what this browser asked. */
  state: string;
  /** Returns inside the provider's signed answer, which was then made for this way. */
  nonce: string;
  /** Shows the provider that who redeems is who began (PKCE). */
  codeVerifier: string;
  /** Under which the database remembers that it was gone. */
  hash: string;
  expiresAt: Date;
}

/** A new way, and the signed value of the cookie by which its browser is known again. */
export function startFlow(deps: Deps): { flow: Flow; cookie: string } {
  const id = deps.random.hex(32);
  const expiresAt = addMilliseconds(deps.clock.now(), FLOW_LIFETIME_MS);
  return {
    flow: flowOf(deps, id, expiresAt),
    cookie: signValue(`${id}.${expiresAt.getTime()}`, keyOf(deps, 'cookie')),
  };
}

/** The way that this cookie belongs to; null where the cookie is not ours, 'expired' where it came too late. */
export function readFlow(deps: Deps, cookie: string | undefined): Flow | 'expired' | null {
  const [id, expires] = readSigned(cookie, keyOf(deps, 'cookie'))?.split('.') ?? [];
  if (id === undefined || expires === undefined) return null;
  const expiresAt = new Date(Number(expires));
  return expiresAt > deps.clock.now() ? flowOf(deps, id, expiresAt) : 'expired';
}

/** Its secrets follow from its id and a key of ours, so that the cookie needs to hold none of them. */
function flowOf(deps: Deps, id: string, expiresAt: Date): Flow {
  const secret = (purpose: string) =>
    createHmac('sha256', keyOf(deps, purpose)).update(id).digest('base64url');
  return {
    state: secret('state'),
    nonce: secret('nonce'),
    codeVerifier: secret('verifier'),
    hash: hashToken(id),
    expiresAt,
  };
}

function keyOf({ config }: Deps, purpose: string): string {
  return secretFor(config, `identity provider ${purpose}`);
}
