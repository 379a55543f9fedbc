import { addMilliseconds, type Clock, SECOND } from '#kernel/time.ts';
import type { Circuit } from '#platform/server/outbox/enqueue.ts';

import type { HttpClient } from './http-client.ts';
import { unknown } from './outcome.ts';
import type { Exchange } from './responses.ts';

/** So many exchanges in a row without an answer open the circuit. */
const MAX_UNANSWERED = 3;
/** Then one exchange at a time probes the wallet, with this pause after each. */
const PAUSE_MS = 10 * SECOND;

export type CircuitBreaker = {
  http: HttpClient;
  getCircuit(): Circuit;
};

/**
 * Only a missing answer counts: a wallet that answers with an error, or breaks the connection, keeps no
 * caller waiting.
 */
export function createCircuitBreaker(
  http: HttpClient,
  clock: Clock,
  onChange: (circuit: Circuit) => void = () => undefined,
): CircuitBreaker {
  let unanswered = 0;
  let probeAt = clock.now();
  let isProbing = false;

  function getCircuit(): Circuit {
    if (unanswered < MAX_UNANSWERED) return 'closed';
    const waitMs = probeAt.getTime() - clock.now().getTime();
    // A longer wait comes from a clock that was ahead.
    return isProbing || (waitMs > 0 && waitMs <= PAUSE_MS) ? 'open' : 'half-open';
  }

  function count(exchange: Exchange): void {
    const wasClosed = unanswered < MAX_UNANSWERED;
    unanswered = isUnanswered(exchange) ? unanswered + 1 : 0;
    const isClosed = unanswered < MAX_UNANSWERED;
    if (!isClosed) probeAt = addMilliseconds(clock.now(), PAUSE_MS);
    if (isClosed !== wasClosed) onChange(isClosed ? 'closed' : 'open');
  }

  return {
    getCircuit,
    http: {
      ...http,
      async exchange(request, signal) {
        const circuit = getCircuit();
        if (circuit === 'open') return unknown('unreachable');
        if (circuit === 'half-open') isProbing = true;
        try {
          const exchange = await http.exchange(request, signal);
          count(exchange);
          return exchange;
        } finally {
          if (circuit === 'half-open') isProbing = false;
        }
      },
    },
  };
}

function isUnanswered(exchange: Exchange): boolean {
  return exchange.kind === 'unknown' && (exchange.reason === 'timeout' || exchange.reason === 'unreachable');
}
