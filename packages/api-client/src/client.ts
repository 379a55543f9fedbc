import createFetchClient, { type Client } from 'openapi-fetch';
import { API_VERSION, type paths } from './api.ts';

export type PromenadeClient = Client<paths>;

/**
 * Returns a client for the calls that accept an access token. Each call returns `{ data, error, response }`, and throws
 * only if there is no response.
 */
export function createPromenadeClient({ url, token }: { url: string; token: string }): PromenadeClient {
  return createFetchClient<paths>({
    baseUrl: url,
    headers: { authorization: `Bearer ${token}`, 'promenade-version': API_VERSION },
  });
}

/** Returns the cursor of the next page of a list, or undefined on the last page. */
export function readNextCursor(response: Response): string | undefined {
  const [, path] = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '') ?? [];
  return path === undefined
    ? undefined
    : (new URL(path, response.url).searchParams.get('cursor') ?? undefined);
}
