import { readFileSync } from 'node:fs';
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { createServer as createPrism } from '@stoplight/prism-http-server';

import { officialFolder } from '#wallet-simulator/official-check-for-tests.ts';

type Logger = Parameters<typeof createPrism>[1]['components']['logger'];

/** What each file says something about. The sign-in, the certificates and the reports have none. */
const officialPaths: Record<string, string> = {
  checkout_orders_v2: '/v2/checkout/',
  payments_payment_v2: '/v2/payments/',
  payments_payouts_batch_v1: '/v1/payments/',
  customer_disputes_v1: '/v1/customer/disputes',
  notifications_webhooks_v1: '/v1/notifications/verify-webhook-signature',
};

/** One call that came through, and what of it breaks the files: the request, the answer, or that nobody knows the path. */
export type ProxiedCall = { method: string; path: string; status: number; violations: string | undefined };

export type ValidatingProxy = {
  url: string;
  /** Those that a file says something about, in the order of their answers. */
  calls: ProxiedCall[];
  close(): Promise<void>;
};

/**
 * A server in front of another, through which every call and answer is held against the official files. It changes
 * none of them and says in a header what it has found, which is read here.
 */
export async function startValidatingProxy(upstreamUrl: () => string): Promise<ValidatingProxy> {
  const operations = await (officialOperations ??= readOperations());
  const calls: ProxiedCall[] = [];
  const agent = new Agent({ keepAlive: false });
  let validator: { url: string; close: () => Promise<void> } | undefined;

  async function startValidator() {
    const config = {
      isProxy: true,
      upstream: new URL(upstreamUrl()),
      upstreamProxy: undefined,
      checkSecurity: true,
      validateRequest: true,
      validateResponse: true,
      // What is found is told of, and changes nothing.
      errors: false,
      mock: { dynamic: false },
    };
    const server = createPrism(operations, {
      cors: false,
      config,
      components: { logger: silentLogger() },
    });
    return { url: await server.listen(0, '127.0.0.1'), close: () => server.close() };
  }

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = 'GET', url: path = '/' } = incoming;
    const isOfficial = Object.values(officialPaths).some((start) => path.startsWith(start));
    validator ??= await startValidator();
    const target = isOfficial ? validator.url : upstreamUrl();
    const forwarded = request(target + path, { method, headers: incoming.headers, agent }, (answer) => {
      const { statusCode = 502, headers } = answer;
      if (isOfficial)
        calls.push({ method, path, status: statusCode, violations: headers['sl-violations']?.toString() });
      outgoing.writeHead(statusCode, headers);
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  }

  const front = createServer((incoming, outgoing) => void handle(incoming, outgoing));
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port answers an AddressInfo, not a path.
  const { port } = front.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    async close() {
      front.closeAllConnections();
      await new Promise((resolve) => front.close(resolve));
      await validator?.close();
      agent.destroy();
    },
  };
}

/** Read once: what the validator makes of a schema it keeps beside it, and making it takes seconds. */
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

/** The validator wants something to write to; what it finds we read elsewhere. */
function silentLogger(): Logger {
  const write = () => undefined;
  const names = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'success', 'silent'];
  const logger = { ...Object.fromEntries(names.map((name) => [name, write])), child: () => logger };
  // Of the many things that a logger can do the validator uses these.
  return logger as unknown as Logger;
}
