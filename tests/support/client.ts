import type { InjectOptions } from 'fastify';
import { type CallArguments, type EndpointDefinition, fillPath, type ResponseOf } from '#kernel/endpoint.ts';
import type { ErrorBody } from '#kernel/errors.ts';
import type { App } from '#main/app.ts';

export interface Answer<E> {
  status: number;
  headers: Record<string, number | string | string[] | undefined>;
  bytes: Buffer;
  /** The body of a successful response. If the server refused the call, use `error`. */
  body: ResponseOf<E>;
  error: ErrorBody;
}

/** Returns the body of a successful response. Throws if the server refused the call. */
export async function succeed<Body>(
  answer: Promise<{ status: number; body: Body; error: ErrorBody }>,
): Promise<Body> {
  const { status, body, error } = await answer;
  if (status >= 300) throw new Error(`refused with ${status}: ${JSON.stringify(error)}`);
  return body;
}

type Extra = { headers?: Record<string, string>; remoteAddress?: string };

/** A caller with its own cookies, like a browser. */
export class Client {
  readonly #app: App;
  readonly cookies = new Map<string, string>();
  email = '';
  userId = '';

  constructor(app: App) {
    this.#app = app;
  }

  cookieHeader(): { cookie?: string } {
    const cookie = Array.from(this.cookies, ([name, value]) => `${name}=${value}`).join('; ');
    return cookie ? { cookie } : {};
  }

  /** Calls an endpoint of a contract with typed arguments. Use `request` for calls that the types forbid. */
  async call<E extends EndpointDefinition>(
    endpoint: E,
    ...[args]: object extends CallArguments<E> ? [CallArguments<E>?] : [CallArguments<E>]
  ): Promise<Answer<E>> {
    // All parts are optional in general, but the signature has checked them for this endpoint.
    const {
      params,
      query = {},
      body,
    } = (args ?? {}) as {
      params?: Record<string, string>;
      query?: Record<string, unknown>;
      body?: unknown;
    };
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) search.set(name, String(value));
    }
    const path = fillPath(endpoint.path, params);
    return this.request(endpoint.method, search.size > 0 ? `${path}?${search}` : path, body);
  }

  async request<E = { response: never }>(
    method: string,
    url: string,
    body?: unknown,
    extra: Extra = {},
  ): Promise<Answer<E>> {
    const response = await this.#app.http.inject({
      method: method as InjectOptions['method'] & string, // inject throws on an unknown verb
      url,
      headers: {
        ...this.cookieHeader(),
        ...extra.headers,
      },
      ...(extra.remoteAddress ? { remoteAddress: extra.remoteAddress } : {}),
      ...(body === undefined ? {} : { payload: body as NonNullable<InjectOptions['payload']> }),
    });
    for (const { name, value, maxAge } of response.cookies) {
      if (maxAge === 0 || value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const isJson = String(response.headers['content-type'] ?? '').includes('json');
    const parsed: unknown = isJson && response.payload ? JSON.parse(response.payload) : response.payload;
    return {
      bytes: response.rawPayload,
      status: response.statusCode,
      headers: response.headers,
      // The test checks the status to know which of the two it is.
      body: parsed as ResponseOf<E>,
      error: parsed as ErrorBody,
    };
  }
}
