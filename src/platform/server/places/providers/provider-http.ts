import { Agent, fetch } from 'undici';
import type { z } from 'zod';
import type { PlaceFailure } from '../../../places-contract.ts';
import { readWithin } from '../../http/read-within.ts';
import { ProviderFailed } from '../place-provider.ts';

/** The user is typing, so the bundled list answers after this time. */
const totalMilliseconds = 2000;
const connectMilliseconds = 1000;
/** Twenty places are some 30 KB. */
const largestAnswerBytes = 1_000_000;

export interface ProviderRequest<Schema extends z.ZodType> {
  /** May contain a key and the user's query, so it is never logged. */
  url: URL;
  headers?: Record<string, string>;
  body?: unknown;
  schema: Schema;
  parseFailure?: (body: string) => PlaceFailure | undefined;
}

/** Throws ProviderFailed. */
export type AskProvider = <Schema extends z.ZodType>(
  request: ProviderRequest<Schema>,
) => Promise<z.output<Schema>>;

export function providerHttp(limitMilliseconds = totalMilliseconds): AskProvider {
  const dispatcher = new Agent({ connect: { timeout: connectMilliseconds } });
  return async ({ url, headers, body, schema, parseFailure }) => {
    const ending = new AbortController();
    const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(limitMilliseconds)]);
    try {
      const answer = await fetch(url, {
        dispatcher,
        signal,
        // A redirect would send the key to another host.
        redirect: 'manual',
        headers: {
          accept: 'application/json',
          'user-agent': 'Promenade place search',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      });
      if (answer.status === 200) return readAs(schema, await textWithin(answer.body, largestAnswerBytes));
      const reason = toFailure(answer.status);
      if (reason !== 'not-understood' || !parseFailure) throw new ProviderFailed(reason);
      throw new ProviderFailed(parseFailure(await textWithin(answer.body, largestAnswerBytes)) ?? reason);
    } catch (error) {
      if (error instanceof ProviderFailed) throw error;
      const isTimeout = signal.aborted || (error instanceof Error && /timeout/i.test(errorNames(error)));
      throw new ProviderFailed(isTimeout ? 'timeout' : 'unreachable');
    } finally {
      // Frees the connection if the body was not read completely.
      ending.abort();
    }
  };
}

/** Status codes 4xx that concern us or the provider. All others concern the query. */
const reasonsByStatus: Readonly<Record<number, PlaceFailure>> = {
  401: 'refused',
  402: 'refused',
  403: 'refused',
  408: 'timeout',
  429: 'busy',
};

function toFailure(status: number): PlaceFailure {
  if (status >= 500) return 'failing';
  return reasonsByStatus[status] ?? (status >= 400 ? 'not-understood' : 'unreadable');
}

function errorNames(error: Error): string {
  return error.cause instanceof Error ? `${error.name} ${errorNames(error.cause)}` : error.name;
}

async function textWithin(body: AsyncIterable<Uint8Array> | null, limitBytes: number): Promise<string> {
  const text = await readWithin(body, limitBytes);
  if (text === null) throw new ProviderFailed('unreadable');
  return text;
}

function readAs<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ProviderFailed('unreadable');
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new ProviderFailed('unreadable');
  return parsed.data;
}
