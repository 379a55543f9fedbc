import { Agent, fetch as undiciFetch } from 'undici';

import { inSpan } from '#platform/server/tracing/span.ts';
import { success, unknown } from './outcome.ts';
import { toExchange, type Exchange } from './responses.ts';
import type { Outcome, UnknownReason } from './wallet-provider.ts';

export type Fetch = (url: string, init: FetchInit) => Promise<FetchAnswer>;

type FetchInit = {
  method: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
  signal: AbortSignal;
  redirect: 'manual';
};

type FetchAnswer = {
  status: number;
  headers: { get(name: string): string | null };
  text(): Promise<string>;
  /** If missing, the size limit is checked only after the whole file was read. */
  body?: AsyncIterable<Uint8Array> | null;
};

export type HttpRequest = {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** True for the sign-in gateway, which has its own error format. */
  isForGateway?: boolean;
};

export type HttpClient = {
  /** Without a trailing slash. */
  baseUrl: string;
  exchange(request: HttpRequest, signal: AbortSignal): Promise<Exchange>;
  /**
   * Downloads a public file as text, without our token. Returns unknown for any other response, or above the
   * limit.
   */
  download(url: string, limitBytes: number, signal: AbortSignal): Promise<Outcome<string>>;
  close(): Promise<void>;
};

/** Throws if the base URL is neither https nor on this machine. */
export function createHttpClient(settings: {
  baseUrl: string;
  connectTimeoutMs: number;
  fetch?: Fetch;
}): HttpClient {
  const base = checkedBaseUrl(settings.baseUrl);
  const connections = settings.fetch ? undefined : createConnections(settings.connectTimeoutMs);
  const fetch = settings.fetch ?? connections?.fetch;
  if (!fetch) throw new Error('no fetch available');

  return {
    baseUrl: base,
    exchange: (request, signal) =>
      // not for users
      inSpan(`wallet ${request.method}`, 'client', async (span) => {
        span.setAttribute('url.path', request.path.replace(/\?.*$/, ''));
        try {
          const answer = await fetch(base + request.path, {
            method: request.method,
            headers: { accept: 'application/json', ...request.headers },
            body: request.body,
            signal,
            // The wallet never redirects. Following a redirect would send our token to another host.
            redirect: 'manual',
          });
          span.setAttribute('http.response.status_code', answer.status);
          return toExchange({
            status: answer.status,
            headers: answer.headers,
            text: await answer.text(),
            isFromGateway: request.isForGateway,
          });
        } catch (error) {
          const reason = toUnknownReason(error, signal);
          span.setAttribute('error.type', reason);
          return unknown(reason);
        }
      }),
    async download(url, limitBytes, signal) {
      // Closes the connection if the response is not read to its end.
      const ending = new AbortController();
      try {
        const answer = await fetch(url, {
          method: 'GET',
          headers: {},
          signal: AbortSignal.any([signal, ending.signal]),
          redirect: 'manual',
        });
        if (answer.status !== 200) return unknown(answer.status >= 500 ? 'server-error' : 'unreadable');
        const text = await textWithin(limitBytes, answer);
        return text === undefined ? unknown('unreadable') : success(text);
      } catch (error) {
        return unknown(toUnknownReason(error, signal));
      } finally {
        ending.abort();
      }
    },
    close: async () => connections?.close(),
  };
}

async function textWithin(limitBytes: number, answer: FetchAnswer): Promise<string | undefined> {
  if (!answer.body) {
    const text = await answer.text();
    return Buffer.byteLength(text) > limitBytes ? undefined : text;
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body) {
    size += chunk.byteLength;
    if (size > limitBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Uses undici's fetch, because Node's built-in one has no connect timeout. */
export function createConnections(connectTimeoutMs: number): { fetch: Fetch; close(): Promise<void> } {
  const agent = new Agent({ connect: { timeout: connectTimeoutMs } });
  let closing: Promise<void> | undefined;
  return {
    fetch: (url, init) => undiciFetch(url, { ...init, dispatcher: agent }),
    close: () => (closing ??= agent.close()),
  };
}

/** Every call carries our credentials, so plain http is allowed only on this machine. */
function checkedBaseUrl(baseUrl: string): string {
  const url = new URL(baseUrl);
  const isLoopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback)) {
    throw new Error(`the wallet's base URL must be https, or http on this machine: ${url.origin}`);
  }
  return url.href.replace(/[?#].*$/, '').replace(/\/+$/, '');
}

/** Errors raised before any byte of the request was sent. */
const notConnectedCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function toUnknownReason(error: unknown, signal: AbortSignal): UnknownReason {
  if (signal.aborted) return 'timeout';
  return collectErrorCodes(error).some((code) => notConnectedCodes.has(code))
    ? 'unreachable'
    : 'connection-lost';
}

/** fetch wraps the socket error in a TypeError. Several addresses tried at once give an AggregateError. */
function collectErrorCodes(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const own = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
  const tried = error instanceof AggregateError ? error.errors.flatMap(collectErrorCodes) : [];
  return [...own, ...tried, ...collectErrorCodes(error.cause)];
}
