import { createHash, timingSafeEqual } from 'node:crypto';

import type { FastifyInstance, FastifyRequest } from 'fastify';

import { addMilliseconds, HOUR, MINUTE, type Clock } from './time.ts';

import { invalidRequest, notAuthenticated, TokenError } from './errors.ts';
import type { Ids } from './ids.ts';
import type { SignIns } from './pages/sign-ins.ts';

export type Tokens = {
  requireClient(request: FastifyRequest): void;
  requireToken(request: FastifyRequest): void;
  issue(): { token: string; expiresInSeconds: number };
};

/** In memory only: after a restart, clients are refused once and request a new one. */
export function createTokens(
  credentials: { clientId: string; clientSecret: string },
  ids: Ids,
  clock: Clock,
): Tokens {
  const endsAt = new Map<string, Date>();
  const expected = `Basic ${Buffer.from(`${credentials.clientId}:${credentials.clientSecret}`).toString('base64')}`;

  return {
    requireClient(request) {
      if (!isSame(request.headers.authorization ?? '', expected)) {
        throw new TokenError('invalid_client', 'Client Authentication failed');
      }
    },
    requireToken(request) {
      const header = request.headers.authorization;
      if (header === undefined) throw notAuthenticated();
      const end = endsAt.get(header.replace(/^Bearer /i, ''));
      if (!end || end <= clock.now()) {
        throw new TokenError('invalid_token', 'The token passed in was not found in the system');
      }
    },
    issue() {
      for (const [token, end] of endsAt) if (end <= clock.now()) endsAt.delete(token);
      const token = `A21AA${ids.secret()}`;
      endsAt.set(token, addMilliseconds(clock.now(), 9 * HOUR));
      return { token, expiresInSeconds: (9 * HOUR) / 1000 };
    },
  };
}

/**
 * For the server, for a browser (response_type=client_token), and for a signed-in wallet user
 * (grant_type=authorization_code).
 */
export function registerTokens(
  app: FastifyInstance,
  tokens: Tokens,
  { ids, clock, signIns }: { ids: Ids; clock: Clock; signIns: SignIns },
): void {
  app.post('/v1/oauth2/token', (request) => {
    tokens.requireClient(request);
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    if (form.get('grant_type') === 'authorization_code') return signIns.redeem(form);
    if (form.get('grant_type') !== 'client_credentials') {
      throw invalidRequest('INVALID_PARAMETER_VALUE', { field: 'grant_type', location: 'body' });
    }
    const common = { token_type: 'Bearer', nonce: `${clock.now().toISOString()}${ids.debug()}` };
    if (form.get('response_type') === 'client_token') {
      // For a browser. It opens nothing here; at the real wallet, only the buyer's part.
      return { ...common, access_token: `CT.${ids.secret()}`, expires_in: (15 * MINUTE) / 1000 };
    }
    const { token, expiresInSeconds } = tokens.issue();
    return {
      ...common,
      scope: 'https://uri.paypal.com/services/payments/payment https://uri.paypal.com/payments/payouts',
      access_token: token,
      app_id: 'APP-WALLETSIMULATOR',
      expires_in: expiresInSeconds,
    };
  });
}

/** The older way to a browser token. Needs an access token. */
export function registerIdentity(app: FastifyInstance, ids: Ids): void {
  app.post('/v1/identity/generate-token', () => ({
    client_token: Buffer.from(JSON.stringify({ simulator: ids.secret() })).toString('base64'),
    expires_in: HOUR / 1000,
  }));
}

/** Compares digests in constant time. */
function isSame(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}
