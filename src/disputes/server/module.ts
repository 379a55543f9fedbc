import { MINUTE } from '#kernel/time.ts';
import type { ProofsPorts } from '#proofs/server/ports.ts';
import type { ServerModule } from '#platform/server/server-module.ts';
import { escalateExpired, remindOfDeadlines } from './deadlines.ts';
import { disputeRoutes } from './routes.ts';

export const disputesModule: ServerModule<ProofsPorts> = {
  name: 'disputes',
  routes: disputeRoutes,
  sweeps: (deps) => [
    { name: 'escalate disputes', everyMs: MINUTE, run: () => escalateExpired(deps) },
    { name: 'remind of dispute deadlines', everyMs: MINUTE, run: () => remindOfDeadlines(deps) },
  ],
};
