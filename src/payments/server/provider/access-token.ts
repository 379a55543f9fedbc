import { z } from 'zod';

import { addMilliseconds, type Clock } from '#kernel/time.ts';

import { type Exchange, parseExchange } from './responses.ts';
import type { HttpClient } from './http-client.ts';
import { success } from './outcome.ts';
import type { Outcome } from './wallet-provider.ts';

export type Token = { value: string; expiresAt: Date };

export type TokenCache = {
  get(): Promise<Outcome<Token>>;
  /** Drops this token if it is still current, so that only one of several refused callers renews it. */
  invalidate(token: Token): void;
};

/** The wallet limits clients that do not cache, and asks for early renewal: at 90 % of the lifetime. */
const lifetimeShareInUse = 0.9;

/** Failures are returned and not cached. */
export function createTokenCache(request: () => Promise<Outcome<IssuedToken>>, clock: Clock): TokenCache {
  let current: { token: Token; renewAt: Date } | undefined;
  let underway: Promise<Outcome<Token>> | undefined;

  async function renew(): Promise<Outcome<Token>> {
    const askedAt = clock.now();
    const issued = await request();
    if (issued.kind !== 'success') return issued;
    const lifetimeMs = issued.value.expiresInSeconds * 1000;
    const token = { value: issued.value.token, expiresAt: addMilliseconds(askedAt, lifetimeMs) };
    current = { token, renewAt: addMilliseconds(askedAt, lifetimeMs * lifetimeShareInUse) };
    return success(token);
  }

  return {
    async get() {
      if (current && clock.now() < current.renewAt) return success(current.token);
      underway ??= renew().finally(() => {
        underway = undefined;
      });
      return underway;
    },
    invalidate(token) {
      if (current?.token === token) current = undefined;
    },
  };
}

export type IssuedToken = { token: string; expiresInSeconds: number };

const TokenAnswer = z
  .object({ access_token: z.string().min(1), expires_in: z.number().positive() })
  .transform((answer) => ({ token: answer.access_token, expiresInSeconds: answer.expires_in }));

export type ClientCredentials = { clientId: string; clientSecret: string; totalTimeoutMs: number };

/**
 * Callers share one request, so unanswered ones come one after another. Three of them open the circuit, and take
 * as long as one call of the longest limit.
 */
const TOKEN_TIMEOUT_MS = 5000;

export async function requestToken(
  http: HttpClient,
  settings: ClientCredentials,
  extra: Record<string, string> = {},
): Promise<Outcome<IssuedToken>> {
  const form = { grant_type: 'client_credentials', ...extra };
  const signal = AbortSignal.timeout(Math.min(TOKEN_TIMEOUT_MS, settings.totalTimeoutMs));
  return parseExchange(await fetchToken(http, settings, form, signal), TokenAnswer);
}

export async function fetchToken(
  http: HttpClient,
  settings: Pick<ClientCredentials, 'clientId' | 'clientSecret'>,
  form: Record<string, string>,
  signal: AbortSignal,
): Promise<Exchange> {
  const credentials = Buffer.from(`${settings.clientId}:${settings.clientSecret}`).toString('base64');
  return http.exchange(
    {
      method: 'POST',
      path: '/v1/oauth2/token',
      headers: {
        authorization: `Basic ${credentials}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams(form).toString(),
      isForGateway: true,
    },
    signal,
  );
}
