import type { FastifyInstance } from 'fastify';

import { inProgress } from './errors.ts';

/**
 * The wallet works on one call for each idempotency key at a time; a second one that comes before the first is
 * answered is refused. Payouts are guarded by their sender_batch_id instead.
 */
export function refuseWhileInProgress(app: FastifyInstance): void {
  const keys = new Set<string>();
  app.addHook('onRequest', async (request, reply) => {
    const requestId = request.headers['paypal-request-id'];
    if (request.method !== 'POST' || requestId === undefined || !/\/v2\//.test(request.url)) return;
    const key = `${request.url} ${String(requestId)}`;
    if (keys.has(key)) throw inProgress();
    keys.add(key);
    // Also where the connection ends before the answer.
    reply.raw.once('close', () => keys.delete(key));
  });
}
