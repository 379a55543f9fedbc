import type { FastifyInstance } from 'fastify';

import { registerDisputeControls } from './control-disputes.ts';
import { registerSettlementControls } from './control-settlement.ts';
import { registerFaultControls } from './control-faults.ts';
import type { Simulator } from './simulator.ts';

/**
 * What a tester decides in the place of buyers, banks and the wallet's own people. None of it is the wallet's
 * interface: no token, and amounts in decimal text as in the books.
 */
export function registerControls(app: FastifyInstance, simulator: Simulator): void {
  registerDisputeControls(app, simulator);
  registerSettlementControls(app, simulator);
  registerFaultControls(app, simulator);
}
