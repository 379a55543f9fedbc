import type { FastifyInstance } from 'fastify';

import type { Simulator } from './simulator.ts';

/** For whoever drives the clock: lets happen what is due, sends what is due, and tells how many deliveries still wait. */
export function registerRoundControl(
  app: FastifyInstance,
  { books }: Simulator,
  round: () => Promise<void>,
): void {
  app.post('/control/rounds', async () => {
    await round();
    return { waiting: books.waiting.deliveries.size };
  });
}
