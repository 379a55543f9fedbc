import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';

import { createInstance, getHttpOperationsFromSpec } from '@stoplight/prism-http';

import { officialFolder } from './official-check.ts';

import type { Violation } from './violations.ts';

/** What each file says something about. The sign-in, the certificates and the reports have none. */
const officialPaths: Record<string, string> = {
  checkout_orders_v2: '/v2/checkout/',
  payments_payment_v2: '/v2/payments/',
  payments_payouts_batch_v1: '/v1/payments/',
  customer_disputes_v1: '/v1/customer/disputes',
  notifications_webhooks_v1: '/v1/notifications/verify-webhook-signature',
};

/** Whether a file says something about this path of the wallet. */
export const isOfficial = (path: string) =>
  Object.values(officialPaths).some((start) => path.startsWith(start));

export type Request = { method: string; path: string; headers: IncomingHttpHeaders; body: Buffer };
export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** What of a call breaks the files: the request, the answer, or that nobody knows the path. */
export type Judge = (request: Request, answer: Answer) => Promise<Violation[]>;

/** Reads the files; the validator compiles each schema when it is first needed, which takes up to seconds. */
export async function officialJudge(): Promise<Judge> {
  const operations = await (officialOperations ??= readOperations());

  return async ({ method, path, headers, body }, answer) => {
    const { pathname, searchParams } = new URL(path, 'http://wallet.example');
    const given = {
      statusCode: answer.status,
      headers: oneTextEach(answer.headers),
      body: parsed(answer.headers, answer.body),
    };
    // In the place of what it would make up stands what the wallet has answered.
    const validator = createInstance(config, { logger, mock: () => () => ({ _tag: 'Right', right: given }) });
    const result = await validator.request(
      {
        // The validator names methods in small letters; one that there is not has no route.
        method: method.toLowerCase() as 'get',
        url: { path: pathname, query: Object.fromEntries(searchParams) },
        headers: { ...oneTextEach(headers), 'content-length': String(body.length) },
        body: body.length === 0 ? null : parsed(headers, body),
      },
      operations,
    )();
    if (result._tag === 'Left')
      return [{ location: ['request'], message: `no route: ${result.left.message}` }];
    const { input, output } = result.right.validations;
    return [
      ...violationsOf('request', input),
      ...(answersOfGateway.includes(answer.status) ? [] : violationsOf('response', output)),
    ];
  };
}

/** Too much at once and too many: refused before an operation is reached, and in no file. */
const answersOfGateway = [413, 429];

function violationsOf(
  side: 'request' | 'response',
  diagnostics: { path?: string[]; message: string; code?: number | string | undefined }[],
): Violation[] {
  return (
    diagnostics
      // A parameter that is to end one day is still one; the only one in use is the wallet's own way to the next page.
      .filter(({ code }) => code !== 'deprecated')
      .map(({ path = [], message, code }) => ({ location: [side, ...path], message, code }))
  );
}

const config = {
  isProxy: false as const,
  upstreamProxy: undefined,
  checkSecurity: true,
  validateRequest: true,
  validateResponse: true,
  errors: false,
  mock: { dynamic: false },
};

type Logger = Parameters<typeof createInstance>[1]['logger'];

/** The validator wants something to write to; of the many things that a logger can do it uses one here. */
const logger = { child: () => logger } as unknown as Logger;

const oneTextEach = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** What is not JSON stays a text, and breaks a schema where one is. */
function parsed(headers: IncomingHttpHeaders, body: Buffer): unknown {
  const text = body.toString();
  if (!headers['content-type']?.includes('json')) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Read once: what the validator makes of a schema it keeps beside it. */
let officialOperations: ReturnType<typeof readOperations> | undefined;

async function readOperations() {
  const files = Object.keys(officialPaths).map((file) => getHttpOperationsFromSpec(readDocument(file)));
  return (await Promise.all(files)).flat();
}

/**
 * The validator lets everything pass, without a word, where it cannot read a schema. In the files that is a list that
 * names a value twice, and three patterns that are none in Unicode mode; the simulator's own check of the files knows
 * those patterns. That every operation in use is really looked at is a test of its own.
 */
function readDocument(file: string): object {
  return JSON.parse(readFileSync(`${officialFolder}${file}.json`, 'utf8'), (key, value: unknown) => {
    if (key === 'enum' && Array.isArray(value)) return [...new Set(value)];
    return key === 'pattern' && typeof value === 'string' && !isUnicodePattern(value) ? undefined : value;
  });
}

function isUnicodePattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
