import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';

import { createInstance, getHttpOperationsFromSpec } from '@stoplight/prism-http';

import fastify from 'fastify';
import { officialFolder } from './official-check.ts';

/** Each file and the paths that it describes. Sign-in, certificates and reports have none. */
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

/** Where a call violates the official files: request or response, and the path in it. */
export type Violation = { location: string[]; message: string; code?: number | string | undefined };

/** Starts a server that receives calls and returns their violations of the official files. */
export async function startJudge() {
  const operations = await (officialOperations ??= readOperations());
  /** The calls that a file describes, in order of arrival. */
  const calls: { method: string; path: string; violations: Violation[] }[] = [];
  // One test sends a body that is too large for the wallet.
  const app = fastify({ bodyLimit: 10_000_000 });
  app.post<{ Body: Call }>('/', async ({ body: call }) => {
    const { method, path } = call.request;
    if (!Object.values(officialPaths).some((start) => path.startsWith(start))) return [];
    const violations = await checkCall(operations, call);
    calls.push({ method, path, violations });
    return violations;
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { url, calls, close: () => app.close() };
}

type Operations = Awaited<ReturnType<typeof readOperations>>;

/**
 * Returns a call's violations. The validator compiles each schema on first use, which takes up to seconds.
 */
export async function checkCall(operations: Operations, { request, answer }: Call): Promise<Violation[]> {
  const { pathname, searchParams } = new URL(request.path, 'http://wallet.example');
  const given = {
    statusCode: answer.status,
    headers: oneTextEach(answer.headers),
    body: parsed(answer),
  };
  // The wallet's response is used where the validator would mock one.
  const validator = createInstance(config, { logger, mock: () => () => ({ _tag: 'Right', right: given }) });
  const result = await validator.request(
    {
      // The validator uses lower-case methods; an unknown method has no route.
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
    ...toViolations('request', input),
    ...(answersOfGateway.includes(answer.status) ? [] : toViolations('response', output)),
  ];
}

/**
 * A body too large, or too many requests: refused before an operation is reached, and not described in any
 * file.
 */
const answersOfGateway = [413, 429];

function toViolations(
  side: 'request' | 'response',
  diagnostics: { path?: string[]; message: string; code?: number | string | undefined }[],
): Violation[] {
  return (
    diagnostics
      // Deprecated parameters are still valid; the only one in use is the wallet's own pagination link.
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

/** The validator requires a logger, and uses only this part of it. */
const logger = { child: () => logger } as unknown as Logger;

const oneTextEach = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** Returns the text if it is not JSON, which breaks a schema if there is one. */
function parsed({ headers, body }: Message): unknown {
  if (!headers['content-type']?.includes('json')) return body;
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** Loaded once: the validator caches compiled schemas on it. */
let officialOperations: ReturnType<typeof readOperations> | undefined;

async function readOperations() {
  const files = Object.keys(officialPaths).map((file) => getHttpOperationsFromSpec(readDocument(file)));
  return (await Promise.all(files)).flat();
}

/**
 * The validator silently accepts everything if it cannot read a schema. In these files that happens for lists
 * that name a value twice, and for three patterns that are invalid in Unicode mode. The simulator's own check
 * covers those patterns. Another test proves that every operation in use is really checked.
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
