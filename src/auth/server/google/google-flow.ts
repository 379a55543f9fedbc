import { createHmac } from 'node:crypto';
import { addMilliseconds, MINUTE } from '#kernel/time.ts';
import type { Deps } from '#platform/server/deps.ts';
import { deriveSecret } from '#platform/server/security/secrets.ts';
import { hashToken, verifySignedValue, signValue } from '#platform/server/security/session.ts';

export const FLOW_LIFETIME_MS = 10 * MINUTE;

export interface Flow {
  /** In the address. Proves that the provider answers a request of this browser. */
  state: string;
  /** In the provider's signed token. Proves that the token was issued for this flow. */
  nonce: string;
  /** PKCE. Proves to the provider that the flow is redeemed by the server that started it. */
  codeVerifier: string;
  hash: string;
  expiresAt: Date;
}

export function startFlow(deps: Deps): { flow: Flow; cookie: string } {
  const id = deps.random.hex(32);
  const expiresAt = addMilliseconds(deps.clock.now(), FLOW_LIFETIME_MS);
  return {
    flow: deriveFlow(deps, id, expiresAt),
    cookie: signValue(`${id}.${expiresAt.getTime()}`, getFlowKey(deps, 'cookie')),
  };
}

/** Null if the cookie is not ours. */
export function parseFlow(deps: Deps, cookie: string | undefined): Flow | 'expired' | null {
  const [id, expires] = verifySignedValue(cookie, getFlowKey(deps, 'cookie'))?.split('.') ?? [];
  if (id === undefined || expires === undefined) return null;
  const expiresAt = new Date(Number(expires));
  return expiresAt > deps.clock.now() ? deriveFlow(deps, id, expiresAt) : 'expired';
}

/** Derives the secrets from the id and a server key, so that the cookie contains none of them. */
function deriveFlow(deps: Deps, id: string, expiresAt: Date): Flow {
  const secret = (purpose: string) =>
    createHmac('sha256', getFlowKey(deps, purpose)).update(id).digest('base64url');
  return {
    state: secret('state'),
    nonce: secret('nonce'),
    codeVerifier: secret('verifier'),
    hash: hashToken(id),
    expiresAt,
  };
}

function getFlowKey({ config }: Deps, purpose: string): string {
  return deriveSecret(config, `identity provider ${purpose}`);
}
