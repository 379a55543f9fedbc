import type { TokenCache } from './access-token.ts';
import type { Exchange } from './responses.ts';
import type { HttpClient, HttpRequest } from './http-client.ts';
import { unknown } from './outcome.ts';

export type ApiRequest = {
  method: 'GET' | 'POST';
  path: string;
  requestId?: string;
  /** Bytes are sent unchanged, other values as JSON. A POST without a body still has content type JSON. */
  body?: object | Uint8Array;
};

export type ApiClient = {
  call(request: ApiRequest): Promise<Exchange>;
};

export function createApiClient(http: HttpClient, tokens: TokenCache, totalTimeoutMs: number): ApiClient {
  return {
    async call(request) {
      const signal = AbortSignal.timeout(totalTimeoutMs);
      const first = await callOnce(request, signal);
      // A 401 means that the request was not processed, so one retry with a new token is safe.
      if (first.kind !== 'unknown' || first.reason !== 'not-authorized') return first;
      return callOnce(request, signal);
    },
  };

  async function callOnce(request: ApiRequest, signal: AbortSignal): Promise<Exchange> {
    const issued = await Promise.race([tokens.get(), waitForTimeout(signal)]);
    // Without a token nothing was sent, so a refused token says nothing about this request.
    if (issued.kind === 'refused') return unknown('not-authorized', { debugId: issued.debugId });
    if (issued.kind === 'unknown') return issued;
    const exchange = await http.exchange(withToken(request, issued.value.value), signal);
    if (exchange.kind === 'unknown' && exchange.reason === 'not-authorized') tokens.invalidate(issued.value);
    return exchange;
  }
}

function withToken(request: ApiRequest, token: string): HttpRequest {
  const headers: Record<string, string> = {
    authorization: `Bearer ${token}`,
    // The wallet answers 415 to a POST without it, even if the body is empty.
    'content-type': 'application/json',
    prefer: 'return=representation',
  };
  if (request.requestId !== undefined) headers['paypal-request-id'] = request.requestId;
  const { method, path, body } = request;
  return { method, path, headers, body: body instanceof Uint8Array || !body ? body : JSON.stringify(body) };
}

function waitForTimeout(signal: AbortSignal): Promise<ReturnType<typeof unknown>> {
  return new Promise((resolve) => {
    const end = () => resolve(unknown('timeout'));
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}
