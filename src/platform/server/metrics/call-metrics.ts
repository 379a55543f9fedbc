import type { FastifyInstance } from 'fastify';
import { Histogram, type Registry } from 'prom-client';

/**
 * Call it before routes are registered. Labels contain the pattern of the route, never the address that was called.
 * Event streams are not measured, because they end only when their reader leaves.
 */
export function measureCalls(registry: Registry, http: FastifyInstance): void {
  const durations = new Histogram({
    name: 'promenade_http_request_seconds',
    help: 'Duration of calls by method, route pattern, and status class',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  http.addHook('onResponse', (request, reply, done) => {
    if (!String(reply.raw.getHeader('content-type')).startsWith('text/event-stream')) {
      const labels = {
        method: request.method,
        route: toRouteLabel(request.routeOptions.url),
        status: `${Math.floor(reply.statusCode / 100)}xx`,
      };
      durations.observe(labels, reply.elapsedTime / 1000);
    }
    done();
  });
}

/** Each built file has a route with a hash in its name, and a new one after each build. */
function toRouteLabel(pattern = 'none'): string {
  return pattern.startsWith('/assets/') ? '/assets/*' : pattern;
}
