import type { FastifyInstance } from 'fastify';

import type { Simulator } from '../simulator.ts';

/**
 * Registers the control that runs a round for a driven clock. It returns the number of deliveries still
 * waiting.
 */
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
