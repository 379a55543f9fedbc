import type { FastifyInstance } from 'fastify';

import { registerDisputeControls } from './control-disputes.ts';
import { registerOutcomeControls } from './control-outcomes.ts';
import { registerFaultControls } from './control-faults.ts';
import type { Simulator } from '../simulator.ts';

/**
 * Registers the controls with which a tester acts as buyers, banks and the wallet's staff. They are not part
 * of the wallet's interface: they need no token, and take amounts as decimal text, as in the books.
 */
export function registerControls(app: FastifyInstance, simulator: Simulator): void {
  registerDisputeControls(app, simulator);
  registerOutcomeControls(app, simulator);
  registerFaultControls(app, simulator);
}
