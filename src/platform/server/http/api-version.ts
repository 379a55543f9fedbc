import type { FastifyInstance } from 'fastify';
import { refuse } from '#platform/domain.ts';

/**
 * The day of the last change that could break a program, such as a removed field. A new field or call is none.
 * docs/api.md says how long an earlier version is served.
 */
export const API_VERSION = '2026-11-28';

export const VERSION_HEADER = 'promenade-version';

/** Refuses calls for a version that this server does not serve. Calls without the header get the newest version. */
export function registerApiVersion(http: FastifyInstance): void {
  http.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/api/')) {
      reply.header(VERSION_HEADER, API_VERSION);
      const asked = request.headers[VERSION_HEADER];
      if (asked !== undefined && asked !== API_VERSION) throw refuse('request/version');
    }
    done();
  });
}
