import type { FastifyInstance } from 'fastify';

import { inProgress } from './errors.ts';

/** The wallet refuses these calls too. Payouts are protected by their sender_batch_id instead. */
export function refuseWhileInProgress(app: FastifyInstance): void {
  const keys = new Set<string>();
  app.addHook('onRequest', async (request, reply) => {
    const requestId = request.headers['paypal-request-id'];
    if (request.method !== 'POST' || requestId === undefined || !/\/v2\//.test(request.url)) return;
    const key = `${request.url} ${String(requestId)}`;
    if (keys.has(key)) throw inProgress();
    keys.add(key);
    // Also fires if the connection ends before the response.
    reply.raw.once('close', () => keys.delete(key));
  });
}
