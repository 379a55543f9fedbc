import type { FastifyInstance } from 'fastify';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { Shedding } from '../http/shedding.ts';
import type { Figures } from './figures.ts';

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

export function countRefusals(registry: Registry, shedding: Shedding): void {
  const refused = new Counter({
    name: 'promenade_calls_refused_total',
    help: 'Calls that were refused because too many were in progress, vital ones only far beyond the limit',
    labelNames: ['kind'],
    registers: [registry],
  });
  // Otherwise the first refusal would begin the series, and rates would miss it.
  for (const kind of ['vital', 'other']) refused.inc({ kind }, 0);
  shedding.onRefuse = (kind) => refused.inc({ kind });
}

const IN_PROGRESS = 'promenade_calls_in_progress';

export function callFigures({ shedding }: { shedding: Shedding }): Figures {
  return {
    gauges: [{ name: IN_PROGRESS, help: 'Calls in progress, without streams and uploads' }],
    read: () => [{ name: IN_PROGRESS, value: shedding.countInProgress() }],
  };
}
