import type { FastifyInstance } from 'fastify';

import { FaultPlan } from './faults.ts';
import { readBody, type JsonBody } from '../request-body.ts';
import type { Simulator } from '../simulator.ts';

export function registerFaultControls(app: FastifyInstance, { faults }: Simulator): void {
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
