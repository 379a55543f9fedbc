import { MINUTE } from '#kernel/time.ts';
import type { ServerModule } from '#platform/server/server-module.ts';
import type { ProofsPorts } from './ports.ts';
import { approveDueProofs } from './deciding-service.ts';
import { announceWeakProofs } from './overdue-proofs.ts';
import { proofRoutes } from './routes.ts';

export const proofsModule: ServerModule<ProofsPorts> = {
  name: 'proofs',
  routes: proofRoutes,
  sweeps: (deps) => [
    { name: 'approve due proofs', everyMs: MINUTE, run: () => approveDueProofs(deps) },
    { name: 'announce weak proofs', everyMs: MINUTE, run: () => announceWeakProofs(deps) },
  ],
};
