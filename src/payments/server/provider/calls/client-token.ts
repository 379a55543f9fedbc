import type { Clock } from '#kernel/time.ts';

import { createTokenCache, type IssuedToken, type TokenCache } from '../access-token.ts';
import { andThen, success } from '../outcome.ts';
import type { ClientToken, Outcome } from '../wallet-provider.ts';

export type ClientTokens = { get(domain: string): Promise<Outcome<ClientToken>> };

/** A server has only a few domains. More would mean made-up Host headers. */
const domainLimit = 20;

/** Browser tokens live for 15 minutes and are bound to a domain. All users of a domain share one. */
export function createClientTokens(
  request: (domain: string) => Promise<Outcome<IssuedToken>>,
  clock: Clock,
): ClientTokens {
  const caches = new Map<string, TokenCache>();

  return {
    async get(domain) {
      if (!caches.has(domain) && caches.size >= domainLimit) caches.clear();
      const cache = caches.get(domain) ?? createTokenCache(() => request(domain), clock);
      caches.set(domain, cache);
      return andThen(await cache.get(), (token) =>
        success({ clientToken: token.value, expiresAt: token.expiresAt.toISOString() }),
      );
    },
  };
}
