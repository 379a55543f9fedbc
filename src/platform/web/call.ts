import { type CallArguments, type EndpointDefinition, fillPath, type ResponseOf } from '#kernel/endpoint.ts';
import { type ErrorBody, parseErrorBody } from '#kernel/errors.ts';
import { t } from '#kernel/text.ts';

/**
 * `message` has the specification's form, '409: {"code":…}'; `text` is for the user. `status` is 0 if no response
 * arrived.
 */
export class CallError extends Error {
  readonly status: number;
  readonly code: string;
  readonly text: string;
  readonly fields: Readonly<Record<string, string>>;
  /** The current state of the object, if a decision came too late. */
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
  /** Sent with the body as a multipart form. */
  files?: Readonly<Record<string, File | null | undefined>>;
}

export type CallParameters<E> =
  object extends CallArguments<E>
    ? [args?: CallArguments<E>, options?: CallOptions]
    : [args: CallArguments<E>, options?: CallOptions];

interface Parts {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** Throws a CallError unless the response is OK, and never retries. The browser calls `fetch` nowhere else. */
export async function call<E extends EndpointDefinition>(
  endpoint: E,
  ...[args, options = {}]: CallParameters<E>
): Promise<ResponseOf<E>> {
  // TypeScript cannot resolve CallArguments<E> inside the generic function. Parts has the same three
  // properties.
  const response = await send(endpoint, (args ?? {}) as Parts, options);
  const answer = await response.text();
  // Not validated: the server has already filtered the response by its schema.
  return (endpoint.response && answer ? JSON.parse(answer) : undefined) as ResponseOf<E>;
}

export interface CalledPage<E> {
  rows: ResponseOf<E>;
  nextCursor: string | null;
}

/** The response names the next page in the Link header. A null cursor loads the first. */
export async function callForPage<E extends EndpointDefinition>(
  endpoint: E,
  args: CallArguments<E> | undefined,
  { cursor, signal }: { cursor: string | null; signal: AbortSignal },
): Promise<CalledPage<E>> {
  const parts = (args ?? {}) as Parts; // See `call`.
  const response = await send(endpoint, { ...parts, query: { ...parts.query, cursor } }, { signal });
  const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  const search = new URLSearchParams(next?.split('?')[1] ?? '');
  return { rows: (await response.json()) as ResponseOf<E>, nextCursor: search.get('cursor') };
}

export async function callForFile<E extends EndpointDefinition>(
  endpoint: E,
  ...[args]: CallParameters<E>
): Promise<File> {
  const response = await send(endpoint, (args ?? {}) as Parts, {}); // See `call`.
  const disposition = response.headers.get('content-disposition') ?? '';
  const name = /filename="([^"]+)"/.exec(disposition)?.[1] ?? 'download';
  return new File([await response.blob()], name, { type: response.headers.get('content-type') ?? '' });
}

async function send(endpoint: EndpointDefinition, parts: Parts, options: CallOptions): Promise<Response> {
  const response = await fetchOrThrow(fillPath(endpoint.path, parts.params) + formatQuery(parts.query), {
    method: endpoint.method,
    credentials: 'include',
    ...toPayload(endpoint, parts.body, options.files),
    ...(options.signal ? { signal: options.signal } : {}),
  });
  if (!response.ok) throw toCallError(response, await response.text());
  return response;
}

export function getErrorText(error: unknown, fallback: string): string {
  return error instanceof CallError && error.text ? error.text : fallback;
}

async function fetchOrThrow(address: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(address, request);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    const text = t('Network error. Please try again.');
    throw new CallError(0, text, { code: 'network/unreachable', message: text });
  }
}

function toCallError(response: Response, answer: string): CallError {
  const shown = answer || response.statusText;
  // The text of a proxy or a crash must not reach the user.
  const body = parseErrorBody(answer) ?? { code: 'request/unreadable', message: '' };
  return new CallError(response.status, shown, body);
}

/** Leaves out empty values. A list repeats its name. */
function formatQuery(query: Record<string, unknown> = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') search.append(name, String(one));
    }
  }
  return search.size > 0 ? `?${search}` : '';
}

function toPayload(endpoint: EndpointDefinition, body: unknown, files: CallOptions['files']): RequestInit {
  if (endpoint.files) return { body: toFormData(body, files) };
  if (body === undefined) return {};
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}

function toFormData(body: unknown, files: CallOptions['files'] = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) {
    if (value !== undefined && value !== null) form.append(name, String(value));
  }
  for (const [name, file] of Object.entries(files)) if (file) form.append(name, file, file.name);
  return form;
}
