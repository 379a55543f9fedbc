import { Agent, fetch as undiciFetch } from 'undici';

import { success, unknown } from './outcome.ts';
import { judgeAnswer, type Exchange } from './answers.ts';
import type { Outcome, UnknownReason } from './wallet-provider.ts';

/** The part of fetch that the adapter uses. Passing another one in replaces the connection limit too. */
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
  /** Where it is missing, the limit on a file's size is kept only after it has been read. */
  body?: AsyncIterable<Uint8Array> | null;
};

export type HttpRequest = {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** The sign-in gateway answers, which refuses in a form of its own. */
  isForGateway?: boolean;
};

export type HttpClient = {
  /** Without a slash at its end. */
  baseUrl: string;
  /** One exchange, never repeated here: a second try belongs to whoever stored the request id. */
  exchange(request: HttpRequest, signal: AbortSignal): Promise<Exchange>;
  /** Reads a public file as text, without our token. Anything but the file itself, and one above the limit, is unknown. */
  download(url: string, limitBytes: number, signal: AbortSignal): Promise<Outcome<string>>;
  close(): Promise<void>;
};

/** @throws when the base URL is neither https nor on this machine. */
export function createHttpClient(settings: {
  baseUrl: string;
  connectTimeoutMs: number;
  fetch?: Fetch;
}): HttpClient {
  const base = checkedBaseUrl(settings.baseUrl);
  const connections = settings.fetch ? undefined : createConnections(settings.connectTimeoutMs);
  const fetch = settings.fetch ?? connections?.fetch;
  if (!fetch) throw new Error('no way to send requests');

  return {
    baseUrl: base,
    async exchange(request, signal) {
      try {
        const answer = await fetch(base + request.path, {
          method: request.method,
          headers: { accept: 'application/json', ...request.headers },
          body: request.body,
          signal,
          // The wallet does not redirect; following one would carry our token to another host.
          redirect: 'manual',
        });
        return judgeAnswer({
          status: answer.status,
          headers: answer.headers,
          text: await answer.text(),
          isFromGateway: request.isForGateway,
        });
      } catch (error) {
        return unknown(reasonFor(error, signal));
      }
    },
    async download(url, limitBytes, signal) {
      // Ends the connection of an answer that is not read to its end.
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
        return unknown(reasonFor(error, signal));
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

/** undici's own fetch, because Node's built-in one cannot be given a limit for connecting. */
function createConnections(connectTimeoutMs: number): { fetch: Fetch; close(): Promise<void> } {
  const agent = new Agent({ connect: { timeout: connectTimeoutMs } });
  let closing: Promise<void> | undefined;
  return {
    fetch: (url, init) => undiciFetch(url, { ...init, dispatcher: agent }),
    close: () => (closing ??= agent.close()),
  };
}

/** Our credentials travel with every call, so plain http is allowed to this machine alone. */
function checkedBaseUrl(baseUrl: string): string {
  const url = new URL(baseUrl);
  const isLoopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback)) {
    throw new Error(`the wallet's base URL must be https, or http on this machine: ${url.origin}`);
  }
  return url.href.replace(/[?#].*$/, '').replace(/\/+$/, '');
}

/** Codes with which a connection fails before a byte of the request has left. */
const notConnectedCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function reasonFor(error: unknown, signal: AbortSignal): UnknownReason {
  if (signal.aborted) return 'timeout';
  return codesOf(error).some((code) => notConnectedCodes.has(code)) ? 'unreachable' : 'connection-lost';
}

/** fetch wraps the socket's error in a TypeError; several addresses tried at once come as an AggregateError. */
function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const own = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
  const tried = error instanceof AggregateError ? error.errors.flatMap(codesOf) : [];
  return [...own, ...tried, ...codesOf(error.cause)];
}
