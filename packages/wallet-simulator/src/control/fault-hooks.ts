import { setTimeout as sleep } from 'node:timers/promises';

import type { FastifyInstance, FastifyRequest } from 'fastify';

import { serverFault } from '../errors.ts';
import type { FaultMaker, RequestFaults } from './faults.ts';
import type { Ids } from '../ids.ts';

type Wait = (milliseconds: number) => Promise<void>;

const interfacePaths = /^\/v[12]\//;

/** Register it before everything that handles a request. */
export function useRequestFaults(app: FastifyInstance, faults: FaultMaker): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const path = request.url.slice(app.prefix.length);
    if (!interfacePaths.test(path)) return done();
    const happening = faults.forRequest(request.method, path);
    // After a broken connection, neither handler nor response follow.
    if (happening.dropBefore) return void request.raw.socket.destroy();
    chosen.set(request, happening);
    done();
  });
}

/** Register it after the hook that saves the books. */
export function useAnswerFaults(app: FastifyInstance, ids: Ids, wait: Wait = realWait(app)): void {
  app.addHook('onSend', async (request) => {
    const happening = chosen.get(request);
    if (happening?.delay) await wait(happening.delayMs);
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const happening = chosen.get(request);
    if (happening?.dropAfter) return void request.raw.socket.destroy();
    if (!happening?.errorAfter) return done(null, payload);
    const error = serverFault();
    const debugId = ids.debug();
    reply.status(error.status).header('paypal-debug-id', debugId).type('application/json; charset=utf-8');
    done(null, JSON.stringify({ name: error.code, message: error.message, debug_id: debugId, links: [] }));
  });
}

const chosen = new WeakMap<FastifyRequest, RequestFaults>();

function realWait(app: FastifyInstance): Wait {
  const ending = new AbortController();
  app.addHook('preClose', async () => ending.abort());
  return (milliseconds) => sleep(milliseconds, undefined, { signal: ending.signal }).catch(() => undefined);
}
