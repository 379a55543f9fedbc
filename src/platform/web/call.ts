import { type CallArguments, type EndpointDefinition, fillPath, type ResponseOf } from '#kernel/endpoint.ts';
import { ErrorBody } from '#kernel/errors.ts';

/**
 * What every failed call throws. `message` is the specification's form, '409: {"code":…}'; `text` is for people.
 * `status` is 0 where no answer came at all.
 */
export class CallError extends Error {
  readonly status: number;
  readonly code: string;
  readonly text: string;
  readonly fields: Readonly<Record<string, string>>;
  /** The present state of the object, where a decision came too late. */
  readonly state: string | undefined;
  readonly requestId: string | undefined;

  constructor(status: number, answer: string, body: ErrorBody) {
    super(`${status}: ${answer}`);
    this.name = 'CallError';
    this.status = status;
    this.code = body.code;
    this.text = body.message;
    this.fields = body.fields ?? {};
    this.state = body.state;
    this.requestId = body.requestId;
  }
}

export interface CallOptions {
  signal?: AbortSignal;
  /** The file parts of an endpoint that declares `files`; the body then travels beside them as a multipart form. */
  files?: Readonly<Record<string, File | null | undefined>>;
}

/** The arguments may be left out where the endpoint needs none. */
export type CallParameters<E> =
  object extends CallArguments<E>
    ? [args?: CallArguments<E>, options?: CallOptions]
    : [args: CallArguments<E>, options?: CallOptions];

interface Parts {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/**
 * The only fetch in the browser. Sends cookies, sends a body only where there is one, never retries,
 * and throws a CallError for every answer that is not OK.
 */
export async function call<E extends EndpointDefinition>(
  endpoint: E,
  ...[args, options = {}]: CallParameters<E>
): Promise<ResponseOf<E>> {
  // CallArguments<E> is computed from E and cannot be read inside the generic function; these are its three parts.
  const response = await send(endpoint, (args ?? {}) as Parts, options);
  const answer = await response.text();
  // The server's response schema is the white list of what arrives here; it is not checked a second time.
  return (endpoint.response && answer ? JSON.parse(answer) : undefined) as ResponseOf<E>;
}

/** A page of a list, and the cursor of the one behind it; null on the last. */
export interface CalledPage<E> {
  rows: ResponseOf<E>;
  nextCursor: string | null;
}

/** The same for a list whose answer names its next page in the Link header; the first page for the cursor null. */
export async function callForPage<E extends EndpointDefinition>(
  endpoint: E,
  args: CallArguments<E> | undefined,
  { cursor, signal }: { cursor: string | null; signal: AbortSignal },
): Promise<CalledPage<E>> {
  const parts = (args ?? {}) as Parts; // as in call
  const response = await send(endpoint, { ...parts, query: { ...parts.query, cursor } }, { signal });
  const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  const search = new URLSearchParams(next?.split('?')[1] ?? '');
  return { rows: (await response.json()) as ResponseOf<E>, nextCursor: search.get('cursor') };
}

/** The same for an endpoint that answers with a file to keep, with the name that the server gives it. */
export async function callForFile(endpoint: EndpointDefinition): Promise<File> {
  const response = await send(endpoint, {}, {});
  const disposition = response.headers.get('content-disposition') ?? '';
  const name = /filename="([^"]+)"/.exec(disposition)?.[1] ?? 'download';
  return new File([await response.blob()], name, { type: response.headers.get('content-type') ?? '' });
}

async function send(endpoint: EndpointDefinition, parts: Parts, options: CallOptions): Promise<Response> {
  const response = await reach(fillPath(endpoint.path, parts.params) + searchOf(parts.query), {
    method: endpoint.method,
    credentials: 'include',
    ...payloadOf(endpoint, parts.body, options.files),
    ...(options.signal ? { signal: options.signal } : {}),
  });
  if (!response.ok) throw errorFrom(response, await response.text());
  return response;
}

/** The text to show for anything that was thrown; `fallback` where it says nothing meant for people. */
export function textOf(error: unknown, fallback: string): string {
  return error instanceof CallError && error.text ? error.text : fallback;
}

async function reach(address: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(address, request);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    const text = 'Network error. Please try again.';
    throw new CallError(0, text, { code: 'network/unreachable', message: text });
  }
}

function errorFrom(response: Response, answer: string): CallError {
  const shown = answer || response.statusText;
  const parsed = ErrorBody.safeParse(parsedJson(answer));
  // A proxy or a crash may answer with anything; its text is not for people.
  const body = parsed.success ? parsed.data : { code: 'request/unreadable', message: '' };
  return new CallError(response.status, shown, body);
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** ?a=1&b=2 without what is empty; a list repeats its name. */
function searchOf(query: Record<string, unknown> = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') search.append(name, String(one));
    }
  }
  return search.size > 0 ? `?${search}` : '';
}

function payloadOf(endpoint: EndpointDefinition, body: unknown, files: CallOptions['files']): RequestInit {
  if (endpoint.files) return { body: formOf(body, files) };
  if (body === undefined) return {};
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}

function formOf(body: unknown, files: CallOptions['files'] = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) {
    if (value !== undefined && value !== null) form.append(name, String(value));
  }
  for (const [name, file] of Object.entries(files)) if (file) form.append(name, file, file.name);
  return form;
}
