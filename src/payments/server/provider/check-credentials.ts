import { createConnections, createHttpClient, type Fetch } from './http-client.ts';
import { type ClientCredentials, requestToken } from './access-token.ts';
import type { Outcome } from './wallet-provider.ts';

export interface CheckedCredentials {
  outcome: Outcome<unknown>;
  /** The wallet's clock, from its Date header to the second. Null if no response came. */
  date: Date | null;
}

/** Requests an access token and drops it. */
export async function checkCredentials(
  settings: ClientCredentials & { baseUrl: string; connectTimeoutMs: number },
): Promise<CheckedCredentials> {
  const connections = createConnections(settings.connectTimeoutMs);
  let date: Date | null = null;
  const fetch: Fetch = async (url, init) => {
    const answer = await connections.fetch(url, init);
    const time = Date.parse(answer.headers.get('date') ?? '');
    date = Number.isNaN(time) ? null : new Date(time);
    return answer;
  };
  try {
    const http = createHttpClient({ ...settings, fetch });
    return { outcome: await requestToken(http, settings), date };
  } finally {
    await connections.close();
  }
}
