import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import type { Logger } from '../log/log.ts';
import { StartError } from '../start-error.ts';

export interface MetricsServer {
  /** For example http://127.0.0.1:9464. */
  address: string;
  close(): Promise<void>;
}

/** Serves GET /metrics and nothing else. Throws a StartError if it cannot listen. */
export async function serveMetrics(
  registry: Registry,
  { port, host }: { port: number; host: string },
  log: Logger,
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    answer(registry, request, response).catch((error: unknown) => {
      log.error({ err: error }, 'failed to answer with the metrics');
      response.writeHead(500).end();
    });
  });
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(
      `The metrics cannot be served: ${reason}. Set METRICS_PORT and METRICS_HOST to a free address.`,
      { cause: error },
    );
  }
  const { port: listensOn } = server.address() as AddressInfo; // A listening TCP server has one.
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${listensOn}`;
  log.info(`the metrics are at ${address}/metrics`);
  if (['0.0.0.0', '::'].includes(host))
    log.warn('METRICS_HOST is a wildcard: the metrics have no sign-in, and all networks can reach them');
  return {
    address,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(registry: Registry, request: IncomingMessage, response: ServerResponse) {
  if (request.method !== 'GET' || request.url?.split('?', 1)[0] !== '/metrics') {
    response.writeHead(404).end();
    return;
  }
  const text = await registry.metrics();
  response.writeHead(200, { 'content-type': registry.contentType }).end(text);
}
