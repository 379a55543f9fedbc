import type { FastifyInstance } from 'fastify';

import { registerDisputeControls } from './control-disputes.ts';
import { registerOutcomeControls } from './control-outcomes.ts';
import { FaultPlan } from './faults.ts';
import { readBody, type JsonBody } from '../request-body.ts';
import type { Simulator } from '../simulator.ts';

/**
 * Testers act as buyers, banks and the wallet's staff. The controls are not part of the wallet's interface: they need
 * no token, and take amounts as decimal text.
 */
export function registerControls(app: FastifyInstance, simulator: Simulator): void {
  registerDisputeControls(app, simulator);
  registerOutcomeControls(app, simulator);
  registerFaultControls(app, simulator);
}

function registerFaultControls(app: FastifyInstance, { faults }: Simulator): void {
  app.put<{ Body: JsonBody | undefined }>('/control/faults', (request) => {
    faults.set(readBody(FaultPlan, request.body?.json));
    return faults.report();
  });

  app.get('/control/faults', () => faults.report());

  app.delete('/control/faults', () => {
    faults.clear();
    return faults.report();
  });
}

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
