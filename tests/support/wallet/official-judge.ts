import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';

import { createInstance, getHttpOperationsFromSpec } from '@stoplight/prism-http';

import fastify from 'fastify';
import { officialFolder } from './official-check.ts';

/** Each file and the paths that it describes. The sign-in, the certificates and the reports have none. */
const officialPaths: Record<string, string> = {
  checkout_orders_v2: '/v2/checkout/',
  payments_payment_v2: '/v2/payments/',
  payments_payouts_batch_v1: '/v1/payments/',
  customer_disputes_v1: '/v1/customer/disputes',
  notifications_webhooks_v1: '/v1/notifications/verify-webhook-signature',
};

type Message = { headers: IncomingHttpHeaders; body: string };

export type Call = {
  request: Message & { method: string; path: string };
  answer: Message & { status: number };
};

/** Where a call breaks the official files: in the request or in the response, and where in it. */
export type Violation = { location: string[]; message: string; code?: number | string | undefined };

/** A server that is told calls, and answers each with its violations of the official files. */
export async function startJudge() {
  const operations = await (officialOperations ??= readOperations());
  /** The calls that a file says something about, in the order in which they came. */
  const calls: { method: string; path: string; violations: Violation[] }[] = [];
  // A test sends a body that is too large for the wallet.
  const app = fastify({ bodyLimit: 10_000_000 });
  app.post<{ Body: Call }>('/', async ({ body: call }) => {
    const { method, path } = call.request;
    if (!Object.values(officialPaths).some((start) => path.startsWith(start))) return [];
    const violations = await judge(operations, call);
    calls.push({ method, path, violations });
    return violations;
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { url, calls, close: () => app.close() };
}

type Operations = Awaited<ReturnType<typeof readOperations>>;

/** The validator compiles each schema when it is first needed, which takes up to seconds. */
export async function judge(operations: Operations, { request, answer }: Call): Promise<Violation[]> {
  const { pathname, searchParams } = new URL(request.path, 'http://wallet.example');
  const given = {
    statusCode: answer.status,
    headers: oneTextEach(answer.headers),
    body: parsed(answer),
  };
  // The wallet's answer stands where the validator would make one up.
  const validator = createInstance(config, { logger, mock: () => () => ({ _tag: 'Right', right: given }) });
  const result = await validator.request(
    {
      // The validator names methods in small letters; an unknown method has no route.
      method: request.method.toLowerCase() as 'get',
      url: { path: pathname, query: Object.fromEntries(searchParams) },
      headers: {
        ...oneTextEach(request.headers),
        'content-length': String(Buffer.byteLength(request.body)),
      },
      body: request.body === '' ? null : parsed(request),
    },
    operations,
  )();
  if (result._tag === 'Left') return [{ location: ['request'], message: `no route: ${result.left.message}` }];
  const { input, output } = result.right.validations;
  return [
    ...violationsOf('request', input),
    ...(answersOfGateway.includes(answer.status) ? [] : violationsOf('response', output)),
  ];
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

/** A text that is not JSON stays a text, and breaks a schema if there is one. */
function parsed({ headers, body }: Message): unknown {
  if (!headers['content-type']?.includes('json')) return body;
  try {
    return JSON.parse(body);
  } catch {
    return body;
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
